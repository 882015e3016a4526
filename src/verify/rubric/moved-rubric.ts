import type { PlannedCheck } from "../../domain/plan.ts";
import type { Workspace } from "../../domain/ports/workspace.ts";
import type { CheckResult } from "../../domain/verdict.ts";
import { guardResult } from "../guards/guard-result.ts";
import { parsePatch } from "../patch-file.ts";
import type { VerifyRequest } from "../verify-request.ts";
import { rubricDigest } from "./fingerprint-rubric.ts";
import type { Rubric } from "./rubric.ts";
import { isRunnerFile } from "./runner-files.ts";

/** What of the rubric a change moved. */
export interface MovedRubric {
  /** Files in whose telling part the change differs from the base, sorted. */
  touched: readonly string[];
  /** Frozen checks that the changed tree no longer asks for, for people. */
  differences: readonly string[];
}

export const RUBRIC = "rubric intact";

/** Reads the changed tree before anything ran in it. */
export async function movedRubric(request: VerifyRequest, workspace: Workspace): Promise<MovedRubric> {
  const { rubric, plan } = request;
  if (rubric === undefined) return { touched: [], differences: [] };
  const touched = await touchedFiles(request, rubric, workspace);
  if (touched.length === 0) return { touched, differences: [] };
  const found = new Set((await rubric.resolve(workspace)).map(meaningOf));
  const gone = plan.filter((check) => isDetected(check) && !found.has(meaningOf(check)));
  return {
    touched,
    differences: gone.map(
      ({ command, provenance }) => `\`${command}\` (${provenance}) is not what the changed files ask for`,
    ),
  };
}

async function touchedFiles(
  { candidate, plan }: VerifyRequest,
  { files, setup }: Rubric,
  workspace: Workspace,
): Promise<string[]> {
  const frozen = new Map(files.map(({ path, digest }) => [path, digest]));
  const paths = new Set(parsePatch(candidate.patch).flatMap(({ path, oldPath }) => [path, oldPath]));
  const touched: string[] = [];
  for (const path of [...paths].sort()) {
    if (!frozen.has(path) && !isRunnerFile(path)) continue;
    const now = await rubricDigest(workspace, { setup, checks: [...plan] }, path);
    if (now !== (frozen.get(path) ?? "")) touched.push(path);
  }
  return touched;
}

function isDetected({ kind, provenance }: PlannedCheck): boolean {
  return (kind === "test" || kind === "lint") && !/^(?:llm:|model-)/u.test(provenance);
}

function meaningOf({ command, kind, cwd, env, shell, required }: PlannedCheck): string {
  const values = Object.entries(env).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([command, kind, cwd, values, shell, required]);
}

/** What can be said without running anything; empty where only a run can tell. */
export function guardRubric({ rubric }: VerifyRequest, { touched, differences }: MovedRubric): CheckResult[] {
  if (rubric === undefined) return [];
  if (differences.length > 0) {
    const lead = `The change moves what it is judged by, in ${touched.join(", ")}:`;
    return [guardResult(RUBRIC, [lead, ...differences], "")];
  }
  return touched.length > 0
    ? []
    : [guardResult(RUBRIC, [], "The change touches nothing that the plan stands on.")];
}
