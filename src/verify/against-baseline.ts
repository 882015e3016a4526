import type { BaselineCheck } from "../domain/baseline.ts";
import type { PlannedCheck } from "../domain/plan.ts";
import { executed } from "../domain/test-count.ts";
import type { CheckResult } from "../domain/verdict.ts";

/** What the base said of a check of the plan; null where it was not asked. A plan only ever grows at its end. */
export function onBase(
  baseline: readonly BaselineCheck[],
  plan: readonly PlannedCheck[],
  check: PlannedCheck,
): BaselineCheck | null {
  const found = baseline[plan.indexOf(check)];
  return found?.name === check.name && found.command === check.command ? found : null;
}

/**
 * The result in the light of the base. What fails as it did before counts neither for nor against the change;
 * a failure of another kind is the change's own. What turned green is the strongest evidence there is.
 */
export function weigh(result: CheckResult, before: BaselineCheck | null): CheckResult {
  if (before === null) return result;
  if (before.status === "pass")
    return before.flaky === true && result.status === "fail" ? said(result, FLAKY_BEFORE) : result;
  if (result.status === "pass") return said(result, TURNED_GREEN[before.status]);
  if (result.status === "skip")
    return before.status === "skip" ? said({ ...result, kind: "optional" }, STAYED) : result;
  if (before.status === "skip") return result;
  const difference = differenceOf(before, result);
  return difference === null ? said({ ...result, kind: "optional" }, STAYED) : said(result, difference);
}

function differenceOf(before: BaselineCheck, result: CheckResult): string | null {
  if (before.exitCode !== (result.exitCode ?? null)) return OTHER;
  if (before.failure !== failureIn(result.evidence)) return OTHER;
  return isWorse(before, result) ? WORSE : null;
}

const TURNED_GREEN = {
  fail: "Failed on the base and passes with the change.",
  skip: "Could not be reached on the base and passes with the change.",
} as const;
const STAYED = "The same on the base, so it counts neither for nor against the change.";
const FLAKY_BEFORE = "Flaky on the base too: there it failed, and passed when it was repeated.";
const OTHER = "Fails on the base too, but in another way.";

const WORSE = "Fails on the base too, but there fewer tests failed or more of them ran.";

// a command that was ended from outside had no time to count
function isWorse({ tests: before, exitCode }: BaselineCheck, { tests: now }: CheckResult): boolean {
  if (before === undefined || before.cut === true || exitCode === null) return false;
  if (now === undefined) return executed(before) > 0;
  return now.failed > before.failed || executed(now) < executed(before);
}

function said(result: CheckResult, sentence: string): CheckResult {
  return { ...result, evidence: `${sentence}\n${result.evidence}` };
}

/** The first failure that an evidence names, without the line, which moves with every edit. */
export function failureIn(evidence: string): string | null {
  const named = /^First failure: (?<file>.+?):\d+(?<message>: .*)?$/mu.exec(evidence)?.groups;
  return named === undefined ? null : `${named["file"] ?? ""}${named["message"] ?? ""}`;
}
