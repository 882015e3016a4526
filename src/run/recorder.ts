import { applyEvent, initialState } from "../domain/apply-event.ts";
import type { RunEvent } from "../domain/events.ts";
import type { Emitter } from "../domain/ports/emitter.ts";
import type { Journal } from "../domain/ports/journal.ts";
import type { Recorder } from "../domain/ports/recorder.ts";
import type { TaskState } from "../domain/task-state.ts";

type Started = Extract<RunEvent, { type: "run.started" }>;

/**
 * Journal first, state second, observers last: what the state says is on disk already, and nobody is told
 * of something that could still fail. An event that breaks a rule is refused before it is written.
 */
export async function startRecorder(journal: Journal, emitter: Emitter, started: Started): Promise<Recorder> {
  let state: TaskState = initialState(started);
  await journal.append(started);
  emitter.emit(started);
  return {
    get state() {
      return state;
    },
    async record(event) {
      const next = applyEvent(state, event);
      await journal.append(event);
      state = next;
      emitter.emit(event);
      return state;
    },
  };
}
