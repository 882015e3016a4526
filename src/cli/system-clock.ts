import type { Clock } from "../domain/ports/clock.ts";

export const systemClock: Clock = {
  now: () => new Date(),
  monotonic: () => performance.now(),
};
