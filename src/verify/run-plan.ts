import type { PlannedCheck } from "../domain/plan.ts";
import type { FreshTree } from "../domain/ports/checkouts.ts";
import type { CheckResult } from "../domain/verdict.ts";
import { runCheck, type RunLimits, skipped } from "./run-check.ts";

export interface PlanRun extends RunLimits {
  /** Asked about each check that fails, before anyone is told: a failure that does not last is not one. */
  repeat: (check: PlannedCheck, failed: CheckResult) => Promise<CheckResult>;
}

/** Runs the checks in their order in one tree. A chain stops at its first failure; the rest of it is skipped. */
export async function runPlan(
  plan: readonly PlannedCheck[],
  tree: FreshTree,
  run: PlanRun,
  onResult: (check: PlannedCheck, result: CheckResult) => Promise<void>,
): Promise<void> {
  const broken = new Set<string>();
  for (const check of plan) {
    const stopped = check.chain !== null && broken.has(check.chain);
    const result = stopped
      ? skipped(check, "an earlier check of its chain failed")
      : await runOnceOrTwice(check, tree, run);
    if (result.status === "fail" && check.chain !== null) broken.add(check.chain);
    await onResult(check, result);
  }
}

async function runOnceOrTwice(check: PlannedCheck, tree: FreshTree, run: PlanRun): Promise<CheckResult> {
  const result = await runCheck(check, tree, run);
  return result.status === "fail" ? run.repeat(check, result) : result;
}
