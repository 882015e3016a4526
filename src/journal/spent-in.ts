import type { JournalLine } from "../domain/events.ts";
import { addUsage, NO_USAGE, type Usage } from "../domain/usage.ts";

export interface Spent {
  turns: number;
  usage: Usage;
  cost: number;
}

const NOTHING: Spent = { turns: 0, usage: NO_USAGE, cost: 0 };

/**
 * What all starts of the last run in a journal have spent. A call that a crash cut off counts with the worst case
 * that was reserved for it: nobody saw its bill. `isOver` says that the last start is no longer at work.
 */
export function spentIn(lines: readonly JournalLine[], { isOver }: { isOver: boolean }): Spent {
  let spent = NOTHING;
  let runId: string | null = null;
  let reserved = 0;
  for (const line of lines) {
    if (line.type === "run.started") {
      spent = line.runId === runId ? { ...spent, cost: spent.cost + reserved } : NOTHING;
      runId = line.runId;
      reserved = 0;
    } else if (line.type === "turn.started") {
      spent = { ...spent, turns: spent.turns + 1 };
      reserved = line.reservedCost;
    } else if (line.type === "model.answered" || line.type === "plan.asked") {
      spent = { ...spent, usage: addUsage(spent.usage, line.usage), cost: spent.cost + line.cost };
      reserved = 0;
    } else if (line.type === "run.ended") reserved = 0;
  }
  return isOver ? { ...spent, cost: spent.cost + reserved } : spent;
}
