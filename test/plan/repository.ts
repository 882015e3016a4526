import type { VerificationPlan } from "../../src/domain/plan.ts";
import type { PlanSource } from "../../src/plan/artefacts.ts";
import { resolvePlan } from "../../src/plan/verification-planner.ts";
import type { PlanOptions } from "../../src/plan/verification-planner.ts";

export type Files = Readonly<Record<string, string | Uint8Array>>;

/** A repository that lies in memory, as the planner's port sees it. */
export function repository(files: Files): PlanSource {
  const encode = (value: string | Uint8Array): Uint8Array =>
    typeof value === "string" ? new TextEncoder().encode(value) : value;
  return {
    readFile: (path) => Promise.resolve(files[path] === undefined ? null : encode(files[path])),
    stat: (path) =>
      Promise.resolve(files[path] === undefined ? null : { kind: "file", size: encode(files[path]).length }),
    listFiles: () => {
      const paths = Object.keys(files).sort();
      return Promise.resolve({ paths, total: paths.length });
    },
  };
}

export const SILENT: PlanOptions = {
  operator: { test: [], lint: [] },
  repository: { test: [], lint: [], setup: null },
  defaultBranch: "main",
};

export function planOf(files: Files, options: Partial<PlanOptions> = {}): Promise<VerificationPlan> {
  return resolvePlan(repository(files), { ...SILENT, ...options });
}

/** The plan of a repository with this one workflow, besides other files. */
export function planOfWorkflow(workflow: string, others: Files = {}): Promise<VerificationPlan> {
  return planOf({ ".github/workflows/ci.yml": workflow, ...others });
}

/** `kind command` of every check, with its folder where that is not the root. */
export function checksOf(plan: VerificationPlan): string[] {
  return plan.checks.map(({ kind, command, cwd }) => `${kind} ${command}${cwd === "." ? "" : ` @${cwd}`}`);
}

export function reasonFor(plan: VerificationPlan, command: string): string | undefined {
  return plan.excluded.find((one) => one.command === command)?.reason;
}
