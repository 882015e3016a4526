import type { PlannedCheck, RubricFile, VerificationPlan } from "../../domain/plan.ts";
import type { Workspace } from "../../domain/ports/workspace.ts";

/** The rubric as it was when the plan was frozen. */
export interface Rubric {
  files: readonly RubricFile[];
  setup: VerificationPlan["setup"];
  /** The checks that planning finds in another tree, by rules alone. */
  resolve(workspace: Workspace): Promise<readonly PlannedCheck[]>;
}
