import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import path from "node:path";
import { AvatarError } from "../domain/errors.ts";
import { rawChanges, type RawChange } from "./change-list.ts";
import { copyIndex } from "./copy-index.ts";
import type { GitStore } from "./git-store.ts";
import { git, GitFailure, gitText, type GitCall } from "./git.ts";
import type { Place } from "./place.ts";

const gitlink = "160000";

/** The state of a tree as a git tree, made with an index of its own; what git ignores is left out. */
export async function snapshot(store: GitStore, place: Place): Promise<string> {
  return withIndex(store, place.index, async (index) => {
    const call = { gitDir: store.gitDir, workTree: place.tree, index };
    try {
      await git({ ...call, args: ["add", "--all", "--", "."] });
    } catch (error) {
      if (!(error instanceof GitFailure)) throw error;
      await addAroundRepositories(call, error);
    }
    return gitText({ ...call, args: ["write-tree"] });
  });
}

/** git refuses to add a repository inside the tree that has no commit yet; such a one is left out. */
async function addAroundRepositories(call: Omit<GitCall, "args">, failure: GitFailure): Promise<void> {
  const listing = await git({ ...call, args: ["ls-files", "-z", "--others", "--exclude-standard"] });
  const names = listing.toString("utf8").split("\0");
  const repositories = names.filter((name) => name.endsWith("/"));
  if (repositories.length === 0) throw unusableFile(failure);
  const around = repositories.map((name) => `:(exclude,top,literal)${name.slice(0, -1)}`);
  try {
    await git({ ...call, args: ["add", "--all", "--", ".", ...around] });
  } catch (error) {
    throw error instanceof GitFailure ? unusableFile(error) : error;
  }
}

/**
 * The change the model made, as a tree on the base. What the set-up steps changed is taken back where it is still as
 * they left it, and a repository inside the repository does not become a submodule.
 */
export async function changeTree(request: {
  store: GitStore;
  place: Place;
  baseTree: string;
  /** The tree as set-up left it; null when nothing was set up. */
  setupTree: string | null;
}): Promise<string> {
  const { store, place, baseTree, setupTree } = request;
  const now = await snapshot(store, place);
  if (now === baseTree) return now;
  const fromSetup = new Map<string, RawChange>();
  if (setupTree !== null) {
    for (const change of await rawChanges(store.gitDir, baseTree, setupTree))
      fromSetup.set(change.path, change);
  }
  const changes = await rawChanges(store.gitDir, baseTree, now);
  const unwanted = changes.filter((change) => {
    const setup = fromSetup.get(change.path);
    const isAsSetUp = setup?.newId === change.newId && setup.newMode === change.newMode;
    return isAsSetUp || (change.newMode === gitlink && change.oldMode !== gitlink);
  });
  return unwanted.length === 0 ? now : restoreEntries(store, now, unwanted);
}

/** A tree with these paths as the base tree has them. A path that is the same in both is left alone. */
export async function treeWithRestored(
  store: GitStore,
  { baseTree, tree, restore }: { baseTree: string; tree: string; restore: readonly string[] },
): Promise<string> {
  const wanted = new Set(restore);
  const changes = await rawChanges(store.gitDir, baseTree, tree);
  const unwanted = changes.filter((change) => wanted.has(change.path));
  return unwanted.length === 0 ? tree : restoreEntries(store, tree, unwanted);
}

async function restoreEntries(store: GitStore, tree: string, entries: readonly RawChange[]): Promise<string> {
  return withIndex(store, null, async (index) => {
    const call = { gitDir: store.gitDir, index };
    await git({ ...call, args: ["read-tree", tree] });
    // Removals first: a path that was a file may have to become a folder again.
    const removals = entries.map(({ path, newId }) => `0 ${"0".repeat(newId.length)}\t${path}\0`);
    const kept = entries.filter(({ oldMode }) => oldMode !== "000000");
    const additions = kept.map(({ oldMode, oldId, path }) => `${oldMode} ${oldId}\t${path}\0`);
    await git({
      ...call,
      args: ["update-index", "-z", "--index-info"],
      input: [...removals, ...additions].join(""),
    });
    return gitText({ ...call, args: ["write-tree"] });
  });
}

/**
 * The base with a patch on top, as a tree; no working tree takes part.
 * @throws PATCH_REJECTED
 */
export async function treeFromPatch(store: GitStore, baseTree: string, patch: string): Promise<string> {
  if (patch.trim() === "") return baseTree;
  return withIndex(store, null, async (index) => {
    const call = { gitDir: store.gitDir, index };
    await git({ ...call, args: ["read-tree", baseTree] });
    try {
      await git({ ...call, args: ["apply", "--cached", "--whitespace=nowarn", "-"], input: patch });
    } catch (error) {
      throw error instanceof GitFailure ? patchRejected(error) : error;
    }
    return gitText({ ...call, args: ["write-tree"] });
  });
}

async function withIndex<T>(
  store: GitStore,
  from: string | null,
  use: (index: string) => Promise<T>,
): Promise<T> {
  const index = path.join(store.gitDir, `index-${randomUUID()}`);
  try {
    // A copy keeps what git knows of unchanged files, so that only changed ones are read.
    if (from !== null) await copyIndex(from, index);
    return await use(index);
  } finally {
    await rm(index, { force: true });
    await rm(`${index}.lock`, { force: true });
  }
}

function unusableFile(error: GitFailure): AvatarError {
  return new AvatarError("PATH_REFUSED", {
    message: `The working tree has a file that cannot be part of a change: ${error.stderr.trim().slice(0, 300)}`,
    advice: "Remove or rename that file.",
    cause: error,
  });
}

function patchRejected(error: GitFailure): AvatarError {
  return new AvatarError("PATCH_REJECTED", {
    message: `The patch does not apply to the base: ${error.stderr.trim().slice(0, 500)}`,
    advice: "Make the patch against the base commit, with `git diff --binary`.",
    cause: error,
  });
}
