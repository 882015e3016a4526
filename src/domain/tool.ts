import { z } from "zod";
import { PlannedCheck } from "./plan.ts";

/** What a control tool asks the runner to do. The tool itself changes nothing (spec/invariants.md, 2). */
export const Intent = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("finalAnswer"), answer: z.string() }),
  z.object({ kind: z.literal("askUser"), question: z.string() }),
  z.object({ kind: z.literal("switchToEditing"), reason: z.string() }),
  z.object({
    kind: z.literal("declareVerification"),
    checks: z.array(PlannedCheck),
    changeKinds: z.array(z.string()),
  }),
  z.object({
    kind: z.literal("alterVerification"),
    checks: z.array(PlannedCheck),
    changeKinds: z.array(z.string()).nullable().default(null),
    reason: z.string(),
  }),
]);
export type Intent = z.infer<typeof Intent>;

/**
 * What a tool returns. The model sees `content`; the journal keeps `details` too.
 * A tool that could not do what was asked returns `ok: false` with advice in `content`; it does not throw.
 */
export const ToolResult = z.object({
  ok: z.boolean(),
  /** One line for the ledger and for evidence that has aged. */
  summary: z.string(),
  content: z.string(),
  details: z.string().nullable().default(null),
  filesRead: z.array(z.string()).default([]),
  filesModified: z.array(z.string()).default([]),
  command: z.object({ command: z.string(), exitCode: z.number().int().nullable() }).nullable().default(null),
  intent: Intent.nullable().default(null),
});
export type ToolResult = z.infer<typeof ToolResult>;
