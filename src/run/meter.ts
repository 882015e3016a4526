import { addUsage, type Usage } from "../domain/usage.ts";
import type { Listener } from "./emitter.ts";

/** Adds up what the model calls of a run used, whoever recorded them. */
export interface Meter {
  readonly usage: Usage;
  readonly listener: Listener;
}

/** `before` is what earlier starts of the run used. */
export function createMeter(before: Usage): Meter {
  let usage = before;
  return {
    get usage() {
      return usage;
    },
    listener(event) {
      if (event.type === "model.answered" || event.type === "plan.asked")
        usage = addUsage(usage, event.usage);
    },
  };
}
