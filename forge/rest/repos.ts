import { notFound } from "../api-error.ts";
import { userOf } from "../auth.ts";
import { commitPayload } from "../payload/commit.ts";
import { filePayload } from "../payload/pull.ts";
import { permissionsOf, repositoryPayload } from "../payload/repository.ts";
import { repositoryApi, userPayload } from "../payload/user.ts";
import {
  EMPTY_TREE,
  diffFiles,
  listCommits,
  readCommit,
  resolveCommit,
  resolveRevision,
} from "../repository-git.ts";
import { canWrite, findUser, fullName, roleOf } from "../state.ts";
import type { Role } from "../state.ts";
import { viewOf } from "../events.ts";
import { listed, ok, textParam } from "./handler.ts";
import type { Handlers, RestRequest, RestResponse } from "./handler.ts";

export const repoHandlers: Handlers = {
  "repos/get": getRepository,
  "repos/get-branch": getBranch,
  "repos/get-collaborator-permission-level": getPermission,
  "repos/get-commit": getCommit,
  "repos/list-commits": listRepositoryCommits,
};

function getRepository({ world, actor, links, repo }: RestRequest): RestResponse {
  const role = actor.kind === "user" ? roleOf(repo, userOf(world.state, actor).login) : "read";
  return ok(repositoryPayload(repo, { links, role }));
}

async function getBranch(request: RestRequest): Promise<RestResponse> {
  const { links, repo } = request;
  const branch = textParam(request, "branch");
  const sha = await resolveCommit(repo.gitDir, `refs/heads/${branch}`);
  if (sha === null) throw notFound();
  const url = `${repositoryApi(links, repo)}/branches/${encodeURIComponent(branch)}`;
  const isProtected = repo.protectedBranches.has(branch);
  return ok({
    name: branch,
    commit: commitPayload(links, repo, await readCommit(repo.gitDir, sha)),
    _links: {
      self: url,
      html: `${links.web}/${fullName(repo)}/tree/${branch.split("/").map(encodeURIComponent).join("/")}`,
    },
    protected: isProtected,
    protection: {
      enabled: isProtected,
      required_status_checks: { enforcement_level: "off", contexts: [], checks: [] },
    },
    protection_url: `${url}/protection`,
  });
}

// the old four-level scale: custom roles and the two in between are told by `role_name` alone
function permissionOf(role: Role): string {
  if (role === "admin" || role === "none") return role;
  return canWrite(role) ? "write" : "read";
}

function getPermission(request: RestRequest): RestResponse {
  const { world, links, repo } = request;
  const user = findUser(world.state, textParam(request, "username"));
  if (user === undefined) throw notFound();
  const role = roleOf(repo, user.login);
  return ok({
    permission: permissionOf(role),
    user: { ...userPayload(links, user), permissions: permissionsOf(role), role_name: role },
    role_name: role,
  });
}

async function getCommit(request: RestRequest): Promise<RestResponse> {
  const { world, links, repo, headers } = request;
  const sha = await resolveRevision(repo.gitDir, textParam(request, "ref"));
  if (sha === null) throw notFound();
  if (headers.accept?.includes(".sha") === true)
    return { status: 200, body: sha, type: "application/vnd.github.sha" };
  const commit = await readCommit(repo.gitDir, sha);
  const files = await diffFiles(repo.gitDir, commit.parents[0] ?? EMPTY_TREE, sha);
  const additions = files.reduce((sum, file) => sum + file.additions, 0);
  const deletions = files.reduce((sum, file) => sum + file.deletions, 0);
  return ok({
    ...commitPayload(links, repo, commit),
    stats: { total: additions + deletions, additions, deletions },
    files: files.map((file) => filePayload(viewOf(world, repo), sha, file)),
  });
}

async function listRepositoryCommits({ links, repo, query }: RestRequest): Promise<RestResponse> {
  const sha = await resolveRevision(repo.gitDir, query.get("sha") ?? repo.defaultBranch);
  if (sha === null) throw notFound();
  const commits = await listCommits(repo.gitDir, [sha]);
  return listed(commits.map((commit) => commitPayload(links, repo, commit)));
}
