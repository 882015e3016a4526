import type { PlannedCheck } from "../domain/plan.ts";
import type { CheckResult, Verdict } from "../domain/verdict.ts";
import { onBase, weigh } from "./against-baseline.ts";
import { guardChange, guardTree } from "./guards.ts";
import { documentsHold } from "./guards/documents-hold.ts";
import { guardContent } from "./guards/guard-content.ts";
import { type InlineTests, inlineTests } from "./inline-tests.ts";
import { openTree } from "./open-tree.ts";
import { judge } from "./pass-rule.ts";
import { repeatCheck, settle } from "./repeat-check.ts";
import { prove, unproven } from "./prove.ts";
import { cancelled, skipped } from "./run-check.ts";
import { type PlanRun, runPlan } from "./run-plan.ts";
import { questionFor } from "./question.ts";
import { guardRubric, type MovedRubric, movedRubric } from "./rubric/moved-rubric.ts";
import type { SkipReason } from "./skip-reason.ts";
import { splitPatch } from "./split-patch.ts";
import type { PlannedResult, VerifyRequest } from "./verify-request.ts";

/**
 * Judges a change by running the frozen plan on exactly the tree that would be pushed, in a fresh copy of it.
 * No model has a say. The same change and plan give the same verdict.
 * @throws CANCELLED when stopped; SANDBOX_UNAVAILABLE or DISK_FULL when nothing can be run at all.
 */
export async function verify(request: VerifyRequest): Promise<Verdict> {
  if (request.signal.aborted) throw cancelled();
  const run: Draft = {
    request,
    guards: [],
    planned: [],
    moved: { touched: [], differences: [] },
    inline: [],
  };
  for (const result of guardChange(request.candidate, request.taskKind)) await addGuard(run, result);
  for (const result of await guardContent(request)) await addGuard(run, result);
  const unrunnable = reasonNotToRun(request);
  if (unrunnable === null) await runInFreshTree(run);
  else await skipAll(run, request.plan, unrunnable);
  const { guards, planned } = run;
  const judged = { taskKind: request.taskKind, guards, planned };
  const { passed } = judge({ ...judged, examined: [] });
  const isAskable = passed && request.taskKind !== "investigate";
  const { proof, examined } = isAskable ? await prove(request, planned, run) : unproven(request);
  for (const { check } of examined) if (check !== null) await request.onCheck?.(check);
  const result = judge({ ...judged, examined });
  const question = questionFor(request, result);
  return { ...result, proof, ...(question === undefined ? {} : { question }) };
}

interface Draft {
  request: VerifyRequest;
  guards: CheckResult[];
  planned: PlannedResult[];
  moved: MovedRubric;
  inline: readonly InlineTests[];
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
  const { candidate, checkout, plan, baseline, timeoutMs, signal } = run.request;
  const opened = await openTree(checkout, candidate, signal);
  if (opened.kind === "set-up failed") {
    await addGuard(run, setupFailed(opened.evidence));
    await skipAll(run, plan, "set-up failed");
    return;
  }
  const { tree } = opened;
  try {
    for (const result of await guardTree(candidate, tree.workspace)) await addGuard(run, result);
    const documents = await documentsHold(splitPatch(candidate.patch), tree.workspace);
    for (const result of documents) await addGuard(run, result);
    run.moved = await movedRubric(run.request, tree.workspace);
    run.inline = await inlineTests(candidate.patch, tree.workspace);
    for (const result of guardRubric(run.request, run.moved)) await addGuard(run, result);
    const limits = { timeoutMs, signal, repeat: repeater(run) };
    await runPlan(plan, tree, limits, (check, result) =>
      addPlanned(run, check, weigh(result, onBase(baseline, plan, check))),
    );
  } finally {
    await tree.dispose();
  }
}

/**
 * Repeats what fails, until something required has failed twice: then the verdict is known. What fails as on
 * the base does not decide, so it is left alone.
 */
function repeater({ request }: Draft): PlanRun["repeat"] {
  const { candidate, checkout, plan, baseline, gates, timeoutMs, signal } = request;
  let isLost = false;
  const open = async () => {
    const opened = await openTree(checkout, candidate, signal);
    return opened.kind === "open" ? opened.tree : null;
  };
  return async (check, failed) => {
    const counts = weigh(failed, onBase(baseline, plan, check)).kind === failed.kind;
    if (isLost || !counts) return failed;
    const again = await repeatCheck(check, failed, plan, { open, timeoutMs, signal });
    isLost = check.required && again?.status !== "pass";
    return settle(failed, again, gates.flaky);
  };
}

function setupFailed(evidence: string): CheckResult {
  const guard = { name: "set-up", kind: "required", provenance: "guard" } as const;
  return { ...guard, status: "fail", evidence, skipReason: null };
}
