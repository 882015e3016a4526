import { asAvatarError } from "../domain/errors.ts";
import type { Job, Verb } from "../domain/job.ts";
import type { Access, CommentRef, Conclusion, Forge, Forges, PullRequestRef } from "../domain/ports/forge.ts";
import type { JobLease } from "../domain/ports/job-queue.ts";
import type { RunStore } from "../domain/ports/run-store.ts";
import type { RunResult } from "../domain/run-result.ts";
import type { TaskKind } from "../domain/task-state.ts";
import { answerPlan } from "./answer-plan.ts";
import { deliverRun, type DeliverRunDeps } from "./deliver-run.ts";
import { helpText } from "./help-text.ts";

/** Where the outcome of a job can be seen. */
export interface JobReport {
  job: Job;
  result: RunResult | null;
  pullRequest: PullRequestRef | null;
  checkRuns: readonly { name: string; conclusion: Conclusion; url: string }[];
  ledger: CommentRef | null;
  journal: { path: string; url: string } | null;
  outDir: string;
}

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

const KIND: Partial<Record<Verb, TaskKind>> = {
  fix: "edit",
  explain: "investigate",
  why: "investigate",
  test: "test_only",
};

/** One accepted command, in the worker: who may, what is asked, a life sign, the work, the last word. */
export async function handleJob({ job, signal }: JobLease, deps: HandleJobDeps): Promise<void> {
  const forge = deps.forges.open(job.installationId, job.repository);
  const about = {
    run: job.runId,
    repository: `${job.repository.owner}/${job.repository.name}`,
    verb: job.verb,
  };
  const access = await forge.accessOf(job.requester);
  if (!mayCommand(access)) {
    deps.log("warn", "command refused: no write access", { ...about, user: job.requester.id, access });
    await forge.react(job.comment.id, "confused");
    return;
  }
  await forge.react(job.comment.id, "eyes");
  await deps.runs.markRunning(job.runId);
  try {
    await answer(job, forge, signal, deps);
  } catch (error) {
    const trouble = asAvatarError(error, "handling the command");
    deps.log("error", trouble.message, { ...about, code: trouble.code, advice: trouble.advice });
    await forge.react(job.comment.id, "confused").catch(() => {});
    throw error;
  }
}

export function mayCommand(access: Access): boolean {
  return access === "admin" || access === "write";
}

async function answer(job: Job, forge: Forge, signal: AbortSignal, deps: HandleJobDeps): Promise<void> {
  const taskKind = KIND[job.verb];
  if (taskKind !== undefined) {
    const report = await deliverRun({ job, forge, taskKind, signal }, deps);
    if (report.result !== null) await deps.runs.markEnded(job.runId, report.result);
    await forge.react(job.comment.id, report.result?.outcome === "success" ? "rocket" : "confused");
    deps.onReport(report);
    return;
  }
  const body = job.verb === "plan" ? await answerPlan({ job, forge, signal }, deps) : helpText(job);
  await forge.upsertComment({ issue: job.issue.number, marker: `avatar:answer:${job.runId}`, body });
  await forge.react(job.comment.id, job.verb === "plan" || job.verb === "help" ? "rocket" : "confused");
}
