import type { ProofGates } from "../../domain/proof-gates.ts";
import type { CheckResult } from "../../domain/verdict.ts";
import type { FilePatch } from "../split-patch.ts";
import { addedLines, type AddedLine, at, isComment, isSource } from "./added-lines.ts";
import { guardResult } from "./guard-result.ts";
import { patchesJudge } from "./judge-patches.ts";
import { looksForTests } from "./looks-for-tests.ts";

const ALWAYS_EQUAL =
  /^\s*(?:def\s+__(?:eq|ne)__\s*\(|def ==\s*\(|bool(?:ean)?\s+(?:operator==|equals)\s*\()/u;
const YES = /^\s*(?:return\s+)?true;?\s*$/iu;

/** Source that behaves differently under test, or changes what judges it. */
export function testDetection(files: readonly FilePatch[], gate: ProofGates["testDetection"]): CheckResult[] {
  if (gate === "off") return [];
  const lines = addedLines(files).filter(({ path, text }) => isSource(path) && !isComment(text));
  const problems = lines.flatMap((line) => {
    const says = saysOf(line);
    return says === null ? [] : [at(line, says)];
  });
  return [guardResult("no test detection", problems, "No added line looks whether a test is running.", gate)];
}

function saysOf({ text, above }: AddedLine): string | null {
  if (looksForTests(text)) return "looks whether a test is running";
  if (patchesJudge(text)) return "changes what judges the code";
  const isEqualToAll = above !== null && ALWAYS_EQUAL.test(above) && YES.test(text);
  return isEqualToAll ? "is equal to everything" : null;
}
