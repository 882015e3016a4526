import type { ExcludedCommand } from "../../domain/plan.ts";
import { posix } from "node:path";
import type { Artefacts } from "../artefacts.ts";
import { evaluateIf, resolveValue, UNKNOWN } from "./evaluate-expression.ts";
import type { Value } from "./evaluate-expression.ts";
import { expandMatrix } from "./expand-matrix.ts";
import type { Cell } from "./expand-matrix.ts";
import { rankCells, workAxes } from "./rank-cells.ts";
import { readSteps, runsOnText } from "./read-steps.ts";
import type { PlacedStep } from "./read-steps.ts";
import { readYaml } from "./read-yaml.ts";
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
}

/** One job with its steps in order, gathered from the cells that run them. */
export interface GatheredJob {
  id: string;
  path: string;
  steps: PlacedStep[];
  services: string[];
  /** CI goes on when it fails. */
  soft: boolean;
  /** Actions that were not followed. */
  actions: string[];
}

export interface JobSink {
  jobs: GatheredJob[];
  excluded: ExcludedCommand[];
}

const DEEPEST_CALL = 4;
const MOST_GROUPS = 40;
const MOST_CELLS_READ = 48;

export async function readJob(request: JobRequest, sink: JobSink): Promise<void> {
  const { job, path, id } = request;
  const place = `ci:${path}#${id}`;
  const exclude = (reason: string): void => {
    sink.excluded.push({ command: `job ${id}`, provenance: place, reason });
  };
  const scope = withEnv(request.scope, job.env);
  if (evaluateIf(job.if, scope.contexts) === false)
    return exclude("does not run for a change to the default branch");
  const cells = expandMatrix(job.strategy?.matrix, scope.contexts);
  const groups = groupCells(request, cells);
  if (job.uses !== undefined) return callWorkflow(request, groups, sink);
  const linux = groups.map((group) =>
    group.filter((cell) => isLinux(runsOnText(job["runs-on"], cellScope(request, cell)))),
  );
  if (linux.every((group) => group.length === 0)) return exclude("runs on macOS or Windows only");
  for (const group of linux.filter((one) => one.length > 0)) sink.jobs.push(await gather(request, group));
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
  const { artefacts, job, id, path } = request;
  const found = new Map<string, PlacedStep>();
  const actions = new Set<string>();
  let missing: string[] | null = null;
  for (const cell of cells.slice(0, MOST_CELLS_READ)) {
    const name = job.name === undefined ? [] : [String(job.name)];
    const reading = await readSteps(job.steps ?? [], {
      artefacts,
      scope: cellScope(request, cell),
      place: `${path}#${id}`,
      hints: [...name, id, ...request.hints],
    });
    for (const one of reading.actions) actions.add(one);
    for (const placed of reading.steps) {
      if (missing === null || missing.includes(placed.key)) addStep(found, placed);
    }
    missing = (missing ?? reading.skipped).filter((key) => reading.skipped.includes(key));
    if (missing.length === 0) break;
  }
  const soft = job["continue-on-error"];
  const [best] = cells;
  return {
    id,
    path,
    steps: [...found.values()].sort((a, b) => compareKeys(a.key, b.key)),
    services: Object.keys(job.services ?? {}),
    soft:
      soft !== undefined &&
      soft !== null &&
      best !== undefined &&
      resolveValue(soft as Value, cellScope(request, best).contexts) === true,
    actions: [...actions],
  };
}

function addStep(found: Map<string, PlacedStep>, placed: PlacedStep): void {
  // An action may run several lines in one step.
  let key = placed.key;
  while (found.has(key) && found.get(key)?.step.script !== placed.step.script) key += "+";
  if (!found.has(key)) found.set(key, placed);
}

function compareKeys(left: string, right: string): number {
  const a = left.split(".").map(Number);
  const b = right.split(".").map(Number);
  for (let index = 0; index < Math.max(a.length, b.length); index += 1) {
    const difference = (a[index] ?? -1) - (b[index] ?? -1);
    if (difference !== 0 && !Number.isNaN(difference)) return difference;
  }
  return 0;
}

/** A reusable workflow of this repository, once for each piece of work the caller hands it. */
async function callWorkflow(request: JobRequest, groups: readonly Cell[][], sink: JobSink): Promise<void> {
  const { job, artefacts, path, id } = request;
  const uses = String(job.uses);
  const called = uses.startsWith("./") ? posix.normalize(uses) : null;
  if (called === null || !artefacts.has(called) || request.depth >= DEEPEST_CALL) {
    const reason =
      called === null ? "calls a workflow of another repository" : "calls a workflow that is not there";
    sink.excluded.push({ command: `job ${id} (${uses})`, provenance: `ci:${path}#${id}`, reason });
    return;
  }
  const parsed = WorkflowShape.safeParse(await readYaml(artefacts, called));
  if (!parsed.success) return;
  for (const [cell] of groups) {
    if (cell === undefined) continue;
    const scope = calledScope(parsed.data, request, cellScope(request, cell));
    for (const [jobId, raw] of Object.entries(parsed.data.jobs)) {
      const inner = JobShape.safeParse(raw);
      if (!inner.success) continue;
      const name = job.name === undefined ? [] : [String(job.name)];
      await readJob(
        {
          artefacts,
          path: called,
          id: jobId,
          job: inner.data,
          scope,
          hints: [...name, id, ...request.hints],
          depth: request.depth + 1,
        },
        sink,
      );
    }
  }
}

function calledScope(workflow: WorkflowShape, request: JobRequest, caller: StepScope): StepScope {
  const on =
    typeof workflow.on === "object" && workflow.on !== null
      ? (workflow.on as Record<string, unknown>)["workflow_call"]
      : null;
  const declared =
    (on as { inputs?: Record<string, { default?: Value; type?: string } | null> } | null | undefined)
      ?.inputs ?? {};
  const inputs: Record<string, Value> = {};
  for (const [name, input] of Object.entries(declared)) {
    const given = (request.job.with ?? {})[name] as Value | undefined;
    const empty: Value = input?.type === "boolean" ? false : input?.type === "number" ? 0 : "";
    inputs[name] = given === undefined ? (input?.default ?? empty) : resolveValue(given, caller.contexts);
  }
  for (const [name, value] of Object.entries(inputs)) if (value === UNKNOWN) inputs[name] = UNKNOWN;
  const base = {
    ...request.scope,
    env: {},
    shell: undefined,
    folder: undefined,
    contexts: {
      ...request.scope.contexts,
      env: { values: {}, open: true },
      matrix: { values: {}, open: false },
      inputs: { values: inputs, open: false },
    },
  };
  return withDefaults(withEnv(base, workflow.env), workflow.defaults);
}
