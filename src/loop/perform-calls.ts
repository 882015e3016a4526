import type { ToolCall } from "../domain/events.ts";
import { applyIntent } from "./apply-intent.ts";
import type { LoopOptions, TurnEnd } from "./loop-options.ts";
import { performCall } from "./perform-call.ts";
import type { StopSignal } from "./stop-signal.ts";

/** Calls of one answer that are carried out at most. */
const MAX_CALLS = 16;

export interface Proposal {
  step: number;
  calls: readonly ToolCall[];
  /** The text beside the calls. */
  spoken: string;
  /** The answer met its token limit, so its last arguments may be incomplete. */
  cutOff: boolean;
}

/** Carries out the calls of one answer in order, until one of them ends the turn. */
export async function performCalls(
  options: LoopOptions,
  stop: StopSignal,
  proposal: Proposal,
): Promise<TurnEnd> {
  for (const [i, call] of proposal.calls.entries()) {
    if (i >= MAX_CALLS) {
      await tellLeftOut(
        options,
        proposal.calls.slice(i),
        `only ${MAX_CALLS} calls of one answer are carried out`,
      );
      break;
    }
    if (stop.reason() !== null) break;
    const granted = await performCall(options, stop, { ...proposal, call });
    if (granted === null) continue;
    const { intent } = granted;
    if (intent.kind === "finalAnswer" || intent.kind === "askUser") {
      await tellLeftOut(options, proposal.calls.slice(i + 1), `${call.tool} came before them`);
    }
    const end = await applyIntent(options, proposal.step, granted);
    if (end.kind !== "next") return end;
  }
  return { kind: "next" };
}

async function tellLeftOut({ recorder }: LoopOptions, left: readonly ToolCall[], why: string): Promise<void> {
  if (left.length === 0) return;
  const names = left.map(({ tool }) => tool).join(", ");
  await recorder.record({
    type: "feedback.added",
    kind: "feedback",
    summary: `Not carried out, because ${why}: ${names}`,
    detail: null,
  });
}
