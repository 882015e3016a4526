import type { RunEvent } from "../events.ts";

/** Observation only: called after the fact, returns nothing, and a listener's failure never reaches the run. */
export interface Emitter {
  emit(event: RunEvent): void;
}
