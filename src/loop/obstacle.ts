import type { TaskState } from "../domain/task-state.ts";
import { askForDeclaration } from "./ask-for-declaration.ts";
import { findGapInProposal } from "./gap-in-proposal.ts";
import type { LoopOptions } from "./loop-options.ts";
import { isContractWanted, situationOf } from "./situation.ts";
import type { Tool } from "./tools/tool.ts";

type Args = Readonly<Record<string, unknown>>;

/** What stands in the way of a call before anybody has to be asked, in words the model can act on; or null. */
export async function findObstacle(options: LoopOptions, tool: Tool, args: Args): Promise<string | null> {
  const { state } = options.recorder;
  if (!tool.isActive(situationOf(state))) return explainInactive(tool, state);
  if (tool.name === "final_answer") return findGapInProposal(options, args["answer"]);
  return tool.tier === 1 && isContractWanted(state.verificationPlan) ? declarationOrFloor(options) : null;
}

function explainInactive({ name, tier }: Tool, { taskKind, phase, verificationPlan }: TaskState): string {
  if (tier === 1 && taskKind === "investigate")
    return `${name} is not available: an investigation changes no file. Answer with what you found.`;
  if (tier === 1 && verificationPlan === null)
    return `${name} is not available: nothing may change before the verification plan is frozen.`;
  if (tier === 1) return `${name} is not available: the run is ${phase}, not editing.`;
  switch (name) {
    case "run_tests":
    case "run_linter":
      return `${name} is not available: the frozen plan holds no such check. Use run_command.`;
    case "declare_verification":
      return `${name} is not available: the checks are settled (${verificationPlan?.length ?? 0} in the frozen plan).`;
    default:
      return `${name} is not available in this ${taskKind.replace("_", " ")} task as it stands.`;
  }
}

/** After the requests the harness's own floor alone has to do. */
async function declarationOrFloor(options: LoopOptions): Promise<string | null> {
  const asked = await askForDeclaration(options);
  if (asked === null) {
    await options.recorder.record({ type: "floor.appended", check: options.tools.floor() });
  }
  return asked;
}
