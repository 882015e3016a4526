import type { PlannedCheck, PlannedStep, VerificationPlan } from "../domain/plan.ts";
import type { PlanProposer } from "../domain/ports/plan-proposer.ts";
import { openArtefacts } from "./artefacts.ts";
import type { Artefacts, PlanSource } from "./artefacts.ts";
import { citedProposals, type CitedTier } from "./cited-proposals.ts";
import { configOverrideChecks } from "./config-override-checks.ts";
import type { PlanOverrides } from "./config-override-checks.ts";
import { detectPlan } from "./detect-plan.ts";
import type { AskMachine } from "./machine/machine.ts";
import { withConfigLines } from "./config-lines.ts";
import { nameUniquely } from "./name-checks.ts";

export type { PlanSource } from "./artefacts.ts";

export interface PlanOptions extends PlanOverrides {
  defaultBranch: string;
  /** Reads prose for slots that stay empty; null where nobody opted in. */
  proposer?: PlanProposer | null;
  signal?: AbortSignal;
  /** The machine that the checks will run on; null or absent plans as CI would run. */
  machine?: AskMachine | null;
}

/**
 * What proves this repository's work: configuration slot by slot, else what the repository's own artefacts declare,
 * else, where a proposer was given, what a cited text says, else nothing. Reads only; runs nothing.
 */
export async function resolvePlan(workspace: PlanSource, options: PlanOptions): Promise<VerificationPlan> {
  const artefacts = await openArtefacts(workspace);
  const overrides = await withConfigLines(artefacts, configOverrideChecks(options));
  const { defaultBranch, machine = null } = options;
  const { setup } = options.repository;
  const detected = await detectPlan(artefacts, { defaultBranch, machine, setup });
  const kinds = new Set(overrides.map((check) => check.kind));
  const declared: PlannedCheck[] = [
    ...overrides.filter((check) => check.kind === "test"),
    ...detected.checks.filter((check) => !kinds.has(check.kind)),
    ...overrides.filter((check) => check.kind === "lint"),
  ];
  const cited = await citedTier(artefacts, declared, options);
  const checks = [...declared, ...cited.checks];
  return {
    setup: setup === null ? detected.setup : await withConfigLines(artefacts, setup.map(configuredStep)),
    checks:
      overrides.length === 0 && cited.checks.length === 0
        ? checks
        : nameUniquely(checks.map((check) => ({ ...check, name: plainName(check) }))),
    excluded: [...detected.excluded, ...cited.excluded],
    warnings: [...new Set([...detected.warnings, ...artefacts.warnings])],
  };
}

/** Only for slots that everything before left empty. */
async function citedTier(
  artefacts: Artefacts,
  declared: readonly PlannedCheck[],
  { proposer, signal }: PlanOptions,
): Promise<CitedTier> {
  if (proposer === undefined || proposer === null) return { checks: [], excluded: [] };
  const slots = (["test", "lint"] as const).filter((slot) => !declared.some(({ kind }) => kind === slot));
  return citedProposals(artefacts, slots, proposer, signal ?? new AbortController().signal);
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
