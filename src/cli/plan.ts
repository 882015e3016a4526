import { existsSync } from "node:fs";
import type { LocalRepository } from "../checkout/local-repository.ts";
import { openWorkspace } from "../checkout/open-workspace.ts";
import type { OperatorConfig } from "../config/operator-config.ts";
import { readRepositoryConfig } from "../config/repository-config.ts";
import { resolvePlan } from "../plan/verification-planner.ts";
import type { PlanDocument } from "./documents.ts";
import { EXIT } from "./exit-code.ts";
import { localFolder } from "./local-folder.ts";
import { renderPlan } from "./render-plan.ts";
import { printJson, type Terminal } from "./terminal.ts";

/** `avatar plan [DIR]`: what would be run to prove a change here. Runs nothing. */
export async function planCommand(
  dir: string,
  options: { json: boolean },
  { config, terminal }: { config: OperatorConfig; terminal: Terminal },
): Promise<number> {
  const document = await planOf(await localFolder(dir), config);
  if (options.json) printJson(terminal, document);
  else terminal.out(renderPlan(document, terminal));
  return EXIT.success;
}

async function planOf(path: string, config: OperatorConfig): Promise<PlanDocument> {
  const workspace = openWorkspace(path);
  const repository = await repositoryIn(path);
  const settings = readRepositoryConfig(await workspace.readFile(".github/avatar.yml"));
  const { test, lint, setup } = settings.config.verify;
  const plan = await resolvePlan(workspace, {
    operator: config.override,
    repository: { test: test ?? [], lint: lint ?? [], setup: setup ?? null },
    defaultBranch: repository?.defaultBranch ?? "main",
  });
  return {
    repo: { path, defaultBranch: repository?.defaultBranch ?? null, headSha: repository?.head ?? null },
    ...plan,
    warnings: [...settings.warnings, ...plan.warnings],
  };
}

/** Git is loaded only where there is something for it to read. */
async function repositoryIn(path: string): Promise<LocalRepository | null> {
  if (!existsSync(`${path}/.git`)) return null;
  const { describeRepository } = await import("../checkout/local-repository.ts");
  return describeRepository(path);
}
