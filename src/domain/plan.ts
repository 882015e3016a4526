import { z } from "zod";

export const CheckKind = z.enum(["test", "lint", "smoke", "declared", "floor"]);
export type CheckKind = z.infer<typeof CheckKind>;

/** What CI runs before the checks to install dependencies and tools. `cwd` is relative to the root. */
export const PlannedStep = z.object({
  name: z.string(),
  command: z.string(),
  cwd: z.string().default("."),
  env: z.record(z.string(), z.string()).default({}),
  shell: z.string().default("bash"),
  provenance: z.string(),
});
export type PlannedStep = z.infer<typeof PlannedStep>;

/**
 * One resolved verification check: what runs, and which artefact says so (spec/state.md).
 * `chain` links the checks split from one `&&` line: the verifier stops a chain at its first failure.
 * Everything after `provenance` has a default, so that older journals still parse.
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
});
export type PlannedCheck = z.infer<typeof PlannedCheck>;

/** A command that was found and left out, with the reason a reader needs. */
export const ExcludedCommand = z.object({
  command: z.string(),
  provenance: z.string(),
  reason: z.string(),
});
export type ExcludedCommand = z.infer<typeof ExcludedCommand>;

/** What proves this repository's work. An empty list of checks is an answer, never an invitation to invent. */
export const VerificationPlan = z.object({
  setup: z.array(PlannedStep).default([]),
  checks: z.array(PlannedCheck).default([]),
  excluded: z.array(ExcludedCommand).default([]),
  warnings: z.array(z.string()).default([]),
});
export type VerificationPlan = z.infer<typeof VerificationPlan>;
