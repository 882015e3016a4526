import { applyEvent, initialState } from "../../src/domain/apply-event.ts";
import { Budget } from "../../src/domain/budget.ts";
import { RunEvent } from "../../src/domain/events.ts";
import type { Recorder } from "../../src/domain/ports/recorder.ts";
import type { TaskState } from "../../src/domain/task-state.ts";

type Started = Extract<RunEvent, { type: "run.started" }>;

export interface MemoryRecorder extends Recorder {
  readonly events: RunEvent[];
  /** The events of one type, in order. */
  of<T extends RunEvent["type"]>(type: T): Extract<RunEvent, { type: T }>[];
}

/** A recorder without a disk. Each event goes through JSON and the schema, as it would in a journal. */
export function memoryRecorder(started: Partial<Started> = {}): MemoryRecorder {
  const first = RunEvent.parse({
    type: "run.started",
    runId: "run-1",
    goal: "Make it work",
    taskKind: "edit",
    repository: "owner/name",
    model: "scripted",
    budget: Budget.parse({}),
    ...started,
  }) as Started;
  const events: RunEvent[] = [first];
  let state: TaskState = initialState(first);
  return {
    events,
    get state() {
      return state;
    },
    of: <T extends RunEvent["type"]>(type: T) =>
      events.filter((event): event is Extract<RunEvent, { type: T }> => event.type === type),
    async record(event) {
      const kept = RunEvent.parse(JSON.parse(JSON.stringify(event)));
      state = applyEvent(state, kept);
      events.push(kept);
      return state;
    },
  };
}
