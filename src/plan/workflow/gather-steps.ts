import type { Artefacts } from "../artefacts.ts";
import type { Cell } from "./expand-matrix.ts";
import type { ToolSetup } from "./known-actions.ts";
import { readSteps } from "./read-steps.ts";
import type { PlacedStep } from "./read-steps.ts";
import type { StepScope } from "./step-scope.ts";

interface GatherRequest {
  artefacts: Artefacts;
  steps: readonly unknown[];
  /** Best first. */
  cells: readonly Cell[];
  scopeOf(cell: Cell): StepScope;
  place: string;
  hints: readonly string[];
  lineOf: (index: number) => number | undefined;
}

export interface GatheredSteps {
  steps: PlacedStep[];
  /** Actions that were not followed. */
  actions: string[];
  /** Toolchains that the best cell sets up. */
  tools: readonly ToolSetup[];
}

const MOST_CELLS_READ = 48;

/** Steps as the best cell runs them; those that it skips come from the next cell that does not. */
export async function gatherSteps(request: GatherRequest): Promise<GatheredSteps> {
  const found = new Map<string, PlacedStep>();
  const actions = new Set<string>();
  let tools: readonly ToolSetup[] = [];
  let missing: readonly string[] = [];
  let first = true;
  for (const cell of request.cells.slice(0, MOST_CELLS_READ)) {
    const reading = await readSteps(request.steps, { ...request, scope: request.scopeOf(cell) });
    for (const one of reading.actions) actions.add(one);
    if (first) tools = reading.tools;
    for (const placed of reading.steps) {
      if (first || missing.includes(placed.key)) addStep(found, placed);
    }
    missing = (first ? reading.skipped : missing).filter((key) => reading.skipped.includes(key));
    first = false;
    if (missing.length === 0) break;
  }
  const steps = [...found.values()].sort((a, b) => compareKeys(a.key, b.key));
  return { steps, actions: [...actions], tools };
}

/** An action may run several lines in one step. */
function addStep(found: Map<string, PlacedStep>, placed: PlacedStep): void {
  let key = placed.key;
  while (found.has(key) && found.get(key)?.step.script !== placed.step.script) key += "+";
  if (!found.has(key)) found.set(key, placed);
}

/** Keys are indexes, with a dot for every action that a step lies in. */
function compareKeys(left: string, right: string): number {
  const a = left.split(".").map(Number);
  const b = right.split(".").map(Number);
  const index = a.findIndex((value, at) => value !== b[at]);
  return index < 0 ? a.length - b.length : (a[index] ?? 0) - (b[index] ?? -1);
}
