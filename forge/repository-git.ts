import path from "node:path";
import { git, tryGit } from "./git-command.ts";

// Questions to a bare repository, and the few writes that the web and the API can make.

interface Person {
  name: string;
  email: string;
  date: string;
}

export interface CommitInfo {
  sha: string;
  tree: string;
  parents: string[];
  author: Person;
  committer: Person;
  message: string;
}

export interface FileChange {
  path: string;
  previousPath: string | null;
  status: "added" | "removed" | "modified" | "renamed";
  additions: number;
  deletions: number;
  patch: string | null;
  blob: string;
}

export interface TreeEntry {
  mode: string;
  type: "blob" | "tree" | "commit";
  sha: string;
  size: number;
  path: string;
}

export async function resolveCommit(gitDir: string, revision: string): Promise<string | null> {
  if (revision === "" || revision.startsWith("-")) return null;
  const { code, stdout } = await tryGit(gitDir, ["rev-parse", "--verify", "--quiet", `${revision}^{commit}`]);
  return code === 0 ? stdout.toString("utf8").trim() : null;
}

/** The commit that a branch, a tag or a SHA names, in GitHub's order. */
export async function resolveRevision(gitDir: string, name: string): Promise<string | null> {
  const candidates = [`refs/heads/${name}`, `refs/tags/${name}`, `refs/${name}`, name];
  for (const candidate of candidates) {
    const sha = await resolveCommit(gitDir, candidate);
    if (sha !== null) return sha;
  }
  return null;
}

/** Full ref names with what they point at. */
export async function listRefs(gitDir: string, pattern = "refs/heads/"): Promise<Map<string, string>> {
  const out = await git(gitDir, ["for-each-ref", "--format=%(refname) %(objectname)", pattern]);
  const lines = out.split("\n").filter((line) => line !== "");
  return new Map(lines.map((line) => line.split(" ", 2) as [string, string]));
}

const COMMIT_FORMAT = "%H%x00%T%x00%P%x00%an%x00%ae%x00%aI%x00%cn%x00%ce%x00%cI%x00%B%x01";

export async function listCommits(gitDir: string, range: string[], limit = 250): Promise<CommitInfo[]> {
  const args = ["log", `--max-count=${limit}`, `--format=${COMMIT_FORMAT}`, ...range, "--"];
  const out = await git(gitDir, args);
  return out
    .split("\u0001")
    .map((record) => record.replace(/^\n/u, ""))
    .filter((record) => record !== "")
    .map(parseCommit);
}

function parseCommit(record: string): CommitInfo {
  const [sha = "", tree = "", parents = "", ...rest] = record.split("\0");
  const [an = "", ae = "", ad = "", cn = "", ce = "", cd = "", message = ""] = rest;
  return {
    sha,
    tree,
    parents: parents.split(" ").filter((parent) => parent !== ""),
    author: { name: an, email: ae, date: utc(ad) },
    committer: { name: cn, email: ce, date: utc(cd) },
    message: message.trimEnd(),
  };
}

function utc(date: string): string {
  return new Date(date).toISOString().replace(/\.\d+Z$/u, "Z");
}

export async function readCommit(gitDir: string, sha: string): Promise<CommitInfo> {
  const [commit] = await listCommits(gitDir, [sha], 1);
  if (commit === undefined) throw new Error(`no commit ${sha}`);
  return commit;
}

export async function mergeBase(gitDir: string, a: string, b: string): Promise<string | null> {
  const { code, stdout } = await tryGit(gitDir, ["merge-base", a, b]);
  return code === 0 ? stdout.toString("utf8").trim() : null;
}

export async function isAncestor(gitDir: string, older: string, newer: string): Promise<boolean> {
  return (await tryGit(gitDir, ["merge-base", "--is-ancestor", older, newer])).code === 0;
}

export const EMPTY_TREE = "4b825dc642cb6eb9a060e54bf8d69288fbee4904";

/** What changes from one tree to another, with a unified patch for each file. */
export async function diffFiles(gitDir: string, from: string, to: string): Promise<FileChange[]> {
  const options = ["--find-renames", "--no-color", "--no-ext-diff", "--full-index"];
  const raw = await git(gitDir, ["diff", "--raw", "--numstat", "-z", "--abbrev=40", ...options, from, to]);
  const patches = splitPatches(await git(gitDir, ["diff", ...options, from, to]));
  return parseRawDiff(raw).map((change, index) => ({ ...change, patch: patches[index] ?? null }));
}

const STATUS: Record<string, FileChange["status"]> = { A: "added", D: "removed", R: "renamed" };

function parseRawDiff(raw: string): FileChange[] {
  const fields = raw.split("\0");
  const next = () => fields.shift() ?? "";
  const changes: FileChange[] = [];
  while (fields[0]?.startsWith(":") === true) changes.push(parseRawEntry(next(), next));
  for (const change of changes) {
    const [added = "", deleted = ""] = next().split("\t");
    // a rename's paths follow in fields of their own
    if (change.status === "renamed") fields.splice(0, 2);
    change.additions = Number.parseInt(added, 10) || 0;
    change.deletions = Number.parseInt(deleted, 10) || 0;
  }
  return changes;
}

function parseRawEntry(head: string, next: () => string): FileChange {
  const [, , oldBlob = "", newBlob = "", letter = ""] = head.split(" ");
  const status = STATUS[letter.slice(0, 1)] ?? "modified";
  const first = next();
  const renamed = status === "renamed";
  return {
    path: renamed ? next() : first,
    previousPath: renamed ? first : null,
    status,
    additions: 0,
    deletions: 0,
    patch: null,
    blob: status === "removed" ? oldBlob : newBlob,
  };
}

/** One entry a file; null where git shows no hunks. */
function splitPatches(diff: string): (string | null)[] {
  const parts = `\n${diff}`.split("\ndiff --git ").slice(1);
  return parts.map((part) => {
    const start = part.indexOf("\n@@ ");
    return start === -1 ? null : part.slice(start + 1);
  });
}

export async function listTree(gitDir: string, sha: string, folder: string): Promise<TreeEntry[] | null> {
  const { code, stdout } = await tryGit(gitDir, [
    "ls-tree",
    "-z",
    "-l",
    folder === "" ? sha : `${sha}:${folder}`,
  ]);
  if (code !== 0) return null;
  const lines = stdout.toString("utf8").split("\0");
  return lines.filter((line) => line !== "").map((line) => parseTreeEntry(line, folder));
}

function parseTreeEntry(line: string, folder: string): TreeEntry {
  const tab = line.indexOf("\t");
  const [mode = "", type = "", sha = "", size = ""] = line.slice(0, tab).split(/ +/u);
  const name = line.slice(tab + 1);
  const entryPath = folder === "" ? name : `${folder}/${name}`;
  return {
    mode,
    type: type as TreeEntry["type"],
    sha,
    size: Number.parseInt(size, 10) || 0,
    path: entryPath,
  };
}

export async function readBlob(gitDir: string, sha: string, file: string): Promise<Buffer | null> {
  const { code, stdout } = await tryGit(gitDir, ["cat-file", "blob", `${sha}:${file}`]);
  return code === 0 ? stdout : null;
}

export interface Author {
  name: string;
  email: string;
  at: Date;
}

function identity({ name, email, at }: Author): Record<string, string> {
  const date = `${Math.floor(at.getTime() / 1000)} +0000`;
  return {
    GIT_AUTHOR_NAME: name,
    GIT_AUTHOR_EMAIL: email,
    GIT_AUTHOR_DATE: date,
    GIT_COMMITTER_NAME: name,
    GIT_COMMITTER_EMAIL: email,
    GIT_COMMITTER_DATE: date,
  };
}

/** The content of `directory` becomes the first commit of `branch`; its own .gitignore counts, its .git does not. */
export async function importDirectory(
  gitDir: string,
  directory: string,
  target: { branch: string; author: Author },
): Promise<void> {
  const env = { GIT_INDEX_FILE: path.join(gitDir, "index.import"), ...identity(target.author) };
  const worktree = ["-c", "core.bare=false", `--work-tree=${directory}`];
  await git(gitDir, [...worktree, "add", "--all", "."], { env, cwd: directory });
  const tree = await git(gitDir, ["write-tree"], { env });
  const commit = await git(gitDir, ["commit-tree", tree, "-m", "Initial commit"], { env });
  await git(gitDir, ["update-ref", `refs/heads/${target.branch}`, commit]);
}

export interface NewCommit {
  parent: string | null;
  /** content by path; null removes the file */
  files: Record<string, string | null>;
  message: string;
  author: Author;
}

/** Writes a commit without moving any ref. */
export async function writeCommit(
  gitDir: string,
  { parent, files, message, author }: NewCommit,
): Promise<string> {
  const env = { GIT_INDEX_FILE: path.join(gitDir, "index.commit"), ...identity(author) };
  await git(gitDir, ["read-tree", parent ?? "--empty"], { env });
  for (const [file, content] of Object.entries(files)) {
    if (content === null) await git(gitDir, ["update-index", "--force-remove", "--", file], { env });
    else {
      const blob = await git(gitDir, ["hash-object", "-w", "--stdin"], { input: content });
      await git(gitDir, ["update-index", "--add", "--cacheinfo", `100644,${blob},${file}`], { env });
    }
  }
  const tree = await git(gitDir, ["write-tree"], { env });
  const parents = parent === null ? [] : ["-p", parent];
  return git(gitDir, ["commit-tree", tree, ...parents, "-m", message], { env });
}

export async function mergesCleanly(gitDir: string, base: string, head: string): Promise<boolean> {
  return (await tryGit(gitDir, ["merge-tree", "--write-tree", "--no-messages", base, head])).code === 0;
}

/** A merge commit of two heads, or null when they conflict. */
export async function writeMerge(
  gitDir: string,
  heads: { base: string; head: string },
  commit: { message: string; author: Author },
) {
  const { code, stdout } = await tryGit(gitDir, ["merge-tree", "--write-tree", heads.base, heads.head]);
  if (code !== 0) return null;
  const tree = stdout.toString("utf8").trim();
  const args = ["commit-tree", tree, "-p", heads.base, "-p", heads.head, "-m", commit.message];
  return git(gitDir, args, { env: identity(commit.author) });
}
