import type { DecisionRecord, Evidence, TaskState } from "../../domain/task-state.ts";

/** One thing that happened, with the decision that led to it where there was one. */
export interface Moment {
  evidence: Evidence;
  decision: DecisionRecord | null;
}

/**
 * Evidence in time order, joined with its decisions. Each decision has one result, recorded in the same turn and
 * in the same order; a crash in between leaves a decision without one, which no later turn can pick up.
 */
export function readMoments(state: TaskState): Moment[] {
  const waiting = new Map<number, DecisionRecord[]>();
  for (const decision of state.decisions) {
    const queue = waiting.get(decision.step);
    if (queue === undefined) waiting.set(decision.step, [decision]);
    else queue.push(decision);
  }
  return state.evidence.map((evidence) => {
    const next = waiting.get(evidence.step)?.[0];
    if (next === undefined || !isResultOf(next, evidence)) return { evidence, decision: null };
    waiting.get(evidence.step)?.shift();
    return { evidence, decision: next };
  });
}

function isResultOf({ chosen }: DecisionRecord, { kind }: Evidence): boolean {
  return chosen === kind || chosen.startsWith(`${kind} `);
}

/** Whether a moment only repeats the one before it. */
export function repeats(moment: Moment, before: Moment | undefined): boolean {
  return (
    before !== undefined &&
    moment.evidence.kind === before.evidence.kind &&
    moment.evidence.summary === before.evidence.summary &&
    moment.evidence.detail === before.evidence.detail &&
    moment.decision?.chosen === before.decision?.chosen
  );
}
