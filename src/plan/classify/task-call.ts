import { ALL_ECOSYSTEMS } from "../ecosystems/all-ecosystems.ts";
import { leadingWords, names } from "../ecosystems/ecosystem.ts";
import type { TaskRunner } from "../ecosystems/ecosystem.ts";
import type { Invocation } from "./invocation.ts";
import { hasOption, positionals, startsWith } from "./match-rules.ts";

const RUNNERS: ReadonlyMap<string, readonly TaskRunner[]> = (() => {
  const table = new Map<string, TaskRunner[]>();
  for (const runner of ALL_ECOSYSTEMS.flatMap((one) => one.tasks ?? [])) {
    for (const program of names(runner.program)) table.set(program, [...(table.get(program) ?? []), runner]);
  }
  return table;
})();

/** How a task is named in an invocation: the runner and the names, in order. */
export interface TaskCall {
  runner: TaskRunner;
  names: readonly string[];
  /** The folder whose definition file counts, null for the current one. */
  folder: string | null;
  /** In other packages than the folder's own. */
  elsewhere: boolean;
}

export function taskCallOf(invocation: Invocation): TaskCall | null {
  for (const runner of RUNNERS.get(invocation.program) ?? []) {
    const call = readCall(runner, invocation.args);
    if (call !== null) return call;
  }
  return null;
}

function readCall(runner: TaskRunner, args: readonly string[]): TaskCall | null {
  const own = args.includes("--") ? args.slice(0, args.indexOf("--")) : args;
  if (runner.source === "alias") return aliasCall(runner, own);
  const words = wordsAfterSub(runner, own);
  if (words === null) return null;
  const found = taskNames(runner, own, runner.single === true ? words.slice(0, 1) : words);
  if (found.length === 0) return null;
  const leading = runner.leading === true ? own.slice(0, own.indexOf(found[0] ?? "")) : own;
  const elsewhere = (runner.elsewhere ?? []).some((option) => hasOption(leading, option));
  return { runner, names: found, folder: folderOption(runner, leading), elsewhere };
}

/** `clojure -X:dev:test`, `clj -M:runner`, `clojure -T:build ci`: aliases, and the function behind a tool. */
function aliasCall(runner: TaskRunner, args: readonly string[]): TaskCall | null {
  const names = args.flatMap((arg, index) => {
    const match = /^-([XMTA]):([\w:.-]+)$/.exec(arg);
    if (match === null) return [];
    const next = args[index + 1];
    const called = match[1] === "M" || next === undefined || !/^[a-z][\w-]*$/.test(next) ? [] : [next];
    return called.length > 0 && match[1] === "T" ? called : [match[2] ?? "", ...called];
  });
  return names.length === 0 ? null : { runner, names, folder: null, elsewhere: false };
}

export function isTaskRunner(program: string): boolean {
  return RUNNERS.has(program);
}

/** The words behind the runner's leading ones, null when these do not stand there. */
function wordsAfterSub(runner: TaskRunner, args: readonly string[]): string[] | null {
  const valued = [...(runner.valued ?? []), ...(runner.folder ?? [])];
  const words = positionals(args, valued);
  if (runner.sub === undefined) return words;
  if (runner.sub.startsWith("-")) return args.includes(runner.sub) ? words : null;
  const leading = leadingWords(runner.sub).find((sub) => startsWith(words, sub));
  return leading === undefined ? null : words.slice(leading.length + (runner.skip ?? 0));
}

function taskNames(runner: TaskRunner, args: readonly string[], words: readonly string[]): string[] {
  if (runner.source === "tox") return environments(args, words);
  const targets = runner.source === "name" ? targetOptions(args) : [];
  if (targets.length > 0) return targets;
  const found = words.filter((word) => !/^[A-Za-z_]\w*=/.test(word));
  const [first] = found;
  if (first !== undefined && (runner.builtin ?? []).includes(first)) return [];
  return first === undefined && runner.fallback !== undefined ? [runner.fallback] : found;
}

/** `nx run-many -t test lint`, `--targets=a,b`. */
function targetOptions(args: readonly string[]): string[] {
  return args.flatMap((arg, index) => {
    if (/^--targets?=/.test(arg)) return arg.slice(arg.indexOf("=") + 1).split(",");
    if (!["-t", "--target", "--targets"].includes(arg)) return [];
    const following = args.slice(index + 1);
    const end = following.findIndex((one) => one.startsWith("-"));
    return (end < 0 ? following : following.slice(0, end)).flatMap((one) => one.split(","));
  });
}

/** Environments of tox and sessions of nox; `*` for those that run when none is named. */
function environments(args: readonly string[], words: readonly string[]): string[] {
  const chosen = args.flatMap((arg, index) => {
    const inline = /^(?:-e|--env=|-s|--sessions?=)(.+)$/.exec(arg)?.[1];
    if (inline !== undefined) return inline.split(",");
    return ["-e", "--env", "-s", "--session", "--sessions", "-m"].includes(arg)
      ? (args[index + 1] ?? "").split(",")
      : [];
  });
  if (chosen.length > 0) return chosen;
  return [words[0] ?? "*"];
}

function folderOption(runner: TaskRunner, args: readonly string[]): string | null {
  for (const [index, arg] of args.entries()) {
    for (const option of runner.folder ?? []) {
      if (arg === option) return args[index + 1] ?? null;
      if (arg.startsWith(`${option}=`)) return arg.slice(option.length + 1);
    }
  }
  return null;
}
