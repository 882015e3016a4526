import { AvatarError } from "../domain/errors.ts";
import type { PlannedCheck, VerificationPlan } from "../domain/plan.ts";
import type { Checkout } from "../domain/ports/checkouts.ts";
import { type PlanOptions, resolvePlan } from "../plan/verification-planner.ts";
import { askMachine } from "./ask-machine.ts";

/**
 * The plan made for CI, as the machine at hand can run it: what needs a toolchain that is not there is left out, with the
 * reason. What was cited from prose stays.
 * @throws SETUP_FAILED when not one of the required tests is left: lint alone proves no change.
 */
export async function fitPlan(
  plan: VerificationPlan,
  { workspace, commands }: Pick<Checkout, "workspace" | "commands">,
  options: Pick<PlanOptions, "operator" | "repository" | "defaultBranch"> & { signal: AbortSignal },
): Promise<VerificationPlan> {
  const machine = askMachine(commands, options.signal);
  const fitted = await resolvePlan(workspace, { ...options, machine });
  const cited = plan.checks.filter(({ provenance }) => provenance.startsWith("llm:"));
  const checks = [...fitted.checks, ...cited];
  if (plan.checks.some(isRequiredTest) && !checks.some(isRequiredTest)) throw noTestLeft(plan, fitted);
  return { ...fitted, checks };
}

function isRequiredTest({ kind, required }: PlannedCheck): boolean {
  return kind === "test" && required;
}

function noTestLeft(plan: VerificationPlan, { excluded }: VerificationPlan): AvatarError {
  const lost = plan.checks.filter(isRequiredTest);
  const reasons = new Set(
    excluded
      .filter(({ provenance, command }) =>
        lost.some((check) => check.provenance === provenance && check.command === command),
      )
      .map(({ reason }) => reason),
  );
  return new AvatarError("SETUP_FAILED", {
    message: `No test that this repository's CI runs can run on this machine: ${[...reasons].join("; ") || "what they need is not there"}.`,
    advice:
      "Install what is missing on the worker, or name a test command that can run here under `verify.test` in .github/avatar.yml.",
  });
}
