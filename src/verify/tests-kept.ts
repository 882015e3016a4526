import type { BaselineCheck } from "../domain/baseline.ts";
import { executed, type TestCount } from "../domain/test-count.ts";
import type { CheckResult } from "../domain/verdict.ts";
import { onBase } from "./against-baseline.ts";
import type { ChangeParts } from "./change-parts.ts";
import { leastReports } from "./count-tests.ts";
import { type Examined, unexamined } from "./examined.ts";
import { editsOf, type TestEdits } from "./test-edits.ts";
import { isTestFile } from "./test-file.ts";
import type { PlannedResult, VerifyRequest } from "./verify-request.ts";

const NAME = "tests kept";
const SHOWN = 5;

/** Where fewer tests of one check ran than on the base, and whether the change says so openly. */
interface Loss {
  sentence: string;
  kind: "suppressed" | "removed";
}

/** Whether the tests that ran on the base still run. */
export function examineTestsKept(
  request: VerifyRequest,
  {
    parts,
    planned,
    existingTests,
  }: { parts: ChangeParts; planned: readonly PlannedResult[]; existingTests: ExistingTests },
): Examined {
  const edits = editsOf(request.candidate.patch);
  const { stood } = existingTests;
  const compared = planned.flatMap((now) => compare(request, { now, parts, stood, edits }));
  if (compared.length === 0) return unexamined("No test of the base was counted.");
  const losses = compared.flatMap(({ loss }) => loss ?? []);
  const inSource = edits.removed.filter(({ path }) => !isTestFile(path));
  if (losses.length === 0 && inSource.length > 0)
    losses.push({ kind: "removed", sentence: "Tests were removed." });
  if (losses.length === 0) return kept(compared.map(({ sentence }) => sentence));
  // An open removal whose tests fail as they stood is one matter, and that check asks about it.
  const isAsked = existingTests.check?.kind === "required" && existingTests.check.status === "fail";
  return lost(losses, edits, !isAsked && request.gates.existingTests === "required");
}

function kept(sentences: readonly string[]): Examined {
  const evidence = sentences.join("\n");
  const check = { name: NAME, kind: "required", status: "pass", skipReason: null, evidence } as const;
  return { answer: { answer: "yes", note: sentences[0] ?? "" }, check, nextAction: "" };
}

function lost(losses: readonly Loss[], edits: TestEdits, gates: boolean): Examined {
  const isSuppressed = losses.some(({ kind }) => kind === "suppressed");
  const evidence = [...losses.map(({ sentence }) => sentence), ...because(edits)].join("\n");
  const check: CheckResult = {
    name: NAME,
    kind: isSuppressed || gates ? "required" : "optional",
    status: "fail",
    skipReason: null,
    evidence,
  };
  return {
    answer: { answer: isSuppressed ? "no" : "not examined", note: losses[0]?.sentence ?? "" },
    check,
    nextAction: isSuppressed
      ? `Let every test of the base run again (check "${NAME}"): ${losses[0]?.sentence ?? ""}`
      : `Put the tests back that the change takes out of the run (check "${NAME}"). Where they are meant to go, a maintainer can set gates.existingTests to optional in .github/avatar.yml.`,
  };
}

function because({ deletedFiles, removed, skipped, focused }: TestEdits): string[] {
  const reasons = [
    ...deletedFiles.map((path) => `The change deletes ${path}.`),
    ...removed.map(({ path, name }) => `The change takes "${name}" out of ${path}.`),
    ...skipped.map(({ path, line, text }) => `${path}:${line} leaves tests out: ${text}`),
    ...focused.map(({ path, line, text }) => `${path}:${line} lets only some tests run: ${text}`),
  ];
  if (reasons.length === 0)
    return ["The change removes no test, so something in it keeps them from running."];
  const more = reasons.length > SHOWN ? [`and ${reasons.length - SHOWN} more`] : [];
  return [...reasons.slice(0, SHOWN), ...more];
}

/** What the check of the old tests found; `stood` is what they said as they stood, null where that was not run. */
type ExistingTests = Examined & { stood: readonly PlannedResult[] | null };

interface Comparison {
  now: PlannedResult;
  parts: ChangeParts;
  stood: readonly PlannedResult[] | null;
  edits: TestEdits;
}

function compare({ plan, baseline }: VerifyRequest, comparison: Comparison): Compared[] {
  const { check, result } = comparison.now;
  const base = onBase(baseline, plan, check);
  // a check that fails is judged by its failure
  const before = comparable(base);
  if (before === null || result.status !== "pass") return [];
  const { was, is, asStood, skipped } = figures(before, base?.status === "pass", comparison);
  const counted = `"${check.name}": ${was} ${was === 1 ? "test" : "tests"} ran on the base`;
  const sentence = `${counted}, ${is} with the change.`;
  const loss = (kind: Loss["kind"], text: string) => [{ sentence, loss: { kind, sentence: text } }];
  const isShown = isOpen(comparison.edits);
  if (is === 0) return loss("suppressed", sentence);
  if (asStood !== null && asStood < was)
    return loss("suppressed", `${counted}, ${asStood} with the change and every test file as on the base.`);
  if (is < was) return loss(isShown ? "removed" : "suppressed", sentence);
  if (skipped.now > skipped.before && comparison.edits.skipped.length > 0)
    return loss(
      "removed",
      `"${check.name}": ${skipped.now} tests are skipped, ${skipped.before} on the base.`,
    );
  return [{ sentence, loss: null }];
}

interface Compared {
  sentence: string;
  loss: Loss | null;
}

/** An output that was cut says only how many tests ran at least. */
function comparable(base: BaselineCheck | null): TestCount | null {
  const tests = base?.tests;
  return tests === undefined || tests.cut === true || executed(tests) === 0 ? null : tests;
}

function figures(before: TestCount, wasWhole: boolean, { now, parts, stood }: Comparison) {
  const put = stood?.find(({ check }) => check === now.check)?.result;
  const mayGrow = !wasWhole || parts.others.some((path) => NEW_PACKAGE.test(path));
  const reports = mayGrow ? Infinity : before.reports.length;
  return {
    was: executed(before),
    is: ran(now.result.tests, reports + parts.newTests.length),
    asStood: put === undefined ? null : ran(put.tests, reports),
    skipped: { now: now.result.tests?.skipped ?? 0, before: (put?.tests ?? before).skipped },
  };
}

/** Whether the patch itself shows tests leaving the run. */
function isOpen({ deletedFiles, removed, skipped }: TestEdits): boolean {
  return deletedFiles.length + removed.length + skipped.length > 0;
}

const NEW_PACKAGE =
  /(?:^|\/)(?:package\.json|Cargo\.toml|go\.mod|pom\.xml|build\.gradle(?:\.kts)?|pyproject\.toml|mix\.exs|.*\.csproj)$/u;

// with more reports than a run can have, one of them may be a test's own print: the least of them count
function ran(tests: TestCount | undefined, reports: number): number {
  return tests === undefined ? 0 : leastReports(tests, reports);
}
