import { AvatarError } from "../domain/errors.ts";
import type { PlannedCheck } from "../domain/plan.ts";
import type { Candidate, Checkout, FreshTree } from "../domain/ports/checkouts.ts";
import type { TaskKind } from "../domain/task-state.ts";
import type { CheckResult, Proof, Verdict } from "../domain/verdict.ts";
import { guardChange, guardTree } from "./guards.ts";
import { judge, type JudgedRun } from "./pass-rule.ts";
import { planDigest } from "./plan-digest.ts";
import { cancelled, runCheck, skipped } from "./run-check.ts";
import type { SkipReason } from "./skip-reason.ts";

export interface VerifyRequest {
  /** The frozen plan: run in this order, never changed here. */
  plan: readonly PlannedCheck[];
  candidate: Candidate;
  checkout: Pick<Checkout, "baseSha" | "freshTree">;
  taskKind: TaskKind;
  /** For each check. */
  timeoutMs: number;
  signal: AbortSignal;
  /** Told of each result before the next check starts. */
  onCheck?: (result: CheckResult) => Promise<void> | void;
}

/**
 * Judges a change by running the frozen plan on exactly the tree that would be pushed, in a fresh copy of it.
 * No model has a say. The same change and plan give the same verdict.
 * @throws CANCELLED when stopped; SANDBOX_UNAVAILABLE or DISK_FULL when nothing can be run at all.
 */
export async function verify(request: VerifyRequest): Promise<Verdict> {
  if (request.signal.aborted) throw cancelled();
  const run: Draft = { request, guards: [], planned: [] };
  for (const result of guardChange(request.candidate, request.taskKind)) await addGuard(run, result);
  const unrunnable = reasonNotToRun(request);
  if (unrunnable === null) await runInFreshTree(run);
  else await skipAll(run, request.plan, unrunnable);
  const { guards, planned } = run;
  return { ...judge({ taskKind: request.taskKind, guards, planned }), proof: proofOf(request) };
}

interface Draft {
  request: VerifyRequest;
  guards: CheckResult[];
  planned: JudgedRun["planned"][number][];
}

async function addGuard(run: Draft, result: CheckResult): Promise<void> {
  run.guards.push(result);
  await run.request.onCheck?.(result);
}

async function addPlanned(run: Draft, check: PlannedCheck, result: CheckResult): Promise<void> {
  run.planned.push({ check, result });
  await run.request.onCheck?.(result);
}

async function skipAll(run: Draft, checks: readonly PlannedCheck[], reason: SkipReason): Promise<void> {
  for (const check of checks) await addPlanned(run, check, skipped(check, reason));
}

function reasonNotToRun({ taskKind, candidate }: VerifyRequest): SkipReason | null {
  if (taskKind === "investigate") return "an investigation changes nothing";
  return candidate.files.length === 0 ? "there is no change to judge" : null;
}

async function runInFreshTree(run: Draft): Promise<void> {
  const { candidate, checkout, plan, signal } = run.request;
  const tree = await openTree(checkout, candidate, signal);
  if (!("workspace" in tree)) {
    await addGuard(run, tree);
    await skipAll(run, plan, "set-up failed");
    return;
  }
  try {
    for (const result of await guardTree(candidate, tree.workspace)) await addGuard(run, result);
    await runPlan(run, tree);
  } finally {
    await tree.dispose();
  }
}

// a change that breaks the set-up is at fault for it; a full disk or a missing sandbox is not the change's fault
async function openTree(
  checkout: VerifyRequest["checkout"],
  candidate: Candidate,
  signal: AbortSignal,
): Promise<FreshTree | CheckResult> {
  try {
    return await checkout.freshTree(candidate, signal);
  } catch (error) {
    if (signal.aborted) throw cancelled();
    if (!(error instanceof AvatarError) || error.code !== "SETUP_FAILED") throw error;
    const evidence = `${error.message}\n${error.advice}`;
    return {
      name: "set-up",
      kind: "required",
      status: "fail",
      evidence,
      skipReason: null,
      provenance: "guard",
    };
  }
}

async function runPlan(run: Draft, tree: FreshTree): Promise<void> {
  const { plan, timeoutMs, signal } = run.request;
  const broken = new Set<string>();
  for (const check of plan) {
    const stopped = check.chain !== null && broken.has(check.chain);
    const result = stopped
      ? skipped(check, "an earlier check of its chain failed")
      : await runCheck(check, tree, { timeoutMs, signal });
    if (result.status === "fail" && check.chain !== null) broken.add(check.chain);
    await addPlanned(run, check, result);
  }
}

function proofOf({ checkout, candidate, plan }: VerifyRequest): Proof {
  const unasked = (note: string) => ({ answer: "not examined" as const, note });
  return {
    baseSha: checkout.baseSha,
    treeSha: candidate.treeSha,
    planDigest: planDigest(plan),
    existingTests: unasked("The tests were not run again as they stood before the change."),
    reproduction: unasked("New tests were not run against the code before the change."),
    necessity: unasked("No part of the change was taken out to see whether a check notices."),
  };
}
