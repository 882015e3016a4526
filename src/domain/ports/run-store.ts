import type { Job } from "../job.ts";
import type { RunResult } from "../run-result.ts";

export interface RunRow {
  runId: string;
  job: Job;
  status: "queued" | "running" | "ended";
  result: RunResult | null;
  createdAt: Date;
  endedAt: Date | null;
}

/** What is known of each run, kept beside the jobs in the same database. */
export interface RunStore {
  get(runId: string): Promise<RunRow | null>;
  list(limit: number): Promise<RunRow[]>;
  markRunning(runId: string): Promise<void>;
  /** `result` is null for a command that needed no run of the model, or that failed before one. */
  markEnded(runId: string, result: RunResult | null): Promise<void>;
}
