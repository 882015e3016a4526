import type { PlannedCheck } from "../../domain/plan.ts";
import type { Workspace } from "../../domain/ports/workspace.ts";
import type { CheckResult } from "../../domain/verdict.ts";
import { guardResult } from "../guards/guard-result.ts";
import { type FilePatch, splitPatch } from "../split-patch.ts";
import { linesOnBase } from "../text-on-base.ts";
import type { VerifyRequest } from "../verify-request.ts";
import { rubricDigest } from "./fingerprint-rubric.ts";
import type { Rubric } from "./rubric.ts";
import { isRunnerFile } from "./runner-files.ts";
import { onlyAddsTests } from "./telling-part.ts";

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
  const changed = splitPatch(candidate.patch);
  const paths = new Set(changed.flatMap(({ file }) => [file.path, file.oldPath]));
  const touched: string[] = [];
  for (const path of [...paths].sort()) {
    if (!frozen.has(path) && !isRunnerFile(path)) continue;
    const now = await rubricDigest(workspace, { setup, checks: [...plan] }, path);
    const isMoved = now !== (frozen.get(path) ?? "");
    if (isMoved && !(await hasOnlyMoreTests(changed, path, workspace))) touched.push(path);
  }
  return touched;
}

async function hasOnlyMoreTests(
  files: readonly FilePatch[],
  path: string,
  workspace: Workspace,
): Promise<boolean> {
  const patch = files.find(
    ({ file }) => file.path === path && file.oldPath === path && file.oldMode !== null,
  );
  const bytes = patch === undefined ? null : await workspace.readFile(path).catch(() => null);
  if (patch === undefined || bytes === null) return false;
  const after = new TextDecoder().decode(bytes);
  const before = linesOnBase(patch, after);
  return before !== null && onlyAddsTests(path, before.join("\n"), after);
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
