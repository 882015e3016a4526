import { randomUUID } from "node:crypto";
import path from "node:path";
import { ApiError } from "../api-error.ts";
import { git, tryGit } from "../git-command.ts";
import { gitCommitPayload } from "../payload/commit.ts";
import { repositoryApi } from "../payload/user.ts";
import { listTree, readCommit, resolveCommit } from "../repository-git.ts";
import { created, occasionOf } from "./handler.ts";
import type { Handlers, RestRequest, RestResponse } from "./handler.ts";

/** Objects made by the API alone. They move no ref, so nobody is told of them. */
export const gitObjectHandlers: Handlers = {
  "git/create-tree": createTree,
  "git/create-commit": createCommit,
};

interface TreeBody {
  base_tree?: string;
  tree: { path?: string; mode?: string; type?: string; sha?: string | null; content?: string }[];
}

async function createTree(request: RestRequest): Promise<RestResponse> {
  const { links, repo } = request;
  const { base_tree: base, tree: entries } = request.body as TreeBody;
  // an index of its own: requests come at the same time
  const env = { GIT_INDEX_FILE: path.join(repo.gitDir, `index.${randomUUID()}`) };
  const start = await tryGit(repo.gitDir, ["read-tree", base ?? "--empty"], { env });
  if (start.code !== 0) throw new ApiError(422, "base_tree is not a valid tree");
  for (const entry of entries) await addEntry(request, entry, env);
  const sha = await git(repo.gitDir, ["write-tree"], { env });
  const api = repositoryApi(links, repo);
  const listing = (await listTree(repo.gitDir, sha, "")) ?? [];
  return created({
    sha,
    url: `${api}/git/trees/${sha}`,
    truncated: false,
    tree: listing.map(({ path: name, mode, type, sha: object, size }) => ({
      path: name,
      mode,
      type,
      sha: object,
      ...(type === "blob" ? { size } : {}),
      url: `${api}/git/${type === "tree" ? "trees" : "blobs"}/${object}`,
    })),
  });
}

async function addEntry(
  { repo }: RestRequest,
  entry: TreeBody["tree"][number],
  env: Record<string, string>,
): Promise<void> {
  const { path: name = "", mode = "", sha, content } = entry;
  if (name === "" || name.startsWith("/") || /(?:^|\/)(?:\.{0,2}|\.git)(?:\/|$)/iu.test(name)) {
    throw new ApiError(422, "tree.path contains a malformed path component");
  }
  if (sha === null) {
    await git(repo.gitDir, ["update-index", "--force-remove", "--", name], { env });
    return;
  }
  const blob = sha ?? (await git(repo.gitDir, ["hash-object", "-w", "--stdin"], { input: content ?? "" }));
  const added = await tryGit(
    repo.gitDir,
    ["update-index", "--add", "--cacheinfo", `${mode},${blob},${name}`],
    {
      env,
    },
  );
  if (added.code !== 0) throw new ApiError(422, `tree.sha ${blob} is not a valid object`);
}

interface CommitBody {
  message: string;
  tree: string;
  parents?: string[];
  author?: { name: string; email: string; date?: string };
}

async function createCommit(request: RestRequest): Promise<RestResponse> {
  const { world, links, repo } = request;
  const { message, tree, parents = [], author } = request.body as CommitBody;
  if ((await tryGit(repo.gitDir, ["cat-file", "-e", `${tree}^{tree}`])).code !== 0) {
    throw new ApiError(422, "Tree SHA does not exist");
  }
  for (const parent of parents) {
    if ((await resolveCommit(repo.gitDir, parent)) !== parent) {
      throw new ApiError(422, "Parent SHA does not exist or is not a commit object");
    }
  }
  const { sender } = occasionOf(request);
  const date = author?.date ?? world.now().toISOString();
  const name = author?.name ?? sender.login;
  const email = author?.email ?? `${sender.id}+${sender.login}@users.noreply.forge.invalid`;
  const env = {
    GIT_AUTHOR_NAME: name,
    GIT_AUTHOR_EMAIL: email,
    GIT_AUTHOR_DATE: date,
    GIT_COMMITTER_NAME: name,
    GIT_COMMITTER_EMAIL: email,
    GIT_COMMITTER_DATE: date,
  };
  const args = ["commit-tree", tree, ...parents.flatMap((parent) => ["-p", parent]), "-m", message];
  const sha = await git(repo.gitDir, args, { env });
  return created(gitCommitPayload(links, repo, await readCommit(repo.gitDir, sha)));
}
