import { AvatarError } from "../domain/errors.ts";
import type { Clock } from "../domain/ports/clock.ts";

const LONGEST_TIMER = 2 ** 31 - 1;
/** How long work may take to end by itself once it was told to stop. */
const GRACE_MS = 400;

/** The two ways work is stopped from outside: the run was cancelled, or its time is up. */
export interface StopSignal {
  /** For the model client and the tools. */
  readonly signal: AbortSignal;
  reason(): "cancelled" | "out of time" | null;
  release(): void;
}

export function startStopSignal(parts: { signal: AbortSignal; clock: Clock; deadline: number }): StopSignal {
  const { signal, clock, deadline } = parts;
  const timeout = new AbortController();
  const left = Math.min(Math.max(0, deadline - clock.monotonic()), LONGEST_TIMER);
  const timer = setTimeout(() => timeout.abort(), left);
  return {
    signal: AbortSignal.any([signal, timeout.signal]),
    reason() {
      if (signal.aborted) return "cancelled";
      return timeout.signal.aborted || clock.monotonic() >= deadline ? "out of time" : null;
    },
    release: () => clearTimeout(timer),
  };
}

/**
 * The result of work that was given the signal, or CANCELLED soon after the signal fires, also when the work does
 * not listen to it.
 */
export async function whileRunning<T>(stop: StopSignal, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  let giveUp = (): void => undefined;
  const stopped = new Promise<never>((_resolve, reject) => {
    giveUp = () => {
      timer = setTimeout(() => reject(cancelled()), GRACE_MS);
    };
  });
  if (stop.signal.aborted) giveUp();
  else stop.signal.addEventListener("abort", giveUp, { once: true });
  try {
    return await Promise.race([work, stopped]);
  } catch (error) {
    throw stop.signal.aborted ? cancelled(error) : error;
  } finally {
    stop.signal.removeEventListener("abort", giveUp);
    clearTimeout(timer);
  }
}

export function cancelled(cause?: unknown): AvatarError {
  return new AvatarError("CANCELLED", {
    message: "The run was stopped.",
    advice: "Send the command again to start over.",
    cause,
  });
}
