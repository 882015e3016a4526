import type { SetupReport } from "../domain/ports/checkouts.ts";
import type { CommandRunner } from "../domain/ports/command-runner.ts";
import type { PlannedStep } from "../domain/plan.ts";
import { cancelled } from "./git.ts";
import type { Place } from "./place.ts";

/** The base with its set-up done: what every fresh tree is made from. */
export interface Prepared {
  place: Place;
  /** The tree as set-up left it, without what git ignores. */
  tree: string;
  steps: readonly PlannedStep[];
}

const defaultTimeoutMs = 20 * 60_000;

/** Runs set-up steps in order and stops at the first that fails, as CI does. The registries can be reached. */
export async function runSetup(request: {
  steps: readonly PlannedStep[];
  commands: CommandRunner;
  signal: AbortSignal;
  timeoutMs: number | undefined;
}): Promise<SetupReport> {
  const { commands, signal, timeoutMs = defaultTimeoutMs } = request;
  const done: { step: PlannedStep; outcome: SetupReport["steps"][number]["outcome"] }[] = [];
  for (const step of request.steps) {
    const { cwd, env } = step;
    const command = { kind: "line", line: step.command, shell: step.shell } as const;
    const outcome = await commands.run({ command, cwd, env, timeoutMs, signal, network: "registries" });
    if (outcome.ended === "cancelled") throw cancelled();
    done.push({ step, outcome });
    if (outcome.exitCode !== 0) return { ok: false, steps: done };
  }
  return { ok: true, steps: done };
}
