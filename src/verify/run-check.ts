import { AvatarError } from "../domain/errors.ts";
import type { PlannedCheck } from "../domain/plan.ts";
import type { CommandOutcome } from "../domain/ports/command-runner.ts";
import type { FreshTree } from "../domain/ports/checkouts.ts";
import { executed, type TestCount } from "../domain/test-count.ts";
import type { CheckResult } from "../domain/verdict.ts";
import { cleanOutput } from "./clean-output.ts";
import { countTests } from "./count-tests.ts";
import { excerpt } from "./evidence.ts";
import { readTestResults } from "./read-test-results.ts";
import type { SkipReason } from "./skip-reason.ts";
import { tellingCommand } from "./telling-command.ts";

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
    command: { kind: "line", line: tellingCommand(check.command), shell: check.shell },
    cwd: check.cwd,
    env: check.env,
    timeoutMs: limits.timeoutMs,
    signal: limits.signal,
    network: "none",
  });
  if (outcome.ended === "cancelled" || limits.signal.aborted) throw cancelled();
  const output = cleanOutput(outcome.output, tree.workspace.root);
  const tests = await testsOf(check, tree, { output, outcome });
  const problem = problemOf(outcome, { tests, timeoutMs: limits.timeoutMs });
  return {
    ...identityOf(check),
    status: problem === null ? "pass" : "fail",
    evidence: joinEvidence(problem ?? passNote(check, tests), excerpt(output, problem !== null)),
    skipReason: null,
    exitCode: outcome.exitCode,
    durationMs: outcome.durationMs,
    ...(tests === null ? {} : { tests }),
  };
}

async function testsOf(
  check: PlannedCheck,
  tree: FreshTree,
  { output, outcome }: { output: string; outcome: CommandOutcome },
): Promise<TestCount | null> {
  if (check.kind === "lint") return null;
  const count = countTests(output) ?? (await readTestResults(check, tree, { output, outcome }));
  return count !== null && outcome.truncated ? { ...count, cut: true } : count;
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
  outcome: CommandOutcome,
  { tests, timeoutMs }: { tests: TestCount | null; timeoutMs: number },
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
      return noTests(tests);
  }
}

function noTests(tests: TestCount | null): string | null {
  if (tests === null || executed(tests) > 0) return null;
  return `Exit code 0, but no test ran (${tests.runner}). That proves nothing.`;
}

function passNote(check: PlannedCheck, tests: TestCount | null): string {
  if (check.kind !== "test" || tests !== null) return "Exit code 0.";
  return "Exit code 0. The output names no test runner that avatar knows.";
}

function duration(ms: number): string {
  if (ms < 120_000) return `${Math.round(ms / 1000)} seconds`;
  return `${Math.round(ms / 60_000)} minutes`;
}

function joinEvidence(sentence: string, output: string): string {
  return output.trim() === "" ? `${sentence} It printed nothing.` : `${sentence}\n${output}`;
}
