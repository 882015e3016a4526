import type { BaselineCheck } from "../domain/baseline.ts";
import type { Checkout } from "../domain/ports/checkouts.ts";
import { failureIn } from "./against-baseline.ts";
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
  const tree = await checkout.freshTree(await checkout.candidateFromPatch(""), signal);
  try {
    await runPlan(plan, tree, { timeoutMs, signal }, async ({ name, command }, result) => {
      const { status, evidence, exitCode = null, durationMs = 0 } = result;
      checks.push({ name, command, status, exitCode, durationMs, failure: failureIn(evidence) });
    });
  } finally {
    await tree.dispose();
  }
  return checks;
}
