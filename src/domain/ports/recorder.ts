import type { RunEvent } from "../events.ts";
import type { TaskState } from "../task-state.ts";

/**
 * The runner's pen, and the only way a TaskState changes. `record` appends the event to the journal, durable
 * before it returns, applies it to the state and tells the observers. Tools never see it.
 */
export interface Recorder {
  readonly state: TaskState;
  /** @throws JOURNAL_UNWRITABLE, DISK_FULL: the run must stop; STATE_FORBIDDEN: the event breaks a rule. */
  record(event: RunEvent): Promise<TaskState>;
}
