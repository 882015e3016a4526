import type { Permission } from "../domain/permission.ts";
import type { TaskState } from "../domain/task-state.ts";
import type { Gate, GateRequest } from "./gate.ts";
import {
  createProtectedPaths,
  hasChangedManifest,
  isSensitivePath,
  isWorkflowPath,
  manifestOf,
} from "./path-rules.ts";

export interface PermissionSettings {
  /** Globs of the repository and the operator, on top of the built-in ones. */
  protectedPaths: readonly string[];
  /** Whether an investigation may turn itself into a change. */
  escalation: "allow" | "deny";
  /** Who agreed beforehand that the run may amend the checks it declared itself; null where nobody did. */
  amendmentsBy: string | null;
  /** The same rule that the verifier judges a change of tests by. */
  isTestFile(path: string): boolean;
}

const ALLOW: Permission = { kind: "allow" };

/** The default gate: tiers, phases and paths decide, nobody is asked. */
export function createPermissionPolicy(settings: PermissionSettings): Gate {
  const isProtected = createProtectedPaths(settings.protectedPaths);
  return {
    async decide(request) {
      const path = pathOf(request);
      if (path !== null && isSensitivePath(path)) return block(`${path} may hold secrets; it is off limits`);
      switch (request.tier) {
        case 0:
          return ALLOW;
        case 1:
          return decideEdit(path ?? "", request.state, settings, isProtected);
        case 2:
          return decideCommand(request.args["command"]);
        case 3:
          return decideGoalposts(request, settings);
        case 4:
          return block(`${request.tool} is not for a model to use`);
      }
    },
  };
}

function decideEdit(
  path: string,
  state: TaskState,
  settings: PermissionSettings,
  isProtected: (path: string) => boolean,
): Permission {
  if (state.taskKind === "investigate") return block("an investigation changes no file");
  if (state.verificationPlan === null)
    return block("nothing may change before the verification plan is frozen");
  if (state.phase !== "editing") return block(`the run is ${state.phase}, not editing`);
  if (isWorkflowPath(path)) return block("workflows are for people to change");
  if (state.taskKind === "test_only" && !settings.isTestFile(path)) {
    return block(`${path} is no test file, and this task changes tests only`);
  }
  if (isProtected(path)) return ask(`${path} is protected; a person has to agree to a change of it`);
  if (manifestOf(path) !== null && !hasChangedManifest(path, state.filesModified)) {
    return ask(`${path} is a lock file and its manifest has not changed`);
  }
  return ALLOW;
}

// The sandbox is the wall; this only keeps the model from walking into it.
function decideCommand(command: unknown): Permission {
  if (typeof command !== "string") return ALLOW;
  const words = command.split(/[\s=]+/).map((word) => word.replaceAll(/^["']|["']$/g, ""));
  if (words[0] === "git") return block("git runs in the harness: use git_status and git_diff");
  const secret = words.find((word) => isSensitivePath(word.replace(/^\.\//, "")));
  return secret === undefined ? ALLOW : block(`${secret} may hold secrets; it is off limits`);
}

function decideGoalposts(
  { tool, state }: GateRequest,
  { escalation, amendmentsBy }: PermissionSettings,
): Permission {
  switch (tool) {
    case "declare_verification":
      return state.verificationPlan?.length === 0
        ? ALLOW
        : block("the verification plan is settled already; alter_verification asks to amend a declared one");
    case "alter_verification":
      if (state.verificationPlan?.some((check) => check.kind === "declared") !== true)
        return block("there is no declared check to amend");
      return amendmentsBy === null
        ? ask("only a person may move the checks that a change is judged by")
        : { kind: "allow", by: amendmentsBy };
    case "switch_to_editing":
      return escalation === "allow" && !state.escalated
        ? ALLOW
        : block("this run may only investigate; answer with what you found");
    default:
      return block(`${tool} is not known to the gate`);
  }
}

function pathOf({ args }: GateRequest): string | null {
  const path = args["path"];
  return typeof path === "string" ? path : null;
}

function block(reason: string): Permission {
  return { kind: "block", reason };
}

function ask(reason: string): Permission {
  return { kind: "ask", reason };
}
