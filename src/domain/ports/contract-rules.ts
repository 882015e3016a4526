import type { PlannedCheck } from "../plan.ts";

export type ContractReview =
  | { ok: true; checks: readonly PlannedCheck[] }
  /** `steer` tells the model what would be accepted. */
  | { ok: false; steer: string };

/**
 * The rulebook for a model-declared verification contract (spec/planner.md): vacuous, non-covering and
 * shell-operator declarations are refused.
 */
export interface ContractRules {
  review(commands: readonly string[], changeKinds: readonly string[]): ContractReview;
  /** What of a change the declared kinds leave unproven, as words for the model; null when nothing. */
  audit(paths: readonly string[], changeKinds: readonly string[]): string | null;
  /** The harness's own check beneath whatever the model declares. */
  floor(): PlannedCheck;
}
