import { join } from "node:path";
import { asAvatarError } from "../domain/errors.ts";
import type { Budget } from "../domain/budget.ts";
import type { Job } from "../domain/job.ts";
import type { Forge } from "../domain/ports/forge.ts";
import type { RunResult } from "../domain/run-result.ts";
import type { Goal } from "../intake/goal.ts";
import { publishChange, type PublishedChange } from "../publish/publish-change.ts";
import { publishRecord, type PublishedRecord } from "../publish/publish-record.ts";
import { causeAndRemedy } from "./end-of-trouble.ts";
import { endedStatus } from "./ended-status.ts";
import type { Listener } from "./emitter.ts";
import type { JobReport } from "./job-report.ts";
import { runJob } from "./run-job.ts";
import type { DeliverChange, RunJobDeps } from "./run-job-deps.ts";
import type { Override, RunRequest } from "./run-request.ts";
import { createStatusReporter, type StatusReporter } from "./status-reporter.ts";

const NO_RECORD: PublishedRecord = { ledger: null, journal: null, problems: [] };

export interface DeliverRunDeps {
  /** Everything a run needs but the place where its result goes. */
  run: Omit<RunJobDeps, "deliver" | "listeners">;
  listeners: readonly Listener[];
  budget: Budget;
  override: Override;
  checkTimeoutMs: number;
  /** Folder of all runs' artefacts; each run has one of its own in it. */
  runsDir: string;
  statusIntervalMs: number;
  readFile: (path: string) => Promise<string>;
}

interface Asked {
  job: Job;
  forge: Forge;
  goal: Goal;
  signal: AbortSignal;
}

/** A run whose result goes to GitHub: status comment, pull request with its checks, then the record of the run. */
export async function deliverRun(asked: Asked, deps: DeliverRunDeps): Promise<JobReport> {
  const { job, forge } = asked;
  const reporter = createStatusReporter({
    forge,
    issue: job.issue.number,
    runId: job.runId,
    recordedModel: deps.run.model.recorded,
    intervalMs: deps.statusIntervalMs,
    onTrouble: (error) => deps.run.onListenerFailure(error),
  });
  await reporter.begin();
  const request = await requestOf(asked, deps);
  const delivery: { published: PublishedChange | null } = { published: null };
  const deliver: DeliverChange = async (change, effect) => {
    const completedAt = deps.run.clock.now();
    const { runId, issue } = job;
    const { ref: base } = change.checkout;
    delivery.published = await publishChange({ forge, effect, runId, issue, base, completedAt, ...change });
  };
  const listeners = [reporter.listener, ...deps.listeners];
  const result = await runJob(request, { ...deps.run, deliver, listeners });
  return finish({ asked, deps, reporter, request, result, published: delivery.published });
}

async function requestOf({ job, forge, goal, signal }: Asked, deps: DeliverRunDeps): Promise<RunRequest> {
  const facts = await forge.facts();
  return {
    runId: job.runId,
    goal: goal.goal,
    asked: goal.asked,
    issue: { number: job.issue.number, title: job.issue.title },
    constraints: [],
    taskKind: goal.taskKind,
    conversation: [],
    repository: `${job.repository.owner}/${job.repository.name}`,
    repositoryUrl: facts.htmlUrl,
    requester: job.requester.login,
    amendmentsBy: job.verb === "approve" ? job.requester.login : null,
    source: { url: facts.cloneUrl, ref: facts.defaultBranch, token: await forge.gitToken() },
    override: deps.override,
    budget: deps.budget,
    checkTimeoutMs: deps.checkTimeoutMs,
    cleaned: goal.cleaned,
    outDir: join(deps.runsDir, job.runId),
    signal,
  };
}

interface Finished {
  asked: Asked;
  deps: DeliverRunDeps;
  reporter: StatusReporter;
  request: RunRequest;
  result: RunResult;
  published: PublishedChange | null;
}

/** The run has ended; its record is complete and can be shown. Only a change that went out takes it along. */
async function finish({ asked, deps, reporter, request, result, published }: Finished): Promise<JobReport> {
  const record = published === null ? NO_RECORD : await recordOf(asked, deps, request, published);
  const links = { pullRequest: published?.pullRequest.url ?? null, journal: record.journal?.url ?? null };
  const problems = record.problems.map(causeAndRemedy);
  const { repositoryUrl } = request;
  const last = endedStatus({ result, spent: reporter.view.spent, links, repositoryUrl, problems });
  await reporter.end(last).catch((error: unknown) => {
    deps.run.onListenerFailure(asAvatarError(error, "writing the last status comment"));
  });
  return {
    job: asked.job,
    result,
    pullRequest: published?.pullRequest ?? null,
    checkRuns: published?.checkRuns ?? [],
    ledger: record.ledger,
    journal: record.journal,
    outDir: request.outDir,
  };
}

async function recordOf(
  { job, forge }: Asked,
  deps: DeliverRunDeps,
  { outDir }: RunRequest,
  change: PublishedChange,
): Promise<PublishedRecord> {
  const read = async (name: string) => ({ name, content: await deps.readFile(join(outDir, name)) });
  const artefacts = await Promise.all(["journal.jsonl", "ledger.md", "result.json"].map(read));
  const ledger = await deps.readFile(join(outDir, "ledger.md"));
  return publishRecord({ forge, runId: job.runId, change, ledger, artefacts });
}
