import { z } from "zod";
import { VerificationPlan } from "./plan.ts";
import { Outcome, Phase, TaskKind } from "./task-state.ts";
import { Usage } from "./usage.ts";
import { Verdict } from "./verdict.ts";

/** What a run leaves behind as `result.json` (contracts.md §5). Times in milliseconds, cost in US dollars. */
export const RunResult = z.object({
  runId: z.string(),
  outcome: Outcome,
  phase: Phase,
  taskKind: TaskKind,
  goal: z.string(),
  finalAnswer: z.string().nullable(),
  /** Why the run ended as it did, for every outcome but success. */
  reason: z.string().nullable(),
  /** Code of the error that cut the run short, null when nothing did. */
  trouble: z.string().nullable(),
  baseSha: z.string().nullable(),
  headSha: z.string().nullable(),
  verdict: Verdict.nullable(),
  plan: VerificationPlan.nullable(),
  usage: Usage,
  cost: z.number(),
  recordedModel: z.boolean(),
  timings: z.record(z.string(), z.number()),
});
export type RunResult = z.infer<typeof RunResult>;
