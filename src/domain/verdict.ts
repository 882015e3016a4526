import { z } from "zod";
import { TestCount } from "./test-count.ts";

/**
 * One verifier check with an explicit status (spec/state.md). A skipped check is not a passed one:
 * a skip without a reason does not parse.
 */
export const CheckResult = z
  .object({
    name: z.string(),
    kind: z.enum(["required", "optional"]),
    status: z.enum(["pass", "fail", "skip"]),
    evidence: z.string(),
    skipReason: z.string().nullable().default(null),
    command: z.string().optional(),
    provenance: z.string().optional(),
    exitCode: z.number().int().nullable().optional(),
    durationMs: z.number().nonnegative().optional(),
    /** Absent where no test runner that avatar knows reported. */
    tests: TestCount.optional(),
    /** It failed, and passed when it was repeated in a new tree with nothing changed. */
    flaky: z.literal(true).optional(),
  })
  .refine((check) => check.status !== "skip" || (check.skipReason ?? "") !== "", {
    path: ["skipReason"],
    message: "a skipped check needs a skipReason",
  });
export type CheckResult = z.infer<typeof CheckResult>;

/** The verifier's verdict for one verification attempt (spec/state.md). */
export const VerifierResult = z.object({
  passed: z.boolean(),
  summary: z.string(),
  checks: z.array(CheckResult).default([]),
  recommendedNextAction: z.string().nullable().default(null),
});
export type VerifierResult = z.infer<typeof VerifierResult>;

/** One question of the proof: answered yes, answered no, or honestly not asked. */
export const ProofAnswer = z.object({
  answer: z.enum(["yes", "no", "not examined"]),
  note: z.string(),
});
export type ProofAnswer = z.infer<typeof ProofAnswer>;

/** What a green verdict rests on: exactly which tree was judged, by which plan, and what was asked of it. */
export const Proof = z.object({
  baseSha: z.string(),
  /** Git tree id of the candidate: the tree that is pushed, nothing else. */
  treeSha: z.string(),
  /** SHA-256 of the frozen plan as canonical JSON. */
  planDigest: z.string(),
  existingTests: ProofAnswer,
  reproduction: ProofAnswer,
  necessity: ProofAnswer,
});
export type Proof = z.infer<typeof Proof>;

export const Verdict = VerifierResult.extend({
  proof: Proof,
  /** Asked of a person where no repair but only their word can make the change pass. */
  question: z.string().optional(),
});
export type Verdict = z.infer<typeof Verdict>;
