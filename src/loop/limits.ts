import type { Budget } from "../domain/budget.ts";
import type { TaskState } from "../domain/task-state.ts";
import type { LoopEnd } from "./loop-options.ts";

/** The limit of the run that is reached before another turn, or null. */
export function limitMet(state: TaskState, budget: Budget): LoopEnd | null {
  if (state.repairFailures >= budget.repairAttempts) {
    return {
      kind: "ended",
      outcome: "failed",
      reason:
        `The verifier rejected ${state.repairFailures} proposals. ${state.verifierResults.at(-1)?.summary ?? ""}`.trim(),
    };
  }
  if (state.iterations >= budget.turns) return incomplete(`All ${budget.turns} turns are used up.`);
  const failures = failuresInARow(state);
  if (failures >= budget.consecutiveFailures) {
    return incomplete(
      `${failures} steps in a row failed. The last: ${state.latestError ?? "no usable answer"}`,
    );
  }
  return null;
}

export function outOfTime(budget: Budget): LoopEnd {
  return incomplete(`The ${budget.minutes} minutes of the run are over.`);
}

export function outOfContext(tokens: number, budget: Budget): LoopEnd {
  return incomplete(
    `The next prompt would take about ${tokens} tokens; the limit is ${budget.contextTokens}. A shorter task or a larger limit would help.`,
  );
}

export function outOfMoney(spent: number, reserved: number, budget: Budget): LoopEnd {
  const worst = `$${spent.toFixed(4)} is spent and the next call may cost up to $${reserved.toFixed(4)}`;
  return incomplete(`${worst}; the limit is $${budget.cost.toFixed(2)}.`);
}

function incomplete(reason: string): LoopEnd {
  return { kind: "ended", outcome: "incomplete", reason };
}

// Answers that lead to no tool call at all leave only feedback behind; they count as failed steps too.
function failuresInARow(state: TaskState): number {
  const last = state.evidence.findLastIndex(({ kind }) => kind !== "feedback");
  return state.consecutiveFailures + (state.evidence.length - 1 - last);
}
