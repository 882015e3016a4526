import { asAvatarError, type AvatarError } from "../domain/errors.ts";
import type { Job } from "../domain/job.ts";
import type { Access, Forge, Forges } from "../domain/ports/forge.ts";
import type { JobLease } from "../domain/ports/job-queue.ts";
import type { RunStore } from "../domain/ports/run-store.ts";
import { composeGoal } from "../intake/goal.ts";
import { renderStatusComment, statusMarker } from "../publish/render-status-comment.ts";
import { answerPlan } from "./answer-plan.ts";
import { deliverRun, type DeliverRunDeps } from "./deliver-run.ts";
import { helpText } from "./help-text.ts";
import type { JobReport } from "./job-report.ts";

/** One line for the operator. */
export type Log = (
  level: "info" | "warn" | "error",
  message: string,
  details: Readonly<Record<string, unknown>>,
) => void;

export interface HandleJobDeps extends DeliverRunDeps {
  forges: Forges;
  runs: RunStore;
  log: Log;
  onReport: (report: JobReport) => void;
}

/**
 * One accepted command, in the worker: who may, a life sign, the work, the last word. It throws only before the
 * work began, so that the queue gives the job to the next try; after that everything is told on the issue.
 */
export async function handleJob({ job, signal }: JobLease, deps: HandleJobDeps): Promise<void> {
  const forge = deps.forges.open(job.installationId, job.repository);
  const access = await forge.accessOf(job.requester);
  if (!mayCommand(access)) {
    deps.log("warn", "command refused: no write access", { ...about(job), user: job.requester.id, access });
    await forge.react(job.comment.id, "confused");
    return close(job, nothingOf(job), deps);
  }
  await forge.react(job.comment.id, "eyes");
  await deps.runs.markRunning(job.runId);
  try {
    const report = await answer(job, forge, signal, deps);
    await lastReaction(forge, job, report.result === null || report.result.outcome === "success");
    await close(job, report, deps);
  } catch (thrown) {
    const trouble = asAvatarError(thrown, "handling the command");
    deps.log("error", trouble.message, { ...about(job), code: trouble.code, advice: trouble.advice });
    await tellTrouble(forge, job, trouble, deps);
    await lastReaction(forge, job, false);
    await close(job, nothingOf(job), deps);
  }
}

function mayCommand(access: Access): boolean {
  return access === "admin" || access === "write";
}

async function answer(job: Job, forge: Forge, signal: AbortSignal, deps: HandleJobDeps): Promise<JobReport> {
  const goal = composeGoal(job);
  if (goal !== null) return deliverRun({ job, forge, goal, signal }, deps);
  const body = job.verb === "plan" ? await answerPlan({ job, forge, signal }, deps) : helpText(job);
  await forge.upsertComment({ issue: job.issue.number, marker: `avatar:answer:${job.runId}`, body });
  return nothingOf(job);
}

function nothingOf(job: Job): JobReport {
  return { job, result: null, pullRequest: null, checkRuns: [], ledger: null, journal: null, outDir: "" };
}

async function close(job: Job, report: JobReport, deps: HandleJobDeps): Promise<void> {
  await deps.runs.markEnded(job.runId, report.result);
  const { result } = report;
  if (result !== null)
    deps.log("info", `run ended: ${result.outcome}`, { ...about(job), reason: result.reason });
  deps.onReport(report);
}

function about({ runId, repository, issue, verb }: Job): Record<string, unknown> {
  return { run: runId, repository: `${repository.owner}/${repository.name}`, issue: issue.number, verb };
}

/** A reaction is a courtesy: that it could not be made changes nothing. */
async function lastReaction(forge: Forge, job: Job, isGood: boolean): Promise<void> {
  await forge.react(job.comment.id, isGood ? "rocket" : "confused").catch(() => {});
}

async function tellTrouble(forge: Forge, job: Job, trouble: AvatarError, deps: HandleJobDeps): Promise<void> {
  const body = renderStatusComment({
    stage: "ended",
    runId: job.runId,
    recordedModel: deps.run.model.recorded,
    ending: "failed",
    cause: trouble.message,
    remedy: trouble.advice,
    answer: null,
    results: [],
    notRun: [],
    spent: null,
    links: { pullRequest: null, journal: null },
  });
  const marker = statusMarker(job.runId);
  await forge.upsertComment({ issue: job.issue.number, marker, body }).catch((error: unknown) => {
    const { message, code } = asAvatarError(error, "telling the failure");
    deps.log("warn", message, { ...about(job), code });
  });
}
