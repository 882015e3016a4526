import { AvatarError } from "../domain/errors.ts";
import { git, gitText } from "./git.ts";
import { isCommitId, isSafeRef } from "./ref-name.ts";
import { explainFetchFailure, explainPushFailure, pushRefused, refNotFound } from "./remote-failure.ts";
import type { RemoteSource } from "./remote-source.ts";

/** What a ref asked for turned out to be. `name` is what people call it. */
export interface ResolvedRef {
  name: string;
  commit: string;
  /** Full name to fetch by; the commit id when it is no ref. */
  fetch: string;
}

/**
 * Asks the remote which commit a branch, tag or commit is; null stands for the default branch.
 * @throws REPOSITORY_EMPTY, REF_NOT_FOUND, CHECKOUT_DENIED, CHECKOUT_FAILED.
 */
export async function resolveRef(
  source: RemoteSource,
  ref: string | null,
  signal: AbortSignal,
): Promise<ResolvedRef> {
  if (ref !== null && isCommitId(ref)) return byCommit(ref, ref);
  const refs = await listRefs(source, signal);
  if (refs.commits.size === 0) throw repositoryEmpty();
  const listed = findListed(refs, ref);
  if (listed !== null) return listed;
  const commit = source.isLocal && ref !== null ? await resolveInPlace(source, ref, signal) : null;
  if (commit === null) throw refNotFound(ref ?? "HEAD");
  return byCommit(ref ?? commit, commit);
}

function findListed(refs: Refs, ref: string | null): ResolvedRef | null {
  for (const name of ref === null ? [refs.head ?? "HEAD"] : fullNames(ref)) {
    const commit = refs.commits.get(name);
    if (commit !== undefined) return { name: shortName(name), commit, fetch: name };
  }
  return null;
}

function byCommit(name: string, commit: string): ResolvedRef {
  return { name, commit, fetch: commit };
}

function repositoryEmpty(): AvatarError {
  return new AvatarError("REPOSITORY_EMPTY", {
    message: "The repository has no commit yet.",
    advice: "Push a first commit, then send the command again.",
  });
}

function fullNames(ref: string): string[] {
  if (ref === "HEAD") return ["HEAD"];
  if (!isSafeRef(ref)) return [];
  return ref.startsWith("refs/") ? [ref] : [`refs/heads/${ref}`, `refs/tags/${ref}`];
}

function shortName(full: string): string {
  return full.replace(/^refs\/(heads|tags)\//, "");
}

interface Refs {
  /** The branch HEAD stands for. */
  head: string | null;
  /** By full name; an annotated tag by the commit it stands for. */
  commits: Map<string, string>;
}

async function listRefs(source: RemoteSource, signal: AbortSignal): Promise<Refs> {
  const args = ["ls-remote", "--symref", "--", source.url, "HEAD", "refs/heads/*", "refs/tags/*"];
  const listing = await askRemote(source, args, signal);
  const commits = new Map<string, string>();
  let head: string | null = null;
  for (const line of listing.split("\n")) {
    const [value = "", name = ""] = line.split("\t");
    if (value.startsWith("ref: ")) head ??= name === "HEAD" ? value.slice(5) : null;
    else if (name !== "") commits.set(name.replace(/\^\{\}$/, ""), value);
  }
  return { head: head !== null && commits.has(head) ? head : null, commits };
}

async function askRemote(
  source: RemoteSource,
  args: readonly string[],
  signal?: AbortSignal,
): Promise<string> {
  try {
    return await gitText({ args, ...source.access, signal });
  } catch (error) {
    throw explainFetchFailure(error, source, null);
  }
}

/** `HEAD~2` or a short id, where the repository is a folder on this machine. */
async function resolveInPlace(
  source: RemoteSource,
  ref: string,
  signal: AbortSignal,
): Promise<string | null> {
  if (!/^[A-Za-z0-9_][\w./+@#=^~-]*$/.test(ref)) return null;
  try {
    const args = ["rev-parse", "--verify", "--quiet", "--end-of-options", `${ref}^{commit}`];
    return await gitText({ args, cwd: source.url, ...source.access, signal });
  } catch {
    return null;
  }
}

/** Brings one commit, and nothing of its history, into a git directory. */
export async function fetchCommit(
  gitDir: string,
  source: RemoteSource,
  ref: ResolvedRef,
  signal: AbortSignal,
): Promise<string> {
  const flags = ["--depth=1", "--no-tags", "--no-recurse-submodules", "--no-write-fetch-head", "--quiet"];
  const store = "refs/avatar/base";
  try {
    const args = ["fetch", ...flags, "--", source.url, `+${ref.fetch}:${store}`];
    await git({ args, gitDir, ...source.access, signal });
  } catch (error) {
    throw explainFetchFailure(error, source, ref.name);
  }
  return gitText({ args: ["rev-parse", "--verify", `${store}^{commit}`], gitDir });
}

/**
 * Pushes a commit to a branch that has to stand at `expectedHead`. Never by force: when the branch moves in between,
 * git itself refuses what is no fast-forward.
 * @throws PUSH_REFUSED, CHECKOUT_DENIED.
 */
export async function pushCommit(request: {
  gitDir: string;
  source: RemoteSource;
  commit: string;
  branch: string;
  expectedHead: string | null;
}): Promise<void> {
  const { gitDir, source, commit, branch, expectedHead } = request;
  if (!isSafeRef(branch))
    throw pushRefused(`"${branch}" is no usable branch name.`, "Choose another branch name.");
  const full = `refs/heads/${branch}`;
  const now = await askRemote(source, ["ls-remote", "--", source.url, full]);
  const line = now.split("\n").find((row) => row.endsWith(`\t${full}`));
  const head = line?.split("\t")[0] ?? null;
  if (head === commit) return;
  if (head !== expectedHead) {
    const message = `The branch ${branch} has moved: somebody else changed it.`;
    throw pushRefused(message, "Send the command again: it starts from where the branch is now.");
  }
  try {
    const args = ["push", "--no-verify", "--no-follow-tags", "--", source.url, `${commit}:${full}`];
    await git({ args, gitDir, ...source.access });
  } catch (error) {
    throw explainPushFailure(error, source, branch);
  }
}
