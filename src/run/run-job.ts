import type { Candidate, Checkout } from "../domain/ports/checkouts.ts";
import { isTerminal } from "../domain/task-state.ts";
import type { Verdict } from "../domain/verdict.ts";
import type { RunResult } from "../domain/run-result.ts";
import type { Freeze } from "../loop/loop-options.ts";
import { runLoop } from "../loop/run-loop.ts";
import { proposeSmokeChecks } from "../plan/smoke-floor.ts";
import { resolvePlan } from "../plan/verification-planner.ts";
import { verify } from "../verify/verify.ts";
import { createFreeze } from "./create-freeze.ts";
import { asksForBinary } from "./asks-for-binary.ts";
import { endOfTrouble } from "./end-of-trouble.ts";
import { pullRequestBodyOf } from "./pull-request-body-of.ts";
import { prepareLoop } from "./prepare-loop.ts";
import { type Run, startRun } from "./run.ts";
import type { RunJobDeps } from "./run-job-deps.ts";
import type { RunRequest } from "./run-request.ts";
import { writeArtefacts } from "./write-artefacts.ts";

interface Judged {
  candidate: Candidate;
  verdict: Verdict;
}

/**
 * One run from checkout to pull request: checkout → plan → (loop → verify)* → publish, the
 * freeze of the plan coming about beside the first turns.
 * Whatever happens, the journal says so, the artefacts are written and the checkout is gone.
 * Only a failure of the journal itself or a defect makes it throw.
 */
export async function runJob(request: RunRequest, deps: RunJobDeps): Promise<RunResult> {
  const run = await startRun(request, deps);
  try {
    const checkout = await run.timed("checkout", () => openCheckout(run));
    await resolve(run, checkout);
    const judged = await work(run, checkout);
    if (judged !== null) await run.timed("publish", () => publish(run, checkout, judged));
  } catch (error) {
    await endOfTrouble(run, error);
  } finally {
    await run.close();
  }
  return writeArtefacts(run);
}

async function openCheckout(run: Run): Promise<Checkout> {
  const { runId, source, signal } = run.request;
  const checkout = await run.deps.checkouts.open({ runId, source, signal });
  run.keepCheckout(checkout);
  await run.record({ type: "checkout.opened", baseSha: checkout.baseSha, ref: checkout.ref });
  return checkout;
}

/** What will judge the change, read from the base before the model sees the repository. */
async function resolve(run: Run, checkout: Checkout): Promise<void> {
  await run.readSettings(checkout.workspace);
  const options = {
    operator: run.request.override,
    repository: run.settings.override,
    defaultBranch: checkout.ref,
    proposer: run.proposer,
    signal: run.request.signal,
  };
  const plan = await resolvePlan(checkout.workspace, options);
  run.keepPlan(plan);
  await run.record({ type: "plan.resolved", ...run.plan });
}

async function work(run: Run, checkout: Checkout): Promise<Judged | null> {
  const freeze = createFreeze(run, checkout);
  try {
    return await workUntilVerified(run, checkout, freeze);
  } finally {
    await freeze.stop();
  }
}

/** The model works until it says it is done; the verifier decides whether it is. Null when the run has ended. */
async function workUntilVerified(run: Run, checkout: Checkout, freeze: Freeze): Promise<Judged | null> {
  const loop = prepareLoop(run, checkout, freeze);
  let wasAsked = false;
  while (!isTerminal(run.state)) {
    const ended = await run.timed("loop", () => runLoop(loop()));
    if (ended.kind === "ended") {
      await run.end(ended.outcome, ended.reason);
      break;
    }
    await freeze.wait();
    const judged = await run.timed("verify", () => judge(run, checkout));
    if (judged.verdict.passed) return judged;
    const { question } = judged.verdict;
    const isSpent = run.state.repairFailures >= run.budget.repairAttempts;
    // the model hears of it once and may find a way that leaves old tests alone; then only a person can say
    if (question !== undefined && (wasAsked || isSpent)) await run.end("blocked", question);
    else if (isSpent) {
      await run.end(
        "failed",
        `The verifier rejected ${run.state.repairFailures} proposals: ${judged.verdict.summary}`,
      );
    }
    wasAsked ||= question !== undefined;
  }
  return null;
}

/** Nothing was declared, by the repository or the model: the changed files are at least read by their language's checker. */
async function layFloor(run: Run, { files }: Candidate): Promise<void> {
  if (run.state.verificationPlan?.length !== 0 || run.state.smokeFloorAttempted) return;
  const checks = proposeSmokeChecks(files);
  if (checks.length > 0) await run.record({ type: "smokeFloor.set", checks });
}

async function judge(run: Run, checkout: Checkout): Promise<Judged> {
  const attempt = run.state.verifierResults.length + 1;
  const candidate = await checkout.candidate();
  run.keepCandidate(candidate);
  await layFloor(run, candidate);
  const verdict = await verify({
    plan: run.state.verificationPlan ?? [],
    baseline: run.baseline,
    candidate,
    checkout,
    taskKind: run.state.taskKind,
    gates: run.settings.gates,
    ...(run.rubric === null ? {} : { rubric: run.rubric }),
    secrets: { values: run.secrets, find: null },
    binariesAsked: asksForBinary(run.request.goal),
    timeoutMs: run.checkTimeoutMs,
    signal: run.request.signal,
    onCheck: async ({ name, status, exitCode, durationMs }) => {
      const result = { name, status, exitCode: exitCode ?? null, durationMs: durationMs ?? 0 };
      await run.record({ type: "check.finished", attempt, ...result });
    },
  });
  run.keepVerdict(verdict);
  await run.record({ type: "verdict.reached", attempt, verdict });
  return { candidate, verdict };
}

/** What was judged is what is committed and what is pushed: one tree. */
async function publish(run: Run, checkout: Checkout, { candidate, verdict }: Judged): Promise<void> {
  if (candidate.files.length > 0) {
    const commitSha = await checkout.commit(run.commitOf(candidate));
    run.keepHead(commitSha);
    const files = candidate.files.map((file) => file.path);
    await run.record({ type: "candidate.committed", treeSha: candidate.treeSha, commitSha, files });
    const { draft } = run.settings;
    const body = pullRequestBodyOf(run, verdict);
    await run.deps.deliver?.({ checkout, commitSha, verdict, body, draft }, run.effect);
  }
  await run.end("success", null);
}
