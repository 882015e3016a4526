import { addUsage, type Usage } from "../domain/usage.ts";
import type { Listener } from "./emitter.ts";

/** What the end of a run has to tell of its way, whoever recorded it. */
export interface Meter {
  /** Of all model calls together. */
  readonly usage: Usage;
  /** The run wanted to change the checks it had declared, and nobody was there to agree. */
  readonly askedToAmend: boolean;
  readonly listener: Listener;
}

/** `before` is what earlier starts of the run used. */
export function createMeter(before: Usage): Meter {
  let usage = before;
  let askedToAmend = false;
  return {
    get usage() {
      return usage;
    },
    get askedToAmend() {
      return askedToAmend;
    },
    listener(event) {
      if (event.type === "gate.decided" && event.tool === "alter_verification" && event.decision === "ask")
        askedToAmend = true;
      if (event.type === "model.answered" || event.type === "plan.asked")
        usage = addUsage(usage, event.usage);
    },
  };
}
