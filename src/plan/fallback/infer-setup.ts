import type { PlannedCheck, PlannedStep } from "../../domain/plan.ts";
import type { Artefacts } from "../artefacts.ts";
import { INSTALLATIONS } from "./installation.ts";
import { rootFile } from "./root-files.ts";

/**
 * Installing steps that the checks need and CI does not show: actions do them, or the tool does when it first
 * runs, which the check without network cannot.
 */
export async function inferSetup(
  artefacts: Artefacts,
  checks: readonly PlannedCheck[],
  setup: readonly PlannedStep[],
): Promise<PlannedStep[]> {
  const inferred: PlannedStep[] = [];
  for (const group of INSTALLATIONS) {
    const needed = checks.some((check) => group.uses.test(check.command));
    if (!needed || setup.some((step) => group.done.test(step.command))) continue;
    for (const row of group.rows) {
      const found = await rootFile(artefacts, row);
      if (found === null) continue;
      const { file: provenance, line } = found;
      const command = row.command.replace("{file}", provenance);
      inferred.push({ name: "setup", command, cwd: ".", env: {}, shell: "bash", provenance, line });
      break;
    }
  }
  return inferred;
}
