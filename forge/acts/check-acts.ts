import { ApiError, invalid, notFound } from "../api-error.ts";
import { emitCheckRun, emitCheckSuite } from "../events.ts";
import type { Occasion } from "../events.ts";
import { suiteState } from "../payload/check.ts";
import { suiteFor } from "../push.ts";
import { resolveCommit } from "../repository-git.ts";
import type { Annotation, CheckAction, CheckRun, CheckSuite, Repository } from "../state.ts";
import type { World } from "../world.ts";
import type { Told } from "./issue-acts.ts";

/** The fields of a request that makes or changes a check run. */
export interface CheckFields {
  name?: string;
  head_sha?: string;
  details_url?: string;
  external_id?: string;
  status?: string;
  started_at?: string;
  conclusion?: string;
  completed_at?: string;
  output?: {
    title?: string;
    summary?: string;
    text?: string;
    annotations?: Annotation[];
    images?: unknown[];
  };
  actions?: CheckAction[];
}

const LONGEST_TEXT = 65_535;
const MOST_ANNOTATIONS = 50;

function requireValid({ status, conclusion, output }: CheckFields): void {
  if (status === "completed" && conclusion === undefined) {
    throw new ApiError(422, "Invalid request.\n\nMissing required `conclusion` for a completed check run.");
  }
  if (conclusion === "stale") throw invalid("CheckRun", "conclusion", "only GitHub may set `stale`");
  for (const field of ["summary", "text"] as const) {
    if ((output?.[field]?.length ?? 0) > LONGEST_TEXT) {
      throw invalid("CheckRun", field, `${field} exceeds a maximum of ${LONGEST_TEXT} characters`);
    }
  }
  requireValidAnnotations(output?.annotations ?? []);
}

function requireValidAnnotations(annotations: Annotation[]): void {
  if (annotations.length > MOST_ANNOTATIONS) {
    const problem = `No more than ${MOST_ANNOTATIONS} items are allowed; ${annotations.length} were supplied.`;
    throw new ApiError(422, `Invalid request.\n\n${problem}`);
  }
  for (const { title, start_line, end_line } of annotations) {
    if ((title?.length ?? 0) > 255)
      throw invalid("CheckRun", "annotations", "title is too long (maximum is 255 characters)");
    if (end_line < start_line) throw invalid("CheckRun", "annotations", "end_line is before start_line");
  }
}

export async function createCheckRun(world: World, at: Occasion, fields: CheckFields): Promise<CheckRun> {
  requireValid(fields);
  const { repo } = at;
  const sha = /^[0-9a-f]{40}$/u.test(fields.head_sha ?? "")
    ? await resolveCommit(repo.gitDir, fields.head_sha ?? "")
    : null;
  if (sha === null) throw new ApiError(422, `No commit found for SHA: ${fields.head_sha ?? ""}`);
  const suite = suiteFor(world, repo, { sha, branch: branchAt(repo, sha), before: null });
  const run: CheckRun = {
    id: world.state.takeId(),
    suiteId: suite.id,
    name: fields.name ?? "",
    headSha: sha,
    status: "queued",
    conclusion: null,
    startedAt: world.now(),
    completedAt: null,
    detailsUrl: null,
    externalId: null,
    title: null,
    summary: null,
    text: null,
    annotations: [],
    actions: [],
  };
  apply(world, run, fields);
  repo.checkRuns.push(run);
  world.tell(emitCheckRun(world, at, { action: "created", run, suite }));
  if (run.status === "completed") announceCompletion(world, at, { run, suite });
  return run;
}

export function updateCheckRun(
  world: World,
  at: Occasion,
  { run, fields }: { run: CheckRun; fields: CheckFields },
): void {
  requireValid(fields);
  const was = run.status;
  apply(world, run, fields);
  const suite = suiteOf(at.repo, run);
  suite.updatedAt = world.now();
  if (was !== "completed" && run.status === "completed") announceCompletion(world, at, { run, suite });
}

function apply(world: World, run: CheckRun, fields: CheckFields): void {
  run.name = fields.name ?? run.name;
  run.detailsUrl = fields.details_url ?? run.detailsUrl;
  run.externalId = fields.external_id ?? run.externalId;
  run.actions = fields.actions ?? run.actions;
  if (fields.started_at !== undefined) run.startedAt = new Date(fields.started_at);
  applyStatus(world, run, fields);
  if (fields.output !== undefined) applyOutput(run, fields.output);
}

function applyStatus(world: World, run: CheckRun, fields: CheckFields): void {
  // a conclusion completes the run, whatever the status says
  const status = fields.conclusion === undefined ? fields.status : "completed";
  if (status === undefined) return;
  run.status = status;
  const completes = status === "completed";
  run.conclusion = completes ? (fields.conclusion ?? run.conclusion) : null;
  const completedAt =
    fields.completed_at === undefined ? (run.completedAt ?? world.now()) : new Date(fields.completed_at);
  run.completedAt = completes ? completedAt : null;
}

function applyOutput(run: CheckRun, output: NonNullable<CheckFields["output"]>): void {
  run.title = output.title ?? run.title;
  run.summary = output.summary ?? run.summary;
  run.text = output.text ?? run.text;
  run.annotations.push(...(output.annotations ?? []));
}

function announceCompletion(
  world: World,
  at: Occasion,
  { run, suite }: { run: CheckRun; suite: CheckSuite },
): void {
  world.tell(emitCheckRun(world, at, { action: "completed", run, suite }));
  if (suiteState(at.repo, suite).status === "completed") {
    world.tell(emitCheckSuite(world, at, { action: "completed", suite }));
  }
}

function branchAt(repo: Repository, sha: string): string | null {
  for (const [ref, head] of repo.refs) if (head === sha) return ref.replace("refs/heads/", "");
  return null;
}

export function findCheckRun(repo: Repository, id: number): CheckRun {
  const run = repo.checkRuns.find((candidate) => candidate.id === id);
  if (run === undefined) throw notFound();
  return run;
}

export function suiteOf(repo: Repository, run: CheckRun): CheckSuite {
  const suite = repo.checkSuites.find((candidate) => candidate.id === run.suiteId);
  if (suite === undefined) throw new Error(`check run ${run.id} has no suite`);
  return suite;
}

/** A person presses one of the run's own buttons. */
export function clickAction(
  world: World,
  at: Occasion,
  { run, identifier }: { run: CheckRun; identifier: string },
): Told {
  if (!run.actions.some((action) => action.identifier === identifier)) throw notFound();
  const extra = { requested_action: { identifier } };
  return {
    told: emitCheckRun(world, at, { action: "requested_action", run, suite: suiteOf(at.repo, run), extra }),
  };
}

/** A person presses "Re-run". */
export function rerequestRun(world: World, at: Occasion, run: CheckRun): Told {
  return { told: emitCheckRun(world, at, { action: "rerequested", run, suite: suiteOf(at.repo, run) }) };
}

/** A person presses "Re-run all checks". */
export function rerequestSuite(world: World, at: Occasion, suite: CheckSuite): Told {
  return { told: emitCheckSuite(world, at, { action: "rerequested", suite }) };
}
