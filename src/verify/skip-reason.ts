import { z } from "zod";

/** Why a check did not run. The list is closed: whatever is not on it is not a skip but a failure. */
export const SkipReason = z.enum([
  "an earlier check of its chain failed",
  "there is no change to judge",
  "set-up failed",
  "an investigation changes nothing",
]);
export type SkipReason = z.infer<typeof SkipReason>;

/** Reasons under which a required check may stay unrun in a verdict that passes. */
const ALLOWED: ReadonlySet<string> = new Set<SkipReason>(["an investigation changes nothing"]);

export function isAllowedSkip(reason: string | null): boolean {
  return reason !== null && ALLOWED.has(reason);
}
