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
  /** The harness's own check beneath whatever the model declares. */
  floor(): PlannedCheck;
}
