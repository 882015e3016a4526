import { AvatarError } from "../domain/errors.ts";
import type { RunEvent } from "../domain/events.ts";
import type { PlannedStep } from "../domain/plan.ts";
import type { Checkout, SetupReport } from "../domain/ports/checkouts.ts";
import type { CommandOutcome } from "../domain/ports/command-runner.ts";

type SetupFinished = Extract<RunEvent, { type: "setup.finished" }>;

const SHOWN = 4_000;

/**
 * Runs what CI runs before its checks and keeps the result as the prepared tree. `onFinished` hears of it also
 * when it failed. @throws SETUP_FAILED: without its dependencies no check of the repository could say anything.
 */
export async function prepareBase(
  checkout: Checkout,
  steps: readonly PlannedStep[],
  signal: AbortSignal,
  onFinished?: (event: SetupFinished) => Promise<void>,
): Promise<void> {
  const report = await checkout.prepare(steps, signal);
  const finished = toEvent(report);
  await onFinished?.(finished);
  const failed = report.steps.at(-1);
  if (report.ok || failed === undefined) return;
  const refused = finished.hosts.filter(({ allowed }) => !allowed).map(({ host }) => host);
  throw setupFailed(failed.step, failed.outcome, refused);
}

function toEvent(report: SetupReport): SetupFinished {
  const hosts = new Map<string, boolean>();
  for (const { outcome } of report.steps)
    for (const { host, allowed } of outcome.hosts) hosts.set(host, allowed);
  return {
    type: "setup.finished",
    ok: report.ok,
    steps: report.steps.map(({ step, outcome }) => ({
      name: step.name,
      command: step.command,
      exitCode: outcome.exitCode,
      durationMs: Math.round(outcome.durationMs),
      output: outcome.output.slice(-SHOWN),
    })),
    hosts: [...hosts].map(([host, allowed]) => ({ host, allowed })),
  };
}

function setupFailed(step: PlannedStep, outcome: CommandOutcome, refused: readonly string[]): AvatarError {
  const { ended, exitCode, output } = outcome;
  const how = exitCode === null ? ended : `exit code ${exitCode}`;
  const network =
    refused.length > 0 ? ` It asked for hosts that are not allowed: ${refused.join(", ")}.` : "";
  return new AvatarError("SETUP_FAILED", {
    message: `The set-up step \`${step.command}\` did not succeed (${how}).${network}\n${lastLines(output)}`,
    advice:
      "Name the right steps under `verify.setup` in .github/avatar.yml, or add the hosts to AVATAR_SETUP_HOSTS.",
  });
}

function lastLines(output: string): string {
  return output.trimEnd().split("\n").slice(-8).join("\n");
}
