import type { Job } from "../domain/job.ts";
import type { CommentRef, Conclusion, PullRequestRef } from "../domain/ports/forge.ts";
import type { RunResult } from "../domain/run-result.ts";

/** What came of a job, and where it can be seen. */
export interface JobReport {
  job: Job;
  /** Null where the model had nothing to do, or where the job failed before the run could begin. */
  result: RunResult | null;
  pullRequest: PullRequestRef | null;
  checkRuns: readonly { name: string; conclusion: Conclusion; url: string }[];
  ledger: CommentRef | null;
  journal: { path: string; url: string } | null;
  outDir: string;
}
