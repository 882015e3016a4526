export interface Clock {
  /** Wall clock. */
  now(): Date;
  /** Milliseconds from some fixed point, never going back. */
  monotonic(): number;
}
