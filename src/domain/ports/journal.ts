import type { RunEvent } from "../events.ts";

/** Append-only, hash-chained log of one run. */
export interface Journal {
  /** Where a person finds it. */
  readonly path: string;
  /**
   * Durable when the promise resolves, in the order of the calls.
   * @throws JOURNAL_UNWRITABLE or DISK_FULL.
   */
  append(event: RunEvent): Promise<void>;
  close(): Promise<void>;
}
