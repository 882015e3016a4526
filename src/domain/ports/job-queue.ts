import type { Job } from "../job.ts";

/** What a worker gets: the job and a signal that fires when the run has been stopped or the lease is lost. */
export interface JobLease {
  job: Job;
  signal: AbortSignal;
}

/** Durable queue. A job that was accepted is run at least once, also after a crash. */
export interface JobQueue {
  /** One transaction. `duplicate` when the delivery, or the same command of the same comment, is known already. */
  enqueue(job: Job): Promise<"accepted" | "duplicate">;
  /** Starts taking jobs. A handler that throws gives the job back. */
  work(handler: (lease: JobLease) => Promise<void>): Promise<void>;
  /** Waits for running handlers, then closes. */
  close(): Promise<void>;
}
