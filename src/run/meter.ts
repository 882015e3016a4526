import { addUsage, NO_USAGE, type Usage } from "../domain/usage.ts";
import type { Listener } from "./emitter.ts";

/** Adds up what the model calls of a run used, whoever recorded them. */
export interface Meter {
  readonly usage: Usage;
  readonly listener: Listener;
}

export function createMeter(): Meter {
  let usage = NO_USAGE;
  return {
    get usage() {
      return usage;
    },
    listener(event) {
      if (event.type === "model.answered") usage = addUsage(usage, event.usage);
    },
  };
}
