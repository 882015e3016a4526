import { z } from "zod";

export const CheckKind = z.enum(["test", "lint", "smoke", "declared", "floor"]);
export type CheckKind = z.infer<typeof CheckKind>;

/** Where in the file that the provenance names it stands, from 1; absent where there is no such file or line. */
const SourceLine = z.number().int().positive().optional();

/**
 * The files for which CI runs a check at all. `include` is what a change must touch, in the order written, where a
 * later `!pattern` takes back; empty means any file. A change that touches only `exclude` does not count. The plan
 * keeps the check: scoping it to a change is for later.
 */
export const PathFilter = z.object({
  include: z.array(z.string()).default([]),
  exclude: z.array(z.string()).default([]),
});
export type PathFilter = z.infer<typeof PathFilter>;

/** What CI runs before the checks to install dependencies and tools. `cwd` is relative to the root. */
export const PlannedStep = z.object({
  name: z.string(),
  command: z.string(),
  cwd: z.string().default("."),
  env: z.record(z.string(), z.string()).default({}),
  shell: z.string().default("bash"),
  provenance: z.string(),
  line: SourceLine,
});
export type PlannedStep = z.infer<typeof PlannedStep>;

/**
 * One resolved verification check: what runs, and which artefact says so (spec/state.md).
 * `chain` links the checks split from one `&&` line: the verifier stops a chain at its first failure.
 * Everything after `provenance` has a default or may be absent, so that older journals still parse and a plan
 * recorded before a field was there keeps its digest.
 */
export const PlannedCheck = z.object({
  name: z.string(),
  command: z.string(),
  kind: CheckKind,
  provenance: z.string(),
  chain: z.string().nullable().default(null),
  cwd: z.string().default("."),
  env: z.record(z.string(), z.string()).default({}),
  shell: z.string().default("bash"),
  required: z.boolean().default(true),
  job: z.string().nullable().default(null),
  line: SourceLine,
  paths: PathFilter.optional(),
});
export type PlannedCheck = z.infer<typeof PlannedCheck>;

/** A command that was found and left out, with the reason a reader needs. */
export const ExcludedCommand = z.object({
  command: z.string(),
  provenance: z.string(),
  reason: z.string(),
  line: SourceLine,
});
export type ExcludedCommand = z.infer<typeof ExcludedCommand>;

/** A file that the plan stands on, with SHA-256 in hex of what in it decides how checks run. */
export const RubricFile = z.object({ path: z.string(), digest: z.string() });
export type RubricFile = z.infer<typeof RubricFile>;

/** What proves this repository's work. An empty list of checks is an answer, never an invitation to invent. */
export const VerificationPlan = z.object({
  setup: z.array(PlannedStep).default([]),
  checks: z.array(PlannedCheck).default([]),
  excluded: z.array(ExcludedCommand).default([]),
  warnings: z.array(z.string()).default([]),
});
export type VerificationPlan = z.infer<typeof VerificationPlan>;
