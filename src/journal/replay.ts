import { applyEvent, initialState } from "../domain/apply-event.ts";
import type { JournalLine } from "../domain/events.ts";
import type { TaskState } from "../domain/task-state.ts";
import { corrupt } from "./journal-error.ts";

/**
 * The state a journal leads to, from its events alone.
 * @throws JOURNAL_CORRUPT when it does not begin with the start of a run, or an event breaks a rule of the state.
 */
export function replay(lines: readonly JournalLine[]): TaskState {
  const [first, ...rest] = lines;
  if (first?.type !== "run.started") throw corrupt(null, 1, "is not the start of a run");
  let state = initialState(first);
  for (const line of rest) {
    try {
      state = applyEvent(state, line);
    } catch (error) {
      throw corrupt(null, line.seq + 1, `(${line.type}) breaks a rule of the state`, error);
    }
  }
  return state;
}
