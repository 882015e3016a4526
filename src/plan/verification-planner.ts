import type { PlannedCheck, PlannedStep, VerificationPlan } from "../domain/plan.ts";
import { openArtefacts } from "./artefacts.ts";
import type { PlanSource } from "./artefacts.ts";
import { configOverrideChecks } from "./config-override-checks.ts";
import type { PlanOverrides } from "./config-override-checks.ts";
import { detectPlan } from "./detect-plan.ts";
import { nameUniquely } from "./name-checks.ts";

export type { PlanSource } from "./artefacts.ts";

export interface PlanOptions extends PlanOverrides {
  defaultBranch: string;
}

/**
 * What proves this repository's work: configuration slot by slot, else what the repository's own artefacts declare,
 * else nothing. Reads only; runs nothing and asks no model.
 */
export async function resolvePlan(workspace: PlanSource, options: PlanOptions): Promise<VerificationPlan> {
  const overrides = configOverrideChecks(options);
  const artefacts = await openArtefacts(workspace);
  const detected = await detectPlan(artefacts, options.defaultBranch);
  const kinds = new Set(overrides.map((check) => check.kind));
  const checks: PlannedCheck[] = [
    ...overrides.filter((check) => check.kind === "test"),
    ...detected.checks.filter((check) => !kinds.has(check.kind)),
    ...overrides.filter((check) => check.kind === "lint"),
  ];
  const { setup } = options.repository;
  return {
    setup: setup === null ? detected.setup : setup.map((command) => configuredStep(command)),
    checks:
      overrides.length === 0
        ? checks
        : nameUniquely(checks.map((check) => ({ ...check, name: plainName(check) }))),
    excluded: detected.excluded,
    warnings: [...new Set([...detected.warnings, ...artefacts.warnings])],
  };
}

function plainName(check: PlannedCheck): string {
  return /^[a-z]+/.exec(check.name)?.[0] ?? check.kind;
}

function configuredStep(command: string): PlannedStep {
  return {
    name: "setup",
    command,
    cwd: ".",
    env: {},
    shell: "bash",
    provenance: "config:.github/avatar.yml#verify.setup",
  };
}
