import { z } from "zod";
import { ExcludedCommand, PlannedCheck, PlannedStep } from "../domain/plan.ts";
import { Outcome, TaskKind, TaskState } from "../domain/task-state.ts";
import { Usage } from "../domain/usage.ts";
import { Verdict } from "../domain/verdict.ts";

// The JSON documents of contracts.md §2, one schema each. Commands build them and tests parse them.

export const PlanDocument = z.strictObject({
  repo: z.strictObject({
    path: z.string(),
    defaultBranch: z.string().nullable(),
    headSha: z.string().nullable(),
  }),
  setup: z.array(PlannedStep),
  checks: z.array(PlannedCheck),
  excluded: z.array(ExcludedCommand),
  warnings: z.array(z.string()),
});
export type PlanDocument = z.infer<typeof PlanDocument>;

export const RunDocument = z.strictObject({
  runId: z.string(),
  outcome: Outcome,
  reason: z.string().nullable(),
  taskKind: TaskKind,
  baseSha: z.string().nullable(),
  headSha: z.string().nullable(),
  verdict: Verdict.nullable(),
  usage: Usage,
  cost: z.number(),
  recordedModel: z.boolean(),
  timings: z.record(z.string(), z.number()),
  artefacts: z.string(),
});
export type RunDocument = z.infer<typeof RunDocument>;

export const DemoDocument = RunDocument.extend({
  issue: z.strictObject({ number: z.number(), url: z.string() }),
  pullRequest: z
    .strictObject({ number: z.number(), url: z.string(), headSha: z.string(), branch: z.string() })
    .nullable(),
  checkRuns: z.array(z.strictObject({ name: z.string(), conclusion: z.string(), url: z.string() })),
  ledger: z.strictObject({ url: z.string() }).nullable(),
  journal: z.strictObject({ path: z.string(), url: z.string().nullable() }),
});
export type DemoDocument = z.infer<typeof DemoDocument>;

export const VerifyDocument = Verdict;

export const JournalCheckDocument = z.discriminatedUnion("ok", [
  z.strictObject({ ok: z.literal(true), lines: z.number(), head: z.string() }),
  z.strictObject({ ok: z.literal(false), line: z.number(), problem: z.string() }),
]);
export type JournalCheckDocument = z.infer<typeof JournalCheckDocument>;

export const ReplayDocument = TaskState;

export const DoctorDocument = z.strictObject({
  ok: z.boolean(),
  checks: z.array(
    z.strictObject({
      name: z.string(),
      status: z.enum(["ok", "warning", "failed", "not configured"]),
      finding: z.string(),
      remedy: z.string().nullable(),
    }),
  ),
});
export type DoctorDocument = z.infer<typeof DoctorDocument>;
