import { posix } from "node:path";
import type { Artefacts } from "../artefacts.ts";
import { githubEnvWrites } from "./github-env-writes.ts";
import { evaluateIf, interpolate, resolveValue, toText, UNKNOWN } from "./evaluate-expression.ts";
import type { Value } from "./evaluate-expression.ts";
import { commandOfAction, KNOWN_ACTIONS, toolsOfAction } from "./known-actions.ts";
import type { ToolSetup } from "./known-actions.ts";
import { readYaml } from "./read-yaml.ts";
import { WORKSPACE_ROOT } from "./run-step.ts";
import type { RunStep } from "./run-step.ts";
import { fillScript, folderOf, resolveFolder, withEnv, withVariables } from "./step-scope.ts";
import type { StepScope } from "./step-scope.ts";
import { ActionShape, StepShape } from "./workflow-shape.ts";
import { ownValue } from "../own-value.ts";

/** A step that runs something, with the place it has in the job: the key is the same in every cell. */
export interface PlacedStep {
  key: string;
  step: RunStep;
  /** Expressions that the marks in the script stand for. */
  unknown: readonly string[];
  /** Where the repository and others were checked out when the step runs. */
  places: Places;
}

/** Checkouts so far. `root` is this repository's. */
interface Places {
  root: string;
  foreign: readonly string[];
  /** The repository has been checked out. */
  own: boolean;
}

export interface StepReading {
  steps: PlacedStep[];
  /** Keys of steps that this cell skips and another may run. */
  skipped: string[];
  /** `uses` that were not followed, and tools they set up. */
  actions: string[];
  /** Toolchains that actions set up, with what they were given. */
  tools: ToolSetup[];
  /** Actions looked at, however deep. */
  opened: number;
}

interface Walk {
  artefacts: Artefacts;
  /** `path#job`, completed by the step's name. */
  place: string;
  hints: readonly string[];
  soft: boolean;
  depth: number;
  reading: StepReading;
  places: Places;
  lineOf: StepsRequest["lineOf"];
}

const DEEPEST_ACTION = 5;
const MOST_STEPS = 300;

export interface StepsRequest {
  artefacts: Artefacts;
  scope: StepScope;
  place: string;
  hints: readonly string[];
  /** The line of a step of the job, by its index. */
  lineOf: (index: number) => number | undefined;
}

export async function readSteps(steps: readonly unknown[], request: StepsRequest): Promise<StepReading> {
  const reading: StepReading = { steps: [], skipped: [], actions: [], tools: [], opened: 0 };
  const places: Places = { root: WORKSPACE_ROOT, foreign: [], own: false };
  const { artefacts, place, hints, lineOf } = request;
  await walkSteps(
    steps,
    request.scope,
    { artefacts, place, hints, soft: false, depth: 0, reading, places, lineOf },
    "",
  );
  return reading;
}

async function walkSteps(
  steps: readonly unknown[],
  scope: StepScope,
  walk: Walk,
  prefix: string,
): Promise<StepScope> {
  let current = scope;
  for (const [index, raw] of steps.slice(0, MOST_STEPS).entries()) {
    const parsed = StepShape.safeParse(raw);
    if (!parsed.success) continue;
    current = await walkStep(parsed.data, current, walk, `${prefix}${index}`);
  }
  return current;
}

async function walkStep(step: StepShape, scope: StepScope, walk: Walk, key: string): Promise<StepScope> {
  const own = withEnv(scope, step.env);
  if (evaluateIf(step.if, own.contexts) === false) {
    if (/matrix|env|inputs/.test(String(step.if))) walk.reading.skipped.push(key);
    return withStepOutputs(scope, step.id, true);
  }
  const after = withStepOutputs(scope, step.id, false);
  if (step.run !== undefined) return runStep(step, own, after, { walk, key });
  if (step.uses !== undefined) return useAction(step, own, after, { walk, key });
  if (step.parallel !== undefined) await walkSteps(step.parallel, own, walk, `${key}.`);
  return after;
}

/** Outputs of a skipped step are empty; those of a step that runs are unknown. */
function withStepOutputs(scope: StepScope, id: string | undefined, skipped: boolean): StepScope {
  if (id === undefined || !skipped) return scope;
  const steps = scope.contexts["steps"] ?? { values: {}, open: true };
  const values = { ...steps.values, [id]: { outputs: {}, outcome: "skipped", conclusion: "skipped" } };
  return { ...scope, contexts: { ...scope.contexts, steps: { ...steps, values } } };
}

interface At {
  walk: Walk;
  key: string;
}

function runStep(step: StepShape, own: StepScope, after: StepScope, at: At): StepScope {
  const folder = step["working-directory"];
  const script = String(step.run);
  emit(step, own, at, {
    script,
    shell: step.shell ?? own.shell ?? "bash",
    folder: folder === undefined ? undefined : String(folder),
  });
  if (!script.includes("GITHUB_ENV")) return after;
  const filled = fillScript(script, own.contexts, []);
  return withVariables(after, {
    ...after.env,
    ...githubEnvWrites(filled, { ...knownEnv(own).env, HOME: "$HOME" }),
  });
}

interface Script {
  script: string;
  shell: string;
  folder: string | undefined;
}

function emit(step: StepShape, scope: StepScope, { walk, key }: At, script: Script): void {
  const unknown: string[] = [];
  const filled = fillScript(script.script, scope.contexts, unknown);
  const name = step.name === undefined ? undefined : interpolate(String(step.name), scope.contexts);
  const title =
    name?.ok === true
      ? name.text
      : (step.id ??
        (step.name === undefined ? `step ${Number(key.split(".").at(-1)) + 1}` : String(step.name)));
  walk.reading.steps.push({
    key,
    unknown,
    places: walk.places,
    step: {
      script: filled,
      shell: script.shell,
      folder: folderOf(scope, script.folder),
      ...knownEnv(scope),
      provenance: `ci:${walk.place}/${title.replaceAll(/\s+/g, " ").trim()}`,
      line: walk.lineOf(Number.parseInt(key)),
      hints: [title, ...walk.hints],
      soft: walk.soft || isTrue(step["continue-on-error"], scope),
      checksByPlace: false,
    },
  });
}

function isTrue(value: unknown, scope: StepScope): boolean {
  return value === undefined || value === null
    ? false
    : resolveValue(value as Value, scope.contexts) === true;
}

function knownEnv(scope: StepScope): { env: Record<string, string>; unknownEnv: string[] } {
  const env: Record<string, string> = {};
  const unknownEnv: string[] = [];
  for (const [name, value] of Object.entries(scope.env)) {
    if (value === UNKNOWN) unknownEnv.push(name);
    else env[name] = value;
  }
  return { env, unknownEnv };
}

async function useAction(step: StepShape, own: StepScope, after: StepScope, at: At): Promise<StepScope> {
  const uses = String(step.uses);
  at.walk.reading.opened += 1;
  if (at.walk.reading.opened > MOST_STEPS) return after;
  if (uses.startsWith("./")) return useLocalAction(uses, step, own, { ...at, after });
  const name = (uses.split("@")[0] ?? "").toLowerCase().replace(/^(docker:\/\/[^:]*):.*/, "$1");
  const inputs = Object.fromEntries(
    Object.entries(step.with ?? {}).flatMap(([input, value]) => {
      const resolved = resolveValue(value as Value, own.contexts);
      return resolved === UNKNOWN ? [] : [[input, toText(resolved)]];
    }),
  );
  if (name === "actions/checkout") at.walk.places = checkOut(at.walk.places, step, own);
  const known =
    ownValue(KNOWN_ACTIONS, name) ?? ownValue(KNOWN_ACTIONS, name.split("/").slice(0, 2).join("/"));
  if (known === undefined) {
    at.walk.reading.actions.push(uses);
    return after;
  }
  at.walk.reading.tools.push(...toolsOfAction(known, uses, inputs));
  const folder = inputs["working-directory"] ?? inputs["working_directory"];
  for (const script of commandOfAction(known, inputs)) {
    emit({ ...step, name: step.name ?? name }, own, at, { script, shell: "bash", folder });
  }
  return after;
}

function checkOut(places: Places, step: StepShape, scope: StepScope): Places {
  const { path, repository } = step.with ?? {};
  const folder = typeof path === "string" ? resolveFolder(path, scope.contexts) : WORKSPACE_ROOT;
  if (folder === null) return places;
  const foreign = typeof repository === "string" && !repository.includes("${{");
  // The first is the change; another of the same repository is one more state of it, to compare with.
  if (!foreign && !places.own) return { ...places, root: folder, own: true };
  return folder === places.root || folder === WORKSPACE_ROOT
    ? places
    : { ...places, foreign: [...places.foreign, folder] };
}

async function useLocalAction(
  uses: string,
  step: StepShape,
  own: StepScope,
  at: At & { after: StepScope },
): Promise<StepScope> {
  const { walk, key, after } = at;
  const folder = posix.normalize(uses).replace(/\/$/, "");
  const path = [`${folder}/action.yml`, `${folder}/action.yaml`].find((one) => walk.artefacts.has(one));
  if (path === undefined || walk.depth >= DEEPEST_ACTION) {
    walk.reading.actions.push(uses);
    return after;
  }
  const parsed = ActionShape.safeParse(await readYaml(walk.artefacts, path));
  if (!parsed.success || parsed.data.runs.using !== "composite") {
    walk.reading.actions.push(uses);
    return after;
  }
  const inner: Walk = {
    ...walk,
    hints: [...(step.name === undefined ? [] : [String(step.name)]), ...walk.hints],
    soft: walk.soft || isTrue(step["continue-on-error"], own),
    depth: walk.depth + 1,
  };
  const scope = actionScope(parsed.data, step, own, folder);
  const end = await walkSteps(parsed.data.runs.steps ?? [], scope, inner, `${key}.`);
  walk.places = inner.places;
  return withVariables(after, { ...after.env, ...changedEnv(scope, end) });
}

function actionScope(action: ActionShape, step: StepShape, own: StepScope, folder: string): StepScope {
  const inputs: Record<string, Value> = {};
  for (const [name, input] of Object.entries(action.inputs ?? {})) {
    const given = ownValue(step.with ?? {}, name);
    const value =
      given === undefined || given === null ? ((input?.default ?? "") as Value) : (given as Value);
    const resolved = resolveValue(value, own.contexts);
    inputs[name] = resolved === UNKNOWN ? UNKNOWN : toText(resolved);
  }
  const github = own.contexts["github"];
  return {
    ...own,
    shell: undefined,
    folder: undefined,
    contexts: {
      ...own.contexts,
      inputs: { values: inputs, open: false },
      steps: { values: {}, open: true },
      ...(github === undefined
        ? {}
        : {
            github: {
              ...github,
              values: { ...github.values, action_path: posix.join(WORKSPACE_ROOT, folder) },
            },
          }),
    },
  };
}

function changedEnv(before: StepScope, after: StepScope): StepScope["env"] {
  return Object.fromEntries(Object.entries(after.env).filter(([name, value]) => before.env[name] !== value));
}

/** `runs-on` as text, for telling Linux from the rest; empty when only CI knows. */
export function runsOnText(runsOn: unknown, scope: StepScope): string {
  const value = resolveValue(runsOn as Value, scope.contexts);
  if (value === UNKNOWN || value === null) return "";
  if (typeof value === "object") return JSON.stringify(value);
  return String(value);
}
