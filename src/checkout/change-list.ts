import { isUtf8 } from "node:buffer";
import type { ChangedFile } from "../domain/ports/workspace.ts";
import type { GitStore } from "./git-store.ts";
import { git } from "./git.ts";

const plumbing = ["diff-tree", "-r", "--no-commit-id", "--no-ext-diff", "--no-textconv", "--no-color"];

/** One line of `git diff-tree --raw`. */
export interface RawChange {
  oldMode: string;
  newMode: string;
  oldId: string;
  newId: string;
  status: string;
  path: string;
}

/** Every path that differs between two trees, renames taken apart. */
export async function rawChanges(gitDir: string, from: string, to: string): Promise<RawChange[]> {
  const output = await git({
    gitDir,
    args: [...plumbing, "--raw", "-z", "--no-renames", "--no-abbrev", from, to],
  });
  return parseRaw(output.toString("utf8").split("\0")).changes;
}

/** The files that differ between two trees, with how much. */
export async function changedFiles(gitDir: string, from: string, to: string): Promise<ChangedFile[]> {
  const args = [...plumbing, "--raw", "--numstat", "-z", "-M", "--no-abbrev", from, to];
  const fields = (await git({ gitDir, args })).toString("utf8").split("\0");
  const { changes, rest } = parseRaw(fields);
  const counts = parseCounts(rest);
  return changes.map((change) => {
    const [added, removed] = counts.get(change.path) ?? ["0", "0"];
    return {
      path: change.path,
      status: statusOf(change.status),
      addedLines: Number(added) || 0,
      removedLines: Number(removed) || 0,
      binary: added === "-",
    };
  });
}

function parseRaw(fields: readonly string[]): { changes: RawChange[]; rest: string[] } {
  const changes: RawChange[] = [];
  let at = 0;
  while (fields[at]?.startsWith(":") === true) {
    const change = parseHeader(fields[at]?.slice(1) ?? "");
    // A rename names the old path first.
    const names = /^[RC]/.test(change.status) ? 2 : 1;
    changes.push({ ...change, path: fields[at + names] ?? "" });
    at += 1 + names;
  }
  return { changes, rest: fields.slice(at) };
}

function parseHeader(header: string): Omit<RawChange, "path"> {
  const [oldMode = "", newMode = "", oldId = "", newId = "", status = ""] = header.split(" ");
  return { oldMode, newMode, oldId, newId, status };
}

function parseCounts(fields: readonly string[]): Map<string, [string, string]> {
  const counts = new Map<string, [string, string]>();
  for (let at = 0; at < fields.length; at += 1) {
    const [added, removed, name] = (fields[at] ?? "").split("\t");
    if (added === undefined || removed === undefined || name === undefined) continue;
    // A rename has an empty name here, then the old name and the new one.
    if (name === "") at += 2;
    counts.set(name === "" ? (fields[at] ?? "") : name, [added, removed]);
  }
  return counts;
}

function statusOf(letter: string): ChangedFile["status"] {
  if (letter.startsWith("R") || letter.startsWith("C")) return "renamed";
  if (letter === "A") return "added";
  if (letter === "D") return "deleted";
  return letter === "T" ? "type changed" : "modified";
}

/** A unified diff for people and for the model. */
export async function readableDiff(
  gitDir: string,
  [from, to]: readonly [string, string],
  paths: readonly string[] = [],
): Promise<string> {
  const args = ["--literal-pathspecs", ...plumbing, "-p", "-M", from, to, "--", ...paths];
  return (await git({ gitDir, args })).toString("utf8");
}

/**
 * A patch that `git apply` turns into exactly the second tree. Text that is not UTF-8 cannot be in a string as it is,
 * so the patch of such a file is a binary one.
 */
export async function exactPatch(store: GitStore, from: string, to: string): Promise<string> {
  const whole = await patchBytes(store, ["-M", from, to]);
  if (isUtf8(whole)) return whole.toString("utf8");
  const parts: string[] = [];
  for (const { path } of await rawChanges(store.gitDir, from, to)) {
    const one = ["--no-renames", from, to, "--", path];
    const text = await patchBytes(store, one);
    const usable = isUtf8(text)
      ? text
      : await patchBytes(store, one, [["core.attributesFile", store.allBinaryFile]]);
    parts.push(usable.toString("utf8"));
  }
  return parts.join("");
}

async function patchBytes(
  { gitDir }: GitStore,
  rest: readonly string[],
  settings: readonly (readonly [string, string])[] = [],
): Promise<Buffer> {
  const args = ["--literal-pathspecs", ...plumbing, "-p", "--binary", "--full-index", ...rest];
  return git({ gitDir, args, settings });
}
