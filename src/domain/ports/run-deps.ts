import type { PlannedCheck } from "../plan.ts";
import type { CommandRunner } from "./command-runner.ts";
import type { Workspace } from "./workspace.ts";

/** What a tool may touch, and nothing besides: no state, no journal, no network, no clock. */
export interface RunDeps {
  readonly workspace: Workspace;
  readonly commands: CommandRunner;
  /** The frozen plan, for `run_tests` and `run_linter`; null before the freeze. */
  readonly plan: readonly PlannedCheck[] | null;
  readonly signal: AbortSignal;
}
