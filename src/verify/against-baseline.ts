import type { BaselineCheck } from "../domain/baseline.ts";
import type { PlannedCheck } from "../domain/plan.ts";
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
  if (before === null || before.status === "pass") return result;
  if (result.status === "pass") return said(result, TURNED_GREEN[before.status]);
  if (result.status === "skip")
    return before.status === "skip" ? said({ ...result, kind: "optional" }, STAYED) : result;
  if (before.status === "skip") return result;
  if (before.exitCode !== (result.exitCode ?? null)) return said(result, OTHER);
  if (before.failure !== failureIn(result.evidence)) return said(result, OTHER);
  return said({ ...result, kind: "optional" }, STAYED);
}

const TURNED_GREEN = {
  fail: "Failed on the base and passes with the change.",
  skip: "Could not be reached on the base and passes with the change.",
} as const;
const STAYED = "The same on the base, so it counts neither for nor against the change.";
const OTHER = "Fails on the base too, but in another way.";

function said(result: CheckResult, sentence: string): CheckResult {
  return { ...result, evidence: `${sentence}\n${result.evidence}` };
}

/** The first failure that an evidence names, without the line, which moves with every edit. */
export function failureIn(evidence: string): string | null {
  const named = /^First failure: (?<file>.+?):\d+(?<message>: .*)?$/mu.exec(evidence)?.groups;
  return named === undefined ? null : `${named["file"] ?? ""}${named["message"] ?? ""}`;
}
