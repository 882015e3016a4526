import type { ExcludedCommand, PathFilter } from "../../domain/plan.ts";
import { posix } from "node:path";
import type { Artefacts } from "../artefacts.ts";
import { calledScope } from "./called-scope.ts";
import { evaluateIf, resolveValue } from "./evaluate-expression.ts";
import type { Value } from "./evaluate-expression.ts";
import { expandMatrix } from "./expand-matrix.ts";
import type { Cell } from "./expand-matrix.ts";
import { rankCells, workAxes } from "./rank-cells.ts";
import { gatherSteps } from "./gather-steps.ts";
import type { GatheredSteps } from "./gather-steps.ts";
import { runsOnText } from "./read-steps.ts";
import { readYaml, yamlLines } from "./read-yaml.ts";
import { atLine } from "../at-line.ts";
import { withDefaults, withEnv } from "./step-scope.ts";
import type { StepScope } from "./step-scope.ts";
import { JobShape, WorkflowShape } from "./workflow-shape.ts";

export interface JobRequest {
  artefacts: Artefacts;
  path: string;
  id: string;
  job: JobShape;
  scope: StepScope;
  /** Names around the job, for scripts that say nothing themselves. */
  hints: readonly string[];
  depth: number;
  /** The workflow puts a site or a release into the world, and runs for a push alone. */
  deploys: boolean;
  /** The files for which the workflow runs. */
  paths: PathFilter | undefined;
}

/** One job with its steps in order, gathered from the cells that run them. */
export interface GatheredJob extends GatheredSteps {
  id: string;
  path: string;
  services: string[];
  /** Names of the job and its workflow, as hints to what an unknown task is for. */
  hints: readonly string[];
  /** CI goes on when it fails. */
  soft: boolean;
  /** Its builds are for what it deploys, not for judging a change. */
  deploys: boolean;
  paths: PathFilter | undefined;
}

export interface JobSink {
  jobs: GatheredJob[];
  excluded: ExcludedCommand[];
  /** Jobs looked at so far, calls of workflows included. */
  read: number;
}

const DEEPEST_CALL = 4;
const MOST_GROUPS = 40;
const MOST_JOBS = 500;

export async function readJob(request: JobRequest, sink: JobSink): Promise<void> {
  const { job, path, id } = request;
  sink.read += 1;
  if (sink.read > MOST_JOBS) return tooMany(request);
  const place = `ci:${path}#${id}`;
  const line = (await yamlLines(request.artefacts, path))(["jobs", id]);
  const exclude = (reason: string): void => {
    sink.excluded.push({ command: `job ${id}`, provenance: place, reason, ...atLine(line) });
  };
  const scope = withEnv(request.scope, job.env);
  if (evaluateIf(job.if, scope.contexts) === false)
    return exclude("does not run for a change to the default branch");
  const cells = expandMatrix(job.strategy?.matrix, scope.contexts);
  const groups = groupCells(request, cells);
  if (job.uses !== undefined) return callWorkflow(request, groups, sink);
  const linux = groups.map((group) =>
    withoutCross(group.filter((cell) => isLinux(runsOnText(job["runs-on"], cellScope(request, cell))))),
  );
  if (linux.every((group) => group.length === 0)) return exclude("runs on macOS or Windows only");
  for (const group of linux.filter((one) => one.length > 0)) sink.jobs.push(await gather(request, group));
}

function tooMany({ artefacts }: JobRequest): void {
  const warning = `Only the first ${MOST_JOBS} jobs were read.`;
  if (!artefacts.warnings.includes(warning)) artefacts.warnings.push(warning);
}

/** Cells for another processor cannot run here; they count only when there are no others. */
function withoutCross(cells: readonly Cell[]): Cell[] {
  const cross =
    /\b(i[3-6]86|aarch64|arm(64|hf|v\d\w*)?|armv\d\w*|s390x|powerpc\w*|ppc\w*|riscv\w*|mips\w*|sparc\w*|android\w*|wasm\w*|\w*-musl)\b/i;
  const native = cells.filter(
    (cell) => !Object.values(cell).some((value) => typeof value === "string" && cross.test(value)),
  );
  return native.length > 0 ? native : [...cells];
}

function isLinux(runsOn: string): boolean {
  return !/mac-?os|windows|win-|darwin|\bwin\d/i.test(runsOn) || /ubuntu|linux/i.test(runsOn);
}

/** Cells that differ in work stand apart; within a group any cell proves the same, the best comes first. */
function groupCells(request: JobRequest, cells: readonly Cell[]): Cell[][] {
  const text = JSON.stringify([request.job.steps, request.job.env, request.job.with]);
  const used = (axis: string): boolean =>
    text.includes(`matrix.${axis}`) || text.includes(`matrix['${axis}']`);
  const axes = workAxes(cells, used);
  const groups = new Map<string, Cell[]>();
  for (const cell of cells) {
    const key = JSON.stringify(axes.map((axis) => cell[axis] ?? null));
    groups.set(key, [...(groups.get(key) ?? []), cell]);
  }
  const runsOn = (cell: Cell): string => runsOnText(request.job["runs-on"], cellScope(request, cell));
  return [...groups.values()].slice(0, MOST_GROUPS).map((group) => rankCells(group, runsOn));
}

function cellScope(request: JobRequest, cell: Cell): StepScope {
  const scope = {
    ...request.scope,
    contexts: { ...request.scope.contexts, matrix: { values: cell, open: false } },
  };
  return withDefaults(withEnv(scope, request.job.env), request.job.defaults);
}

async function gather(request: JobRequest, cells: readonly Cell[]): Promise<GatheredJob> {
  const { artefacts, job, id, path, deploys, paths } = request;
  const lineOf = await yamlLines(artefacts, path);
  const gathered = await gatherSteps({
    artefacts,
    steps: job.steps ?? [],
    cells,
    scopeOf: (cell) => cellScope(request, cell),
    place: `${path}#${id}`,
    hints: hintsOf(request),
    lineOf: (index) => {
      const step = ["jobs", id, "steps", index];
      return lineOf([...step, "run"]) ?? lineOf([...step, "uses"]) ?? lineOf(step);
    },
  });
  return {
    ...gathered,
    id,
    path,
    deploys,
    paths,
    services: Object.keys(job.services ?? {}),
    hints: hintsOf(request),
    soft: isSoft(request, cells),
  };
}

function hintsOf({ job, id, hints }: JobRequest): string[] {
  return [...(job.name === undefined ? [] : [String(job.name)]), id, ...hints];
}

/** `continue-on-error` of the job, in its best cell. */
function isSoft(request: JobRequest, [best]: readonly Cell[]): boolean {
  const soft = request.job["continue-on-error"];
  if (soft === undefined || soft === null || best === undefined) return false;
  return resolveValue(soft as Value, cellScope(request, best).contexts) === true;
}

/** A reusable workflow of this repository, once for each piece of work the caller hands it. */
async function callWorkflow(request: JobRequest, groups: readonly Cell[][], sink: JobSink): Promise<void> {
  const { job, artefacts, path, id } = request;
  const uses = String(job.uses);
  const file = uses.startsWith("./") ? posix.normalize(uses) : null;
  if (file === null || !artefacts.has(file) || request.depth >= DEEPEST_CALL) {
    const reason =
      file === null ? "calls a workflow of another repository" : "calls a workflow that is not there";
    const line = (await yamlLines(artefacts, path))(["jobs", id, "uses"]);
    const provenance = `ci:${path}#${id}`;
    sink.excluded.push({ command: `job ${id} (${uses})`, provenance, reason, ...atLine(line) });
    return;
  }
  const parsed = WorkflowShape.safeParse(await readYaml(artefacts, file));
  if (!parsed.success) return;
  for (const [cell] of groups) {
    if (cell === undefined) continue;
    const scope = calledScope(parsed.data, job.with ?? {}, cellScope(request, cell));
    for (const [jobId, raw] of Object.entries(parsed.data.jobs)) {
      const inner = JobShape.safeParse(raw);
      if (!inner.success) continue;
      const called = { ...request, id: jobId, path: file, job: inner.data, scope, hints: hintsOf(request) };
      await readJob({ ...called, depth: request.depth + 1 }, sink);
    }
  }
}
