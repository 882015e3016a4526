import type { Permission, Tier } from "../domain/permission.ts";
import type { TaskState } from "../domain/task-state.ts";

export interface GateRequest {
  tool: string;
  /** Validated; `path` is relative to the root and normalized. */
  args: Readonly<Record<string, unknown>>;
  tier: Tier;
  state: TaskState;
}

/**
 * The hook every action passes before it runs. It is awaited and decides; nothing else can stop or let through an
 * action. When nobody is there to answer an `ask`, the action is refused with its reason.
 */
export interface Gate {
  decide(request: GateRequest): Promise<Permission>;
}
