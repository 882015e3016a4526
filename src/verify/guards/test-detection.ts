import type { ProofGates } from "../../domain/proof-gates.ts";
import type { CheckResult } from "../../domain/verdict.ts";
import type { FilePatch } from "../split-patch.ts";
import { addedLines, type AddedLine, at, isComment, isSource } from "./added-lines.ts";
import { holdsSummary, leavesAtImport } from "./forged-result.ts";
import { guardResult } from "./guard-result.ts";
import { patchesJudge } from "./judge-patches.ts";
import { looksForTests } from "./looks-for-tests.ts";
import { importsTestLibrary, standIns } from "./test-libraries.ts";

const ALWAYS_EQUAL =
  /^\s*(?:def\s+__(?:eq|ne)__\s*\(|def ==\s*\(|bool(?:ean)?\s+(?:operator==|equals)\s*\()/u;
const YES = /^\s*(?:return\s+)?true;?\s*$/iu;

/** Source that behaves differently under test, or changes what judges it. */
export function testDetection(files: readonly FilePatch[], gate: ProofGates["testDetection"]): CheckResult[] {
  if (gate === "off") return [];
  const patches = new Map(files.map((patch) => [patch.file.path, patch]));
  const lines = addedLines(files).filter(({ path, text }) => isSource(path) && !isComment(text));
  const problems = lines.flatMap((line) => {
    const says = saysOf(line, patches.get(line.path));
    return says === null ? [] : [at(line, says)];
  });
  const fine = "No added line looks whether a test is running.";
  return [guardResult("no test detection", [...standIns(files), ...problems], fine, gate)];
}

function saysOf(line: AddedLine, patch: FilePatch | undefined): string | null {
  const { path, text, above } = line;
  if (looksForTests(text)) return "looks whether a test is running";
  if (patchesJudge(text)) return "changes what judges the code";
  if (importsTestLibrary(path, text)) return "takes a test library into the program";
  if (holdsSummary(text)) return "holds the summary of a test runner";
  if (patch !== undefined && leavesAtImport(line, patch)) return "ends the process when it is loaded";
  const isEqualToAll = above !== null && ALWAYS_EQUAL.test(above) && YES.test(text);
  return isEqualToAll ? "is equal to everything" : null;
}
