import { join } from "node:path";
import type { BaselineCheck } from "../domain/baseline.ts";
import type { Budget } from "../domain/budget.ts";
import type { ErrorCode } from "../domain/errors.ts";
import type { RunEvent } from "../domain/events.ts";
import type { VerificationPlan } from "../domain/plan.ts";
import type { Candidate, Checkout, CommitRequest } from "../domain/ports/checkouts.ts";
import type { Journal } from "../domain/ports/journal.ts";
import type { PlanProposer } from "../domain/ports/plan-proposer.ts";
import type { Recorder } from "../domain/ports/recorder.ts";
import type { ChangedFile, Workspace } from "../domain/ports/workspace.ts";
import { isTerminal, type Outcome, type TaskState } from "../domain/task-state.ts";
import type { Usage } from "../domain/usage.ts";
import type { Verdict } from "../domain/verdict.ts";
import { commitMessage } from "../publish/commit-message.ts";
import type { Effect } from "../publish/publish-change.ts";
import type { Rubric } from "../verify/rubric/rubric.ts";
import { createEmitter } from "./emitter.ts";
import { createMeter, type Meter } from "./meter.ts";
import { startRecorder } from "./recorder.ts";
import type { RepositorySettings, RunJobDeps } from "./run-job-deps.ts";
import type { RunRequest } from "./run-request.ts";

const EMPTY_PLAN: VerificationPlan = { setup: [], checks: [], excluded: [], warnings: [] };

interface Parts {
  journal: Journal;
  recorder: Recorder;
  meter: Meter;
  spent: { cost: number };
}

/** What one run has gathered so far, beside its TaskState: the things that are not the model's business. */
export class Run {
  readonly request: RunRequest;
  readonly deps: RunJobDeps;
  readonly timings: Record<string, number> = {};
  /** By all starts of the run together. */
  readonly spent: { cost: number };
  settings: RepositorySettings;
  plan: VerificationPlan = EMPTY_PLAN;
  planResolved = false;
  baseline: readonly BaselineCheck[] = [];
  rubric: Rubric | null = null;
  baseSha: string | null = null;
  headSha: string | null = null;
  patch = "";
  verdict: Verdict | null = null;
  reason: string | null = null;
  trouble: ErrorCode | null = null;
  files: readonly ChangedFile[] = [];
  #checkout: Checkout | null = null;
  readonly #journal: Journal;
  readonly #recorder: Recorder;
  readonly #meter: Meter;
  readonly #startedAt: number;

  constructor(request: RunRequest, deps: RunJobDeps, parts: Parts) {
    this.request = request;
    this.deps = deps;
    this.#journal = parts.journal;
    this.#recorder = parts.recorder;
    this.#meter = parts.meter;
    this.spent = parts.spent;
    this.#startedAt = deps.clock.monotonic();
    this.settings = deps.readSettings(null);
  }

  get state(): TaskState {
    return this.#recorder.state;
  }

  get recorder(): Recorder {
    return this.#recorder;
  }

  get journalPath(): string {
    return this.#journal.path;
  }

  /** The operator's limits, lowered where the repository asks for less. */
  get budget(): Budget {
    const { budget } = this.request;
    const { limits } = this.settings;
    return {
      ...budget,
      minutes: Math.min(budget.minutes, limits.minutes ?? Infinity),
      turns: Math.min(budget.turns, limits.turns ?? Infinity),
      cost: Math.min(budget.cost, limits.cost ?? Infinity),
    };
  }

  /** For one check of the plan: the repository's word, else the operator's. */
  get checkTimeoutMs(): number {
    return this.settings.checkTimeoutMs ?? this.request.checkTimeoutMs;
  }

  /** What must not turn up in a change: the operator's secrets and this run's own token. */
  get secrets(): readonly string[] {
    const { token } = this.request.source;
    return [...(this.deps.secrets ?? []), ...(token === null ? [] : [token])];
  }

  /** On the monotonic clock. */
  get deadline(): number {
    return this.#startedAt + this.budget.minutes * 60_000;
  }

  get usage(): Usage {
    return this.#meter.usage;
  }

  async record(event: RunEvent): Promise<void> {
    await this.#recorder.record(event);
  }

  /** Who reads prose for the plan; what it costs is the run's cost and must fit into its budget. */
  get proposer(): PlanProposer | null {
    const { proposer } = this.deps;
    if (proposer === null) return null;
    return {
      propose: async (request) =>
        proposer.propose({
          ...request,
          costLimit: this.budget.cost - this.spent.cost,
          onAnswered: async ({ usage, cost }) => {
            this.spent.cost += cost;
            await this.record({ type: "plan.asked", usage, cost });
          },
        }),
    };
  }

  /** The settings count from the base commit only, never from the change under judgement. */
  async readSettings(workspace: Workspace): Promise<void> {
    this.settings = this.deps.readSettings(await workspace.readFile(".github/avatar.yml"));
  }

  async end(outcome: Outcome, why: string | null): Promise<void> {
    const reason = outcome !== "success" && this.#meter.askedToAmend ? withWayOut(why) : why;
    this.reason = reason;
    if (outcome === "blocked" && !isTerminal(this.state)) {
      await this.record({ type: "run.blocked", reason: reason ?? "The run needs a person." });
    }
    await this.record({ type: "run.ended", outcome, reason });
  }

  /** An effect on the outside world is announced before it is tried and confirmed after it happened. */
  readonly effect: Effect = async (effect, key, act) => {
    await this.record({ type: "effect.intended", effect, key });
    const done = await act();
    await this.record({ type: "effect.done", effect, key, url: done.url });
    return done;
  };

  async timed<T>(name: string, act: () => Promise<T>): Promise<T> {
    const from = this.deps.clock.monotonic();
    try {
      return await act();
    } finally {
      const spent = this.deps.clock.monotonic() - from;
      this.timings[name] = Math.round((this.timings[name] ?? 0) + spent);
    }
  }

  commitOf(candidate: Candidate): CommitRequest {
    const { goal, issue, runId } = this.request;
    const title = issue?.title ?? goal.split("\n", 1)[0] ?? goal;
    const message = commitMessage({
      title,
      answer: this.state.finalAnswer ?? "",
      issue: issue?.number ?? null,
      runId,
    });
    return { candidate, message, author: this.deps.author, at: this.deps.clock.now() };
  }

  keepCheckout(checkout: Checkout): void {
    this.#checkout = checkout;
    this.baseSha = checkout.baseSha;
  }

  keepPlan(plan: VerificationPlan): void {
    const warnings = [...new Set([...this.settings.warnings, ...plan.warnings])];
    this.plan = { ...plan, warnings };
    this.planResolved = true;
  }

  keepCandidate({ patch, files }: Candidate): void {
    this.patch = patch;
    this.files = files;
  }

  keepBaseline(baseline: readonly BaselineCheck[]): void {
    this.baseline = baseline;
  }

  keepRubric(rubric: Rubric): void {
    this.rubric = rubric;
  }

  keepVerdict(verdict: Verdict): void {
    this.verdict = verdict;
  }

  keepHead(commitSha: string): void {
    this.headSha = commitSha;
  }

  /** The work so far, also when the run ended before it was judged. */
  async rescuePatch(): Promise<void> {
    if (this.#checkout === null || this.patch !== "") return;
    const candidate = await this.#checkout.candidate().catch(() => null);
    if (candidate !== null) this.keepCandidate(candidate);
  }

  async close(): Promise<void> {
    this.timings["total"] = Math.round(this.deps.clock.monotonic() - this.#startedAt);
    await this.rescuePatch();
    await this.#checkout?.dispose();
    await this.#journal.close();
  }
}

function withWayOut(reason: string | null): string {
  const way = "The run asked to change the checks it declared. `/avatar approve` runs it again and lets it.";
  return reason === null ? way : `${reason} ${way}`;
}

/** Opens the journal and writes its first lines. @throws JOURNAL_UNWRITABLE, DISK_FULL. */
export async function startRun(request: RunRequest, deps: RunJobDeps): Promise<Run> {
  const journal = await deps.openJournal(join(request.outDir, "journal.jsonl"));
  const before = await deps.spentBefore(journal.path);
  const meter = createMeter(before.usage);
  const listeners = [meter.listener, ...deps.listeners];
  const emitter = createEmitter(listeners, (error) => deps.onListenerFailure(error));
  const recorder = await startRecorder(journal, emitter, {
    type: "run.started",
    runId: request.runId,
    goal: request.goal,
    constraints: [...request.constraints],
    taskKind: request.taskKind,
    modeSource: "command",
    conversation: [...request.conversation],
    repository: request.repository,
    requester: request.requester,
    model: deps.model.model,
    recordedModel: deps.model.recorded,
    budget: request.budget,
  });
  const run = new Run(request, deps, { journal, recorder, meter, spent: { cost: before.cost } });
  for (const { source, removed } of request.cleaned) {
    await run.record({ type: "text.cleaned", source, removed: [...removed] });
  }
  return run;
}
