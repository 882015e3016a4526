import type { RunEvent } from "../domain/events.ts";
import type { Emitter } from "../domain/ports/emitter.ts";

export type Listener = (event: RunEvent) => void;

/** Tells every listener. One that throws is reported to `onFailure` and changes nothing for the run or the others. */
export function createEmitter(listeners: readonly Listener[], onFailure: (error: unknown) => void): Emitter {
  return {
    emit(event) {
      for (const listener of listeners) {
        try {
          listener(event);
        } catch (error) {
          onFailure(error);
        }
      }
    },
  };
}
