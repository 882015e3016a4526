import type { RubricFile, VerificationPlan } from "../domain/plan.ts";
import type { Workspace } from "../domain/ports/workspace.ts";
import { type PlanOptions, resolvePlan } from "../plan/verification-planner.ts";
import { fingerprintRubric } from "../verify/rubric/fingerprint-rubric.ts";
import type { Rubric } from "../verify/rubric/rubric.ts";

/** What a plan stands on in the tree it was made from, with the way to plan again for another tree, by rules alone. */
export async function rubricOf(
  workspace: Workspace,
  plan: VerificationPlan,
  options: PlanOptions,
): Promise<Rubric> {
  const files: RubricFile[] = await fingerprintRubric(workspace, plan);
  return {
    files,
    setup: plan.setup,
    resolve: async (changed) => (await resolvePlan(changed, { ...options, proposer: null })).checks,
  };
}
