import type { PlannedCheck } from "../domain/plan.ts";
import type { Candidate } from "../domain/ports/checkouts.ts";
import type { CheckResult } from "../domain/verdict.ts";
import { openTree } from "./open-tree.ts";
import { runCheck } from "./run-check.ts";
import type { PlannedResult, VerifyRequest } from "./verify-request.ts";

/** What the plan's tests say of another tree than the one that is judged. */
export type Rerun = { durationMs: number } & (
  | { kind: "passed"; results: readonly PlannedResult[] }
  | { kind: "failed"; result: CheckResult }
  | { kind: "set-up failed"; evidence: string }
);

/** The test checks that passed on the candidate: the only ones whose answer on another tree can mean something. */
export function testsThatPassed(planned: readonly PlannedResult[]): PlannedCheck[] {
  return planned
    .filter(({ check, result }) => check.kind === "test" && result.status === "pass")
    .map(({ check }) => check);
}

/** Runs the tests in a fresh tree of the candidate, up to the first that fails. */
export async function rerunTests(
  { plan, checkout, timeoutMs, signal }: VerifyRequest,
  candidate: Candidate,
  tests: readonly PlannedCheck[],
): Promise<Rerun> {
  const opened = await openTree(checkout, candidate, signal);
  if (opened.kind === "set-up failed") return { ...opened, durationMs: 0 };
  const { tree } = opened;
  let durationMs = 0;
  const results: PlannedResult[] = [];
  try {
    for (const check of withPreparation(plan, tests)) {
      const result = await runCheck(check, tree, { timeoutMs, signal });
      durationMs += result.durationMs ?? 0;
      if (result.status === "fail" && tests.includes(check)) return { kind: "failed", result, durationMs };
      results.push({ check, result });
    }
    return { kind: "passed", results, durationMs };
  } finally {
    await tree.dispose();
  }
}

// a test often needs what a step before it built; the preparation's own result is not what is asked here
export function withPreparation(
  plan: readonly PlannedCheck[],
  tests: readonly PlannedCheck[],
): readonly PlannedCheck[] {
  return plan.filter((check, at) => {
    if (tests.includes(check)) return true;
    if (check.kind === "test") return false;
    return plan.slice(at + 1).some((later) => tests.includes(later) && belongTogether(check, later));
  });
}

function belongTogether(a: PlannedCheck, b: PlannedCheck): boolean {
  return (a.chain !== null && a.chain === b.chain) || (a.job !== null && a.job === b.job);
}
