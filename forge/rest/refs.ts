import { ApiError, notFound } from "../api-error.ts";
import { git, tryGit } from "../git-command.ts";
import { gitCommitPayload, refPayload } from "../payload/commit.ts";
import { afterPush } from "../push.ts";
import { isAncestor, listRefs, readCommit, resolveCommit } from "../repository-git.ts";
import { created, listed, noContent, occasionOf, ok, textParam } from "./handler.ts";
import type { Handlers, RestRequest, RestResponse } from "./handler.ts";

export const refHandlers: Handlers = {
  "git/get-ref": getRef,
  "git/list-matching-refs": listMatching,
  "git/create-ref": createRef,
  "git/update-ref": updateRef,
  "git/delete-ref": deleteRef,
  "git/get-commit": getCommit,
};

// only the exact ref counts: a prefix is `list-matching-refs`
async function getRef(request: RestRequest): Promise<RestResponse> {
  const { links, repo } = request;
  const ref = `refs/${textParam(request, "ref")}`;
  const sha = (await listRefs(repo.gitDir, ref)).get(ref);
  if (sha === undefined) throw notFound();
  return ok(refPayload(links, repo, { ref, sha }));
}

async function listMatching(request: RestRequest): Promise<RestResponse> {
  const { links, repo } = request;
  const prefix = `refs/${textParam(request, "ref")}`;
  const refs = [...(await listRefs(repo.gitDir, "refs/"))].filter(([ref]) => ref.startsWith(prefix));
  return listed(refs.map(([ref, sha]) => refPayload(links, repo, { ref, sha })));
}

interface RefBody {
  ref?: string;
  sha: string;
  force?: boolean;
}

async function createRef(request: RestRequest): Promise<RestResponse> {
  const { world, links, repo } = request;
  const { ref = "", sha } = request.body as RefBody;
  if (!/^refs\/[^/]+\/./u.test(ref)) throw new ApiError(422, "Reference name must start with 'refs/'.");
  if ((await tryGit(repo.gitDir, ["check-ref-format", ref])).code !== 0)
    throw new ApiError(422, "Reference name is not valid");
  if ((await resolveCommit(repo.gitDir, sha)) !== sha) throw new ApiError(422, "Object does not exist");
  // the all-zero old value makes git refuse a ref that exists, also when two come at once
  const made = await tryGit(repo.gitDir, ["update-ref", ref, sha, "0".repeat(40)]);
  if (made.code !== 0) throw new ApiError(422, "Reference already exists");
  await afterPush(world, repo, occasionOf(request).sender);
  return created(refPayload(links, repo, { ref, sha }));
}

async function updateRef(request: RestRequest): Promise<RestResponse> {
  const { world, links, repo } = request;
  const { sha, force = false } = request.body as RefBody;
  const ref = `refs/${textParam(request, "ref")}`;
  requireUnprotected(request, ref);
  const old = (await listRefs(repo.gitDir, ref)).get(ref);
  if (old === undefined) throw new ApiError(422, "Reference does not exist");
  if ((await resolveCommit(repo.gitDir, sha)) !== sha) throw new ApiError(422, "Object does not exist");
  if (!force && !(await isAncestor(repo.gitDir, old, sha)))
    throw new ApiError(422, "Update is not a fast forward");
  // somebody may have moved it since it was read
  const moved = await tryGit(repo.gitDir, ["update-ref", ref, sha, old]);
  if (moved.code !== 0) throw new ApiError(422, "Update is not a fast forward");
  await afterPush(world, repo, occasionOf(request).sender);
  return ok(refPayload(links, repo, { ref, sha }));
}

async function deleteRef(request: RestRequest): Promise<RestResponse> {
  const { world, repo } = request;
  const ref = `refs/${textParam(request, "ref")}`;
  requireUnprotected(request, ref);
  if (!(await listRefs(repo.gitDir, ref)).has(ref)) throw new ApiError(422, "Reference does not exist");
  await git(repo.gitDir, ["update-ref", "-d", ref]);
  await afterPush(world, repo, occasionOf(request).sender);
  return noContent();
}

function requireUnprotected({ repo }: RestRequest, ref: string): void {
  const branch = ref.replace("refs/heads/", "");
  if (repo.protectedBranches.has(branch)) throw new ApiError(422, "Protected branch update failed");
}

async function getCommit(request: RestRequest): Promise<RestResponse> {
  const { links, repo } = request;
  const asked = textParam(request, "commit_sha");
  const sha = /^[0-9a-f]{40}$/u.test(asked) ? await resolveCommit(repo.gitDir, asked) : null;
  if (sha === null) throw notFound();
  return ok(gitCommitPayload(links, repo, await readCommit(repo.gitDir, sha)));
}
