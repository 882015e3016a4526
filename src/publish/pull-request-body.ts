import { z } from "zod";
import { TestCount } from "../domain/test-count.ts";
import { Proof } from "../domain/verdict.ts";

/** What a pull request of avatar says, as data. It renders to Markdown and parses back from it. */
export const PullRequestBody = z.object({
  runId: z.string(),
  /** Null where a run was not started from an issue. */
  issue: z.number().int().positive().nullable(),
  /** Page of the repository, for links; null where there is none. */
  repositoryUrl: z.string().nullable(),
  asked: z.string(),
  /** What was done, in the words of the answer. */
  answer: z.string(),
  files: z.array(
    z.object({
      path: z.string(),
      status: z.string(),
      addedLines: z.number().int().nonnegative(),
      removedLines: z.number().int().nonnegative(),
    }),
  ),
  /** Results of the plan first, then the guards. */
  checks: z.array(
    z.object({
      name: z.string(),
      kind: z.enum(["required", "optional"]),
      status: z.enum(["pass", "fail", "skip"]),
      skipReason: z.string().nullable(),
      flaky: z.boolean(),
      /** Null where no test was counted. */
      tests: TestCount.pick({ passed: true, failed: true, skipped: true }).nullable(),
      durationMs: z.number().int().nonnegative().nullable(),
    }),
  ),
  plan: z.array(
    z.object({
      name: z.string(),
      command: z.string(),
      provenance: z.string(),
      line: z.number().int().positive().optional(),
    }),
  ),
  /** Found in the repository and not part of the plan. */
  notRun: z.array(z.object({ command: z.string(), reason: z.string() })),
  proof: Proof,
  model: z.string(),
  recordedModel: z.boolean(),
  /** US dollars, four decimals. */
  cost: z.number().nonnegative(),
  tokens: z.object({ read: z.number().int().nonnegative(), written: z.number().int().nonnegative() }),
  journalUrl: z.string().nullable(),
});
export type PullRequestBody = z.infer<typeof PullRequestBody>;
