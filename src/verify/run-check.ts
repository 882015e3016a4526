import { AvatarError } from "../domain/errors.ts";
import type { PlannedCheck } from "../domain/plan.ts";
import type { CommandOutcome } from "../domain/ports/command-runner.ts";
import type { FreshTree } from "../domain/ports/checkouts.ts";
import type { CheckResult } from "../domain/verdict.ts";
import { cleanOutput } from "./clean-output.ts";
import { excerpt } from "./evidence.ts";
import type { SkipReason } from "./skip-reason.ts";
import { tallyTests } from "./zero-tests.ts";

export interface RunLimits {
  timeoutMs: number;
  signal: AbortSignal;
}

/**
 * Runs one planned check in the fresh tree. A command that fails, hangs or cannot start is a failed check.
 * @throws CANCELLED: a check that was stopped says nothing about the change.
 */
export async function runCheck(
  check: PlannedCheck,
  tree: FreshTree,
  limits: RunLimits,
): Promise<CheckResult> {
  const outcome = await tree.commands.run({
    command: { kind: "line", line: check.command, shell: check.shell },
    cwd: check.cwd,
    env: check.env,
    timeoutMs: limits.timeoutMs,
    signal: limits.signal,
    network: "none",
  });
  if (outcome.ended === "cancelled" || limits.signal.aborted) throw cancelled();
  const output = cleanOutput(outcome.output, tree.workspace.root);
  const problem = problemOf(check, outcome, { output, timeoutMs: limits.timeoutMs });
  return {
    ...identityOf(check),
    status: problem === null ? "pass" : "fail",
    evidence: joinEvidence(problem ?? passNote(check, output), excerpt(output, problem !== null)),
    skipReason: null,
    exitCode: outcome.exitCode,
    durationMs: outcome.durationMs,
  };
}

export function skipped(check: PlannedCheck, reason: SkipReason): CheckResult {
  return { ...identityOf(check), status: "skip", evidence: `Not run: ${reason}.`, skipReason: reason };
}

export function cancelled(): AvatarError {
  return new AvatarError("CANCELLED", {
    message: "The verification was stopped before it reached a verdict.",
    advice: "Send the command again to start over.",
  });
}

function identityOf({ name, required, command, provenance }: PlannedCheck) {
  return { name, kind: required ? ("required" as const) : ("optional" as const), command, provenance };
}

function problemOf(
  check: PlannedCheck,
  outcome: CommandOutcome,
  { output, timeoutMs }: { output: string; timeoutMs: number },
): string | null {
  switch (outcome.ended) {
    case "timed out":
      return `Timed out after ${duration(timeoutMs)}; how it would have ended is not known.`;
    case "not started":
      return "The command could not be started.";
    case "killed":
      return "The command was ended by a signal before it finished.";
    case "cancelled":
      throw cancelled();
    case "exited":
      if (outcome.exitCode !== 0) return `Exit code ${outcome.exitCode ?? "unknown"}.`;
      return check.kind === "lint" ? null : noTests(output);
  }
}

function noTests(output: string): string | null {
  const tally = tallyTests(output);
  if (tally === null || tally.ran > 0) return null;
  return `Exit code 0, but no test ran (${tally.runners.join(", ")}). That proves nothing.`;
}

function passNote(check: PlannedCheck, output: string): string {
  if (check.kind !== "test") return "Exit code 0.";
  const tally = tallyTests(output);
  return tally === null ? "Exit code 0. The output names no test runner that avatar knows." : "Exit code 0.";
}

function duration(ms: number): string {
  if (ms < 120_000) return `${Math.round(ms / 1000)} seconds`;
  return `${Math.round(ms / 60_000)} minutes`;
}

function joinEvidence(sentence: string, output: string): string {
  return output.trim() === "" ? `${sentence} It printed nothing.` : `${sentence}\n${output}`;
}
