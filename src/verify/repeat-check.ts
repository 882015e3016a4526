import type { PlannedCheck } from "../domain/plan.ts";
import type { FreshTree } from "../domain/ports/checkouts.ts";
import type { CheckResult } from "../domain/verdict.ts";
import { withPreparation } from "./rerun-tests.ts";
import { runCheck, type RunLimits } from "./run-check.ts";

/**
 * Runs a check that failed once more, in a new tree. Null where that would say nothing new: it did not end by
 * itself, or there is no tree to run it in.
 */
export async function repeatCheck(
  check: PlannedCheck,
  failed: CheckResult,
  plan: readonly PlannedCheck[],
  { open, ...limits }: RunLimits & { open: () => Promise<FreshTree | null> },
): Promise<CheckResult | null> {
  if (typeof failed.exitCode !== "number") return null;
  const tree = await open();
  if (tree === null) return null;
  try {
    let again: CheckResult | null = null;
    for (const step of withPreparation(plan, [check])) again = await runCheck(step, tree, limits);
    return again;
  } finally {
    await tree.dispose();
  }
}

const FLAKY = "Flaky: it failed, and passed when it was repeated in a new tree with nothing changed.";

/** Both runs as one result. One that fails twice has failed; one that does not is flaky, and the repository decides. */
export function settle(failed: CheckResult, again: CheckResult | null, flaky: "fail" | "pass"): CheckResult {
  if (again === null) return failed;
  const durationMs = (failed.durationMs ?? 0) + (again.durationMs ?? 0);
  if (again.status !== "pass") {
    return {
      ...failed,
      durationMs,
      evidence: `${failed.evidence}\n\nRepeated in a new tree, it failed again.`,
    };
  }
  const kept = flaky === "pass" ? again : failed;
  const evidence = `${FLAKY} It counts as ${flaky === "pass" ? "passed" : "failed"} (verify.flaky).\n${kept.evidence}`;
  return { ...kept, durationMs, evidence, flaky: true };
}
