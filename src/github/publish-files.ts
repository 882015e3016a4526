import { z } from "zod";
import { AvatarError } from "../domain/errors.ts";
import { branchHead } from "./branches.ts";
import type { GitHubRepository } from "./github-repository.ts";
import { parseAnswer, refusedAnswer } from "./trouble.ts";

export interface FilesToPublish {
  branch: string;
  message: string;
  files: readonly { path: string; content: string }[];
}

const Sha = z.object({ sha: z.string() });
const Commit = z.object({ sha: z.string(), tree: Sha });

/** Runs end at the same time: each may move the branch between another's look and write. */
const ATTEMPTS = 8;

/** Adds files to a branch of its own history, in one commit, and returns that commit. Never by force. */
export async function publishFiles(repository: GitHubRepository, request: FilesToPublish): Promise<string> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const head = await branchHead(repository, request.branch);
    const baseTree = head === null ? null : await treeOf(repository, head);
    const tree = await writeTree(repository, request, baseTree);
    if (head !== null && tree === baseTree) return head;
    const commit = await writeCommit(repository, { message: request.message, tree, head });
    if (await moveBranch(repository, request.branch, { commit, head })) return commit;
  }
  throw new AvatarError("FORGE_REJECTED", {
    message: `The branch ${request.branch} moved ${ATTEMPTS} times while files were being added to it.`,
    advice: "Check whether something else writes to that branch, then send the command again.",
  });
}

// objects are named by their content, so writing one twice leaves one

async function treeOf({ persistence, rest, at }: GitHubRepository, commit: string): Promise<string> {
  return persistence.repeat("reading the journal branch", async () => {
    const { data } = await rest.git.getCommit({ ...at, commit_sha: commit });
    return parseAnswer(Commit, data).tree.sha;
  });
}

async function writeTree(
  { persistence, rest, at }: GitHubRepository,
  { files }: FilesToPublish,
  baseTree: string | null,
): Promise<string> {
  const tree = files.map(({ path, content }) => ({
    path,
    mode: "100644" as const,
    type: "blob" as const,
    content: content.toWellFormed(),
  }));
  return persistence.repeat("writing files to the journal branch", async () => {
    const base = baseTree === null ? {} : { base_tree: baseTree };
    const { data } = await rest.git.createTree({ ...at, tree, ...base });
    return parseAnswer(Sha, data).sha;
  });
}

async function writeCommit(
  { persistence, rest, at }: GitHubRepository,
  { message, tree, head }: { message: string; tree: string; head: string | null },
): Promise<string> {
  return persistence.repeat("committing to the journal branch", async () => {
    const parents = head === null ? [] : [head];
    const { data } = await rest.git.createCommit({ ...at, message, tree, parents });
    return parseAnswer(Sha, data).sha;
  });
}

/** False when the branch is elsewhere than it was: somebody else was faster. */
async function moveBranch(
  repository: GitHubRepository,
  branch: string,
  { commit, head }: { commit: string; head: string | null },
): Promise<boolean> {
  const { persistence, rest, at } = repository;
  return persistence.repeat("moving the journal branch", async () => {
    try {
      if (head === null) await rest.git.createRef({ ...at, ref: `refs/heads/${branch}`, sha: commit });
      else await rest.git.updateRef({ ...at, ref: `heads/${branch}`, sha: commit, force: false });
      return true;
    } catch (error) {
      if (refusedAnswer(error)?.status !== 422) throw error;
      const now = await branchHead(repository, branch);
      if (now === commit) return true;
      if (now === head) throw error;
      return false;
    }
  });
}
