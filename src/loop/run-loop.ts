import { AvatarError } from "../domain/errors.ts";
import type { Recorder } from "../domain/ports/recorder.ts";
import { isTerminal } from "../domain/task-state.ts";
import { limitMet, outOfTime } from "./limits.ts";
import type { LoopEnd, LoopOptions } from "./loop-options.ts";
import { cancelled, startStopSignal, type StopSignal } from "./stop-signal.ts";
import { takeTurn } from "./turn.ts";

/**
 * Turns, until the model proposes an answer or a limit ends the run. Called again after a verdict that rejected the
 * answer: what the verifier found is in the state by then.
 * @throws CANCELLED when the signal fires; the model's errors as they are; what the recorder throws.
 */
export async function runLoop(options: LoopOptions): Promise<LoopEnd> {
  const { recorder } = options;
  if (isTerminal(recorder.state)) throw new Error("The run has ended; there is no turn to take.");
  // A restart between a proposal and its verdict: the proposal still stands.
  const { phase, finalAnswer } = recorder.state;
  if (phase === "verifying" && finalAnswer !== null) return { kind: "proposed", answer: finalAnswer };
  await openEditing(recorder);
  const stop = startStopSignal(options);
  try {
    return await takeTurns(options, stop);
  } catch (error) {
    const ours = error instanceof AvatarError && error.code === "CANCELLED";
    if (ours && stop.reason() === "out of time") return outOfTime(options.budget);
    throw error;
  } finally {
    stop.release();
  }
}

async function takeTurns(options: LoopOptions, stop: StopSignal): Promise<LoopEnd> {
  for (;;) {
    if (options.freeze.hasFailed()) await options.freeze.wait();
    const reason = stop.reason();
    if (reason === "cancelled") throw cancelled();
    if (reason === "out of time") return outOfTime(options.budget);
    const limit = limitMet(options.recorder.state, options.budget);
    if (limit !== null) return limit;
    const end = await takeTurn(options, stop);
    if (end.kind !== "next") return end;
  }
}

async function openEditing(recorder: Recorder): Promise<void> {
  const { taskKind, phase, verificationPlan } = recorder.state;
  if (taskKind === "investigate" || phase !== "investigating" || verificationPlan === null) return;
  await recorder.record({
    type: "phase.changed",
    phase: "editing",
    reason: "The verification plan is frozen.",
  });
}
