import { appendFile, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { AvatarError } from "../domain/errors.ts";
import type { ChangedFile } from "../domain/ports/workspace.ts";
import { changedFiles, exactPatch, readableDiff } from "./change-list.ts";
import { copyIndex } from "./copy-index.ts";
import { createGitStore, type GitStore } from "./git-store.ts";
import { git } from "./git.ts";
import { describeRepository, resolveLocalRef, type LocalRepository } from "./local-repository.ts";
import { refNotFound } from "./remote-failure.ts";
import { snapshot } from "./snapshot.ts";

/** How a working tree differs from a commit, its uncommitted and new files included. */
export interface WorktreeChange {
  baseSha: string;
  /** `git apply` on the base gives the working tree. */
  patch: string;
  files: ChangedFile[];
}

/**
 * Compares a working tree with a ref. The repository is only read: index, objects and configuration stay as they are,
 * and nothing its configuration names is run.
 * @throws REF_NOT_FOUND, REPOSITORY_EMPTY, CHECKOUT_FAILED when the folder is no repository.
 */
export async function worktreePatch(dir: string, baseRef: string): Promise<WorktreeChange> {
  return compare(dir, baseRef, async (store, baseSha, tree) => ({
    baseSha,
    patch: await exactPatch(store, baseSha, tree),
    files: await changedFiles(store.gitDir, baseSha, tree),
  }));
}

/** The same comparison, for people to read. */
export async function worktreeDiff(dir: string, baseRef: string, paths: readonly string[]): Promise<string> {
  return compare(dir, baseRef, (store, baseSha, tree) => readableDiff(store.gitDir, [baseSha, tree], paths));
}

async function compare<T>(
  dir: string,
  baseRef: string,
  use: (store: GitStore, baseSha: string, tree: string) => Promise<T>,
): Promise<T> {
  const repository = await describeRepository(dir);
  if (repository === null) throw noRepository();
  const baseSha = await resolveLocalRef(dir, baseRef);
  if (baseSha === null) throw repository.head === null ? noCommit() : refNotFound(baseRef);
  const temporary = await mkdtemp(path.join(tmpdir(), "avatar-compare-"));
  try {
    const store = await borrow(repository, path.join(temporary, "git"), baseSha);
    const index = await ownIndex(repository, store, path.join(temporary, "index"));
    const tree = await snapshot(store, { tree: repository.root, home: temporary, view: temporary, index });
    return await use(store, baseSha, tree);
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

/** A git directory of ours that reads the repository's objects and writes its own elsewhere. */
async function borrow(repository: LocalRepository, gitDir: string, example: string): Promise<GitStore> {
  const store = await createGitStore(gitDir, example);
  await mkdir(path.join(store.objects, "info"), { recursive: true });
  await writeFile(path.join(store.objects, "info", "alternates"), `${repository.objectsDir}\n`);
  const excluded = await readFile(repository.excludeFile, "utf8").catch(() => "");
  await appendFile(store.excludeFile, excluded);
  return store;
}

/** The index says which files are unchanged without reading them. Where it cannot be used, HEAD stands in. */
async function ownIndex(repository: LocalRepository, store: GitStore, index: string): Promise<string> {
  const call = { gitDir: store.gitDir, workTree: repository.root, index };
  try {
    await copyIndex(repository.indexFile, index);
    await git({ ...call, args: ["ls-files", "--cached", "-z"] });
  } catch {
    await rm(index, { force: true });
    await git({ ...call, args: ["read-tree", repository.head ?? "--empty"] });
  }
  return index;
}

function noRepository(): AvatarError {
  return new AvatarError("CHECKOUT_FAILED", {
    message: "The folder is not in a git repository.",
    advice: "Name the working tree of a repository.",
  });
}

function noCommit(): AvatarError {
  return new AvatarError("REPOSITORY_EMPTY", {
    message: "The repository has no commit yet.",
    advice: "Make a first commit to compare with.",
  });
}
