import { z } from "zod";
import type { CommandOutcome } from "../../domain/ports/command-runner.ts";
import type { RunDeps } from "../../domain/ports/run-deps.ts";
import type { CheckKind, PlannedCheck } from "../../domain/plan.ts";
import type { ToolResult } from "../../domain/tool.ts";
import { cutMiddle, plural } from "./cut-text.ts";
import { describeEnd } from "./run-command.ts";
import { defineTool } from "./tool.ts";
import { done, failed } from "./tool-result.ts";

const TIMEOUT_MS = 15 * 60_000;
const SHOWN_FAILING = 8_000;
const SHOWN_PASSING = 400;

const isTest = (kind: CheckKind): boolean => kind !== "lint";
const isLint = (kind: CheckKind): boolean => kind === "lint";

export const runTestsTool = defineTool({
  name: "run_tests",
  description: "Run the frozen test checks, or the one named by target.",
  tier: 2,
  shape: { target: z.string().optional() },
  isActive: ({ hasTests }) => hasTests,
  describe: ({ target }) => target ?? "",
  execute: ({ target }, deps) => runChecks(deps, isTest, target),
});

export const runLinterTool = defineTool({
  name: "run_linter",
  description: "Run the frozen lint checks.",
  tier: 2,
  shape: {},
  isActive: ({ hasLint }) => hasLint,
  describe: () => "",
  execute: (_args, deps) => runChecks(deps, isLint, undefined),
});

async function runChecks(
  deps: RunDeps,
  wanted: (kind: CheckKind) => boolean,
  target: string | undefined,
): Promise<ToolResult> {
  const checks = (deps.plan ?? []).filter((check) => wanted(check.kind));
  if (checks.length === 0) return failed("The frozen plan holds no such check; use run_command.");
  const chosen = target === undefined ? checks : checks.filter((check) => matches(check, target));
  if (chosen.length === 0) {
    const names = checks.map((check) => check.name).join(", ");
    return failed(
      `No check of the frozen plan is called ${target}. There is: ${names}. For one file use run_command.`,
    );
  }
  const outcomes: { check: PlannedCheck; outcome: CommandOutcome | null }[] = [];
  for (const check of chosen) {
    const broken = outcomes.some(
      (earlier) => check.chain !== null && earlier.check.chain === check.chain && !passed(earlier.outcome),
    );
    outcomes.push({ check, outcome: broken || deps.signal.aborted ? null : await runCheck(check, deps) });
  }
  return report(outcomes);
}

function matches(check: PlannedCheck, target: string): boolean {
  return check.name === target || check.command === target;
}

function runCheck(check: PlannedCheck, { commands, signal }: RunDeps): Promise<CommandOutcome> {
  return commands.run({
    command: { kind: "line", line: check.command, shell: check.shell },
    cwd: check.cwd,
    env: check.env,
    timeoutMs: TIMEOUT_MS,
    signal,
    network: "none",
  });
}

function passed(outcome: CommandOutcome | null): boolean {
  return outcome?.ended === "exited" && outcome.exitCode === 0;
}

function report(outcomes: readonly { check: PlannedCheck; outcome: CommandOutcome | null }[]): ToolResult {
  const failing = outcomes.filter(({ outcome }) => !passed(outcome));
  const summary =
    failing.length === 0
      ? `${plural(outcomes.length, "check")} passed`
      : `${failing.length} of ${plural(outcomes.length, "check")} failed: ${failing.map(({ check }) => check.name).join(", ")}`;
  const share = Math.floor(SHOWN_FAILING / Math.max(1, failing.length));
  const first = failing[0] ?? outcomes[0];
  const command = first && {
    command: first.check.command,
    exitCode: first.outcome?.exitCode ?? null,
  };
  return done(summary, {
    content: outcomes.map(({ check, outcome }) => section(check, outcome, share)).join("\n"),
    details: outcomes.map(({ check, outcome }) => `$ ${check.command}\n${outcome?.output ?? ""}`).join("\n"),
    command: command ?? null,
  });
}

// Passing output is noise; a few last lines show that tests really ran.
function section(check: PlannedCheck, outcome: CommandOutcome | null, share: number): string {
  const head = `${check.name} (${check.command}): `;
  if (outcome === null) return `${head}not run, an earlier step of its chain failed`;
  const output = outcome.output.trimEnd();
  const shown = passed(outcome) ? output.slice(-SHOWN_PASSING) : cutMiddle(output, share);
  return `${head}${describeEnd(outcome)}\n${shown}`.trimEnd();
}
