import type { PlannedCheck, PlannedStep } from "../../domain/plan.ts";
import type { Artefacts } from "../artefacts.ts";
import { within } from "../packages/within.ts";
import { INSTALLATIONS } from "./installation.ts";
import type { InstallationGroup } from "./installation.ts";
import { rootFile } from "./root-files.ts";

/**
 * Installing steps that the checks need and CI does not show: actions do them, or the tool does when it first
 * runs, which the check without network cannot. What the root does not install, the folder of the check may.
 */
export async function inferSetup(
  artefacts: Artefacts,
  checks: readonly PlannedCheck[],
  setup: readonly PlannedStep[],
): Promise<PlannedStep[]> {
  const inferred: PlannedStep[] = [];
  for (const group of INSTALLATIONS) {
    const users = checks.filter((check) => group.uses.test(check.command));
    if (users.length === 0 || setup.some((step) => group.done.test(step.command))) continue;
    for (const folder of new Set([".", ...users.map((check) => check.cwd)])) {
      const step = await installation(artefacts, folder, group);
      if (step === null) continue;
      inferred.push(step);
      if (folder === ".") break;
    }
  }
  return inferred;
}

async function installation(
  artefacts: Artefacts,
  folder: string,
  { rows }: InstallationGroup,
): Promise<PlannedStep | null> {
  const root = folder === ".";
  const view = root ? artefacts : within(artefacts, folder);
  for (const row of rows) {
    const found = await rootFile(view, row);
    if (found === null) continue;
    const { file, line } = found;
    const command = row.command.replace("{file}", file);
    const provenance = root ? file : `${folder}/${file}`;
    return { name: "setup", command, cwd: folder, env: {}, shell: "bash", provenance, line };
  }
  return null;
}
