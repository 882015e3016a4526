import type { TaskState } from "../domain/task-state.ts";
import type { ToolSituation } from "./tools/tool.ts";

/** The part of the state that decides which tools are on the table. */
export function situationOf(state: TaskState): ToolSituation {
  const { taskKind } = state;
  const known = knownPlan(state);
  const plan = known ?? [];
  const authored = plan.some(({ kind }) => kind === "declared" || kind === "floor");
  return {
    taskKind,
    phase: actingPhase(state),
    contract: isContractWanted(known) ? "wanted" : authored ? "declared" : "found",
    hasTests: plan.some(({ kind }) => kind !== "lint"),
    hasLint: plan.some(({ kind }) => kind === "lint"),
  };
}

/** The frozen plan; before the freeze the one that will be frozen, so that a prompt begins as the one after it does. */
export function knownPlan({ verificationPlan, resolvedPlan }: TaskState): TaskState["verificationPlan"] {
  return verificationPlan ?? resolvedPlan;
}

/** The phase that a call made now is carried out in: a change waits for the freeze, which opens editing. */
function actingPhase({ taskKind, phase, verificationPlan, resolvedPlan }: TaskState): TaskState["phase"] {
  const waits = phase === "investigating" && verificationPlan === null && resolvedPlan !== null;
  return waits && taskKind !== "investigate" ? "editing" : phase;
}

/** Greenfield: the plan is there and holds nothing, so the model has to say what will prove its work. */
export function isContractWanted(plan: TaskState["verificationPlan"]): boolean {
  return plan !== null && plan.length === 0;
}
