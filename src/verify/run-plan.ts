import type { PlannedCheck } from "../domain/plan.ts";
import type { FreshTree } from "../domain/ports/checkouts.ts";
import type { CheckResult } from "../domain/verdict.ts";
import { runCheck, type RunLimits, skipped } from "./run-check.ts";

/** Runs the checks in their order in one tree. A chain stops at its first failure; the rest of it is skipped. */
export async function runPlan(
  plan: readonly PlannedCheck[],
  tree: FreshTree,
  limits: RunLimits,
  onResult: (check: PlannedCheck, result: CheckResult) => Promise<void>,
): Promise<void> {
  const broken = new Set<string>();
  for (const check of plan) {
    const stopped = check.chain !== null && broken.has(check.chain);
    const result = stopped
      ? skipped(check, "an earlier check of its chain failed")
      : await runCheck(check, tree, limits);
    if (result.status === "fail" && check.chain !== null) broken.add(check.chain);
    await onResult(check, result);
  }
}
