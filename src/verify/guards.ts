import { posix } from "node:path";
import { AvatarError } from "../domain/errors.ts";
import type { TaskKind } from "../domain/task-state.ts";
import type { Candidate } from "../domain/ports/checkouts.ts";
import type { Workspace } from "../domain/ports/workspace.ts";
import type { CheckResult } from "../domain/verdict.ts";
import { executableSources } from "./guards/executable-sources.ts";
import { guardResult as guard } from "./guards/guard-result.ts";
import { parsePatch, type PatchFile, SYMLINK_MODE } from "./patch-file.ts";
import { isTestFile } from "./test-file.ts";

/** A new file larger than this has no place in a change made by a machine. */
const NEW_FILE_LIMIT = 5 * 1024 * 1024;
/** GitHub warns from here on and refuses at twice the size. */
const ANY_FILE_LIMIT = 50 * 1024 * 1024;

/** What can be said from the change alone, before anything runs. */
export function guardChange(candidate: Candidate, taskKind: TaskKind): CheckResult[] {
  if (taskKind === "investigate") return [nothingChanged(candidate)];
  const patch = parsePatch(candidate.patch);
  const guards = [diffPresent(candidate), conflictMarkers(patch), workflowsUntouched(candidate, patch)];
  return taskKind === "test_only" ? [...guards, onlyTestsChanged(candidate, patch)] : guards;
}

/** What needs the changed files themselves. */
export async function guardTree(candidate: Candidate, workspace: Workspace): Promise<CheckResult[]> {
  const patch = parsePatch(candidate.patch);
  const links = patch.filter((file) => file.newMode === SYMLINK_MODE);
  return [
    await linksStayInside(links, workspace),
    await fileSizes(candidate, links, workspace),
    ...(await executableSources(patch, workspace)),
  ];
}

function counted(count: number): string {
  return count === 1 ? "1 file" : `${count} files`;
}

function diffPresent({ files }: Candidate): CheckResult {
  const problems = files.length === 0 ? ["The change is empty: no file differs from the base."] : [];
  return guard("diff present", problems, `${counted(files.length)} changed.`);
}

function nothingChanged({ files }: Candidate): CheckResult {
  const problems = files.map((file) => `${file.path}: ${file.status}`);
  return guard("nothing changed", problems, "The investigation left no change behind.");
}

function conflictMarkers(patch: readonly PatchFile[]): CheckResult {
  const problems = patch.flatMap((file) =>
    file.added
      .filter(({ text }) => /^(?:<{7}|>{7}|\|{7}) \S/u.test(text))
      .map(({ line, text }) => `${file.path}:${line}: ${text.slice(0, 80)}`),
  );
  return guard("no conflict markers", problems, "No added line is a merge conflict marker.");
}

function pathsOf(candidate: Candidate, patch: readonly PatchFile[]): string[] {
  const paths = [...candidate.files.map((file) => file.path), ...patch.flatMap((f) => [f.path, f.oldPath])];
  return [...new Set(paths)].filter((path) => path !== "").sort();
}

function workflowsUntouched(candidate: Candidate, patch: readonly PatchFile[]): CheckResult {
  const touched = pathsOf(candidate, patch).filter((path) => /^\.github\/workflows(?:\/|$)/iu.test(path));
  const problems = touched.map((path) => `${path}: workflows are for people to change`);
  return guard("workflows untouched", problems, "No file under .github/workflows is part of the change.");
}

function onlyTestsChanged(candidate: Candidate, patch: readonly PatchFile[]): CheckResult {
  const others = pathsOf(candidate, patch).filter((path) => !isTestFile(path));
  const problems = others.map((path) => `${path}: not a test file, and the task was to change tests only`);
  return guard("only tests changed", problems, "Every changed file is a test file.");
}

async function linksStayInside(links: readonly PatchFile[], workspace: Workspace): Promise<CheckResult> {
  const problems: string[] = [];
  for (const { path, added } of links) {
    const target = added[0]?.text ?? "";
    const leaves = added.length > 0 && (leavesByName(path, target) || (await isRefused(path, workspace)));
    if (leaves) problems.push(`${path}: a link to ${target}, outside the repository`);
  }
  return guard("links stay inside", problems, "No new link leads out of the repository.");
}

function leavesByName(path: string, target: string): boolean {
  if (target.startsWith("/")) return true;
  const resolved = posix.normalize(posix.join(posix.dirname(path), target));
  return resolved === ".." || resolved.startsWith("../") || /^\.git(?:\/|$)/iu.test(resolved);
}

// a name that looks harmless can still lead out through another link; the workspace follows them
async function isRefused(path: string, workspace: Workspace): Promise<boolean> {
  return (await statOrRefusal(path, workspace)) === "refused";
}

async function statOrRefusal(
  path: string,
  workspace: Workspace,
): Promise<{ size: number } | "refused" | null> {
  try {
    return await workspace.stat(path);
  } catch (error) {
    if (error instanceof AvatarError && error.code === "PATH_REFUSED") return "refused";
    throw error;
  }
}

async function fileSizes(
  { files }: Candidate,
  links: readonly PatchFile[],
  workspace: Workspace,
): Promise<CheckResult> {
  const linkPaths = new Set(links.map((link) => link.path));
  const problems: string[] = [];
  for (const file of files) {
    if (file.status === "deleted" || linkPaths.has(file.path)) continue;
    const limit = file.status === "added" ? NEW_FILE_LIMIT : ANY_FILE_LIMIT;
    const found = await statOrRefusal(file.path, workspace);
    if (found === null || found === "refused" || found.size <= limit) continue;
    problems.push(`${file.path}: ${mebibytes(found.size)} MiB, the limit is ${mebibytes(limit)} MiB`);
  }
  return guard("file sizes", problems, "Every changed file is within the size limit.");
}

function mebibytes(bytes: number): string {
  return (bytes / 1024 / 1024).toFixed(1).replace(/\.0$/u, "");
}
