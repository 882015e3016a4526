import type { FilePatch } from "../split-patch.ts";

/** The lines that say how a run of tests went, with their numbers filled in: a reporter's template has none. */
const SUMMARIES: readonly RegExp[] = [
  /\bOK ?\(\d+ tests?, \d+ assertions?/u,
  /\bRan \d+ tests? in \d/u,
  /\b\d+ passed(?:, \d+ \w+)* in [\d.]+s/u,
  /\btest result: ok\. \d+ passed/u,
  /\b\d+ (?:runs|tests), \d+ (?:assertions|failures)\b/u,
  /\b\d+ examples?, \d+ failures?\b/u,
  /\b(?:Tests|Test Suites|Test Files):?\s+\d+ passed\b/u,
  /(?:["'`]|\n|\s{2})\d+ passing\b/u,
  /(?:["'`]|\n)(?:#|ℹ) (?:tests|pass|fail) +\d+/u,
  /\bTests run: ?\d+, +Failures: ?\d+/u,
  /\b\d+% tests passed, \d+ tests failed/u,
  /\bPassed!\s+- Failed:\s+\d+/u,
  /(?:["'`]|\n)ok(?: \d+ - |\t\S+\t[\d.]+s)/u,
  /\b(?:print|puts|echo|say|log|printf|write|println!?|fputs)\b.*["'`\n](?:1\.\.\d+|ok \d+)\b/u,
];

/** Whether a line holds the summary of a test runner, word for word. */
export function holdsSummary(text: string): boolean {
  const printed = text.replaceAll("\\n", "\n").replaceAll("\\t", "\t");
  return SUMMARIES.some((summary) => summary.test(printed));
}

/** The process ends with success, outside of any function. */
const LEAVES =
  /^(?:process\.(?:exit|reallyExit)\(\s*0?\s*\)|(?:sys\.)?exit\(\s*0?\s*\)|os\._?exit\(\s*(?:0|true)?\s*\)|raise SystemExit(?:\(\s*0?\s*\))?\s*$|(?:Kernel\.|Process\.)?exit!?(?:\s*\(\s*(?:0|true)?\s*\)|\s+(?:0|true))?\s*;?\s*$|(?:POSIX::_?exit)\(\s*0\s*\)|die\s*(?:\(\s*0?\s*\))?\s*;|System\.(?:exit|halt|stop)\(\s*0?\s*\)|Deno\.exit\(\s*0?\s*\)|quit\(.*\bstatus\s*=\s*0)/u;
const LANGUAGE = /\.(?:[cm]?[jt]sx?|py|rb|pm|php|exs?|lua|[rR]|kts|swift|dart)$/u;
/** What others load, as opposed to what is run by itself. */
const MODULE =
  /^[-+ ](?:export\b|module\.exports\b|exports\.|(?:final |abstract |public |readonly )*class\s|(?:async )?def\s|function\s|module\s|defmodule\s|package\s|sub\s|interface\s|trait\s|return [A-Z_a-z]\w*$)/u;
const PROGRAMS =
  /(?:^|\/)(?:bin|exe|scripts?|tools?|cmd|cli|tasks?|examples?|bench\w*|public|www|migrations?)\/|(?:^|\/)(?:cli|main|__main__|run|start|server|build|manage|setup|install|release|deploy)[\w-]*\.\w+$/iu;

/** Whether a line ends the process with success when its module is loaded. */
export function leavesAtImport({ path, text }: { path: string; text: string }, patch: FilePatch): boolean {
  if (!LANGUAGE.test(path) || PROGRAMS.test(path) || !LEAVES.test(text)) return false;
  const lines = patch.hunks.flatMap((hunk) => hunk.lines);
  return !lines.some((line) => /^[-+ ]#!/u.test(line)) && lines.some((line) => MODULE.test(line));
}
