import { existsSync } from "node:fs";
import type { LocalRepository } from "../checkout/local-repository.ts";
import { openWorkspace } from "../checkout/open-workspace.ts";
import type { OperatorConfig } from "../config/operator-config.ts";
import { readRepositoryConfig } from "../config/repository-config.ts";
import type { PlannedCheck, PlannedStep } from "../domain/plan.ts";
import { resolvePlan } from "../plan/verification-planner.ts";
import type { PlanDocument } from "./documents.ts";
import { EXIT } from "./exit-code.ts";
import { localFolder } from "./local-folder.ts";
import { table } from "./table.ts";
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

function renderPlan({ repo, setup, checks, excluded, warnings }: PlanDocument, terminal: Terminal): string {
  const title = (text: string): string => terminal.style("bold", text);
  const row = ({ command, cwd, provenance }: PlannedStep | PlannedCheck): string[] => [
    command.replaceAll("\n", " ⏎ "),
    cwd,
    provenance,
  ];
  const parts = [
    `${title("Plan")} of ${repo.path}`,
    checks.length === 0
      ? "Nothing here declares a check. Name one in .github/avatar.yml under `verify.test`."
      : "",
    section(title("Set-up"), ["command", "folder", "from"], setup.map(row)),
    section(
      title("Checks"),
      ["name", "kind", "command", "folder", "from"],
      checks.map((check) => [
        check.name,
        check.required ? check.kind : `${check.kind} (optional)`,
        ...row(check),
      ]),
    ),
    section(
      title("Left out"),
      ["command", "why", "from"],
      excluded.map(({ command, reason, provenance }) => [
        command.replaceAll("\n", " ⏎ "),
        reason,
        provenance,
      ]),
    ),
    warnings.length === 0 ? "" : [title("Warnings"), ...warnings.map((warning) => `  ${warning}`)].join("\n"),
  ];
  return parts.filter((part) => part !== "").join("\n\n");
}

function section(title: string, head: string[], rows: string[][]): string {
  return rows.length === 0 ? "" : `${title}\n${table([head, ...rows])}`;
}
