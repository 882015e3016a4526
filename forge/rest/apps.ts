import { ApiError, notFound } from "../api-error.ts";
import { mintInstallationToken } from "../auth.ts";
import { repositoryPayload } from "../payload/repository.ts";
import { stamp } from "../payload/time.ts";
import { appPayload, installationPayload } from "../payload/user.ts";
import { covers, isWithin } from "../permissions.ts";
import { installationOf, repositoriesOf } from "../state.ts";
import type { Installation, Permissions, Repository } from "../state.ts";
import { created, listed, noContent, numberParam, ok, textParam } from "./handler.ts";
import type { Handlers, RestRequest, RestResponse } from "./handler.ts";

export const appHandlers: Handlers = {
  "apps/get-authenticated": ({ world, links }) =>
    ok({ ...appPayload(links, world.state.app), installations_count: world.state.installations.length }),
  "apps/get-by-slug": getBySlug,
  "apps/list-installations": ({ world, links }) => {
    const { app, installations } = world.state;
    return listed(installations.map((installation) => installationPayload(links, app, installation)));
  },
  "apps/get-installation": (request) => ok(toPayload(request, findInstallation(request))),
  "apps/get-repo-installation": getRepoInstallation,
  "apps/create-installation-access-token": createToken,
  "apps/revoke-installation-access-token": revokeToken,
  "apps/list-repos-accessible-to-installation": listRepositories,
};

function toPayload({ world, links }: RestRequest, installation: Installation) {
  return installationPayload(links, world.state.app, installation);
}

function getBySlug(request: RestRequest): RestResponse {
  const { app } = request.world.state;
  if (textParam(request, "app_slug") !== app.slug) throw notFound();
  return ok(appPayload(request.links, app));
}

function getRepoInstallation(request: RestRequest): RestResponse {
  const installation = installationOf(request.world.state, request.repo);
  if (installation === undefined) throw notFound();
  return ok(toPayload(request, installation));
}

function findInstallation(request: RestRequest): Installation {
  const id = numberParam(request, "installation_id");
  const installation = request.world.state.installations.find((candidate) => candidate.id === id);
  if (installation === undefined) throw notFound();
  return installation;
}

interface TokenBody {
  repositories?: string[];
  repository_ids?: number[];
  permissions?: Permissions;
}

function createToken(request: RestRequest): RestResponse {
  const { world, links } = request;
  const installation = findInstallation(request);
  if (installation.suspendedAt !== null) throw new ApiError(403, "This installation has been suspended");
  const asked = (request.body ?? {}) as TokenBody;
  const permissions = asked.permissions ?? installation.permissions;
  if (!isWithin(permissions, installation.permissions)) {
    throw new ApiError(422, "The permissions requested are not granted to this installation.");
  }
  const chosen = chooseRepositories(repositoriesOf(world.state, installation), asked);
  const repositoryIds = chosen === null ? null : new Set(chosen.map(({ id }) => id));
  const token = mintInstallationToken(world.state, installation, {
    permissions,
    repositoryIds,
    now: world.now(),
  });
  return created({
    token: token.token,
    expires_at: stamp(token.expiresAt),
    permissions,
    repository_selection: "selected",
    ...(chosen === null ? {} : { repositories: chosen.map((repo) => repositoryPayload(repo, { links })) }),
  });
}

/** Null: the token is not narrowed. */
function chooseRepositories(
  all: Repository[],
  { repositories, repository_ids: ids }: TokenBody,
): Repository[] | null {
  if (repositories === undefined && ids === undefined) return null;
  const wanted = [...(repositories ?? []), ...(ids ?? [])];
  const found = wanted.map((key) => all.find(({ id, name }) => key === id || key === name));
  const chosen = found.filter((repo) => repo !== undefined);
  if (chosen.length === wanted.length) return [...new Set(chosen)];
  const problem =
    "There is at least one repository that does not exist or is not accessible to the parent installation.";
  throw new ApiError(422, problem);
}

function revokeToken({ world, actor }: RestRequest): RestResponse {
  if (actor.kind === "installation") world.state.tokens.delete(actor.token.token);
  return noContent();
}

function listRepositories({ world, actor, links }: RestRequest): RestResponse {
  if (actor.kind !== "installation")
    throw new ApiError(403, "You must authenticate with an installation access token");
  const visible = world.state.repositories.filter((repo) => covers(actor, repo));
  return listed(
    visible.map((repo) => repositoryPayload(repo, { links })),
    "repositories",
  );
}
