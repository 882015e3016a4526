import type { BaselineCheck } from "../domain/baseline.ts";
import type { PlannedCheck } from "../domain/plan.ts";
import type { Checkout } from "../domain/ports/checkouts.ts";
import type { CheckResult } from "../domain/verdict.ts";
import { failureIn } from "./against-baseline.ts";
import { repeatCheck, settle } from "./repeat-check.ts";
import { runPlan } from "./run-plan.ts";
import type { VerifyRequest } from "./verify-request.ts";

export type BaselineRequest = Pick<VerifyRequest, "plan" | "timeoutMs" | "signal"> & {
  checkout: Pick<Checkout, "candidateFromPatch" | "freshTree">;
};

/**
 * Runs the plan on the unchanged base, so that a failure that was there before is not laid at the change's door.
 * @throws CANCELLED, SANDBOX_UNAVAILABLE, DISK_FULL.
 */
export async function runBaseline(request: BaselineRequest): Promise<BaselineCheck[]> {
  const { plan, checkout, timeoutMs, signal } = request;
  const checks: BaselineCheck[] = [];
  if (plan.length === 0) return checks;
  const base = await checkout.candidateFromPatch("");
  const limits = { timeoutMs, signal };
  const open = async () => checkout.freshTree(base, signal);
  // what passes at times is not red: no change can be said to have turned it green
  const repeat = async (check: PlannedCheck, failed: CheckResult) =>
    settle(failed, await repeatCheck(check, failed, plan, { ...limits, open }), "pass");
  const tree = await open();
  try {
    await runPlan(plan, tree, { ...limits, repeat }, async (check, result) => {
      checks.push(kept(check, result));
    });
  } finally {
    await tree.dispose();
  }
  return checks;
}

function kept({ name, command }: PlannedCheck, result: CheckResult): BaselineCheck {
  const { status, evidence, exitCode = null, durationMs = 0, tests, flaky } = result;
  return {
    name,
    command,
    status,
    exitCode,
    durationMs,
    failure: failureIn(evidence),
    ...(tests === undefined ? {} : { tests }),
    ...(flaky === undefined ? {} : { flaky }),
  };
}
