import type { TaskState } from "../domain/task-state.ts";
import type { ToolSituation } from "./tools/tool.ts";

/** The part of the state that decides which tools are on the table. */
export function situationOf({ taskKind, verificationPlan }: TaskState): ToolSituation {
  const plan = verificationPlan ?? [];
  const authored = plan.some(({ kind }) => kind === "declared" || kind === "floor");
  return {
    taskKind,
    contract: isContractWanted(verificationPlan) ? "wanted" : authored ? "declared" : "found",
    hasTests: plan.some(({ kind }) => kind !== "lint"),
    hasLint: plan.some(({ kind }) => kind === "lint"),
  };
}

/** Greenfield: the plan is frozen and holds nothing, so the model has to say what will prove its work. */
export function isContractWanted(plan: TaskState["verificationPlan"]): boolean {
  return plan !== null && plan.length === 0;
}
