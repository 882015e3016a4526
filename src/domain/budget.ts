import { z } from "zod";

/** What one run may spend. The run ends `incomplete` at the first general limit it meets. */
export const Budget = z.object({
  turns: z.number().int().positive().default(60),
  minutes: z.number().positive().default(30),
  /** In US dollars; reserved before each call. */
  cost: z.number().positive().default(2),
  /** Tool failures in a row before the run gives up. */
  consecutiveFailures: z.number().int().positive().default(8),
  /** "Done" proposals the verifier may reject before the run ends `failed`. */
  repairAttempts: z.number().int().positive().default(3),
  /** Largest prompt, in tokens. */
  contextTokens: z.number().int().positive().default(120_000),
  /** Largest answer asked of the model, in tokens: the part of a call's cost nobody knows beforehand. */
  answerTokens: z.number().int().positive().default(8_000),
  declarationNudges: z.number().int().positive().default(3),
});
export type Budget = z.infer<typeof Budget>;
