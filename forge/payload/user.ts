import type { Json } from "../contract/prune.ts";
import { fullName, roleOf } from "../state.ts";
import type { App, Installation, Reaction, Repository, User } from "../state.ts";
import { nodeId, stamp, stampOrNull } from "./time.ts";

const REACTIONS = ["+1", "-1", "laugh", "confused", "heart", "hooray", "rocket", "eyes"];

/** Where payload links point: pages of the forge, and its API. */
export interface Links {
  web: string;
  api: string;
}

export function linksOf(url: string): Links {
  return { web: url, api: `${url}/api/v3` };
}

/** From where a repository is looked at when its parts are told. */
export interface RepoView {
  links: Links;
  app: App;
  repo: Repository;
}

export function userPayload(links: Links, user: User): Json {
  // the brackets of `name[bot]` are no part of a URI
  const login = encodeURIComponent(user.login);
  const api = `${links.api}/users/${login}`;
  return {
    login: user.login,
    id: user.id,
    node_id: nodeId("User", user.id),
    avatar_url: `${links.web}/portraits/${user.id}.svg`,
    gravatar_id: "",
    url: api,
    html_url:
      user.type === "Bot" ? `${links.web}/apps/${login.replace("%5Bbot%5D", "")}` : `${links.web}/${login}`,
    followers_url: `${api}/followers`,
    following_url: `${api}/following{/other_user}`,
    gists_url: `${api}/gists{/gist_id}`,
    starred_url: `${api}/starred{/owner}{/repo}`,
    subscriptions_url: `${api}/subscriptions`,
    organizations_url: `${api}/orgs`,
    repos_url: `${api}/repos`,
    events_url: `${api}/events{/privacy}`,
    received_events_url: `${api}/received_events`,
    type: user.type,
    site_admin: false,
  };
}

export function publicUserPayload(links: Links, user: User): Json {
  return {
    ...userPayload(links, user),
    name: user.login,
    company: null,
    blog: null,
    location: null,
    email: null,
    hireable: null,
    bio: null,
    public_repos: 0,
    public_gists: 0,
    followers: 0,
    following: 0,
    created_at: stamp(user.createdAt),
    updated_at: stamp(user.createdAt),
  };
}

export function appPayload(links: Links, app: App): Json {
  return {
    id: app.id,
    slug: app.slug,
    client_id: app.clientId,
    node_id: nodeId("App", app.id),
    owner: userPayload(links, app.owner),
    name: app.name,
    description: "",
    external_url: links.web,
    html_url: `${links.web}/apps/${app.slug}`,
    created_at: stamp(app.createdAt),
    updated_at: stamp(app.createdAt),
    permissions: app.permissions,
    events: app.events,
  };
}

export function installationPayload(links: Links, app: App, installation: Installation): Json {
  return {
    id: installation.id,
    account: userPayload(links, installation.account),
    repository_selection: "selected",
    access_tokens_url: `${links.api}/app/installations/${installation.id}/access_tokens`,
    repositories_url: `${links.api}/installation/repositories`,
    html_url: `${links.web}/settings/installations/${installation.id}`,
    app_id: app.id,
    app_slug: app.slug,
    client_id: app.clientId,
    target_id: installation.account.id,
    target_type: installation.account.type,
    permissions: installation.permissions,
    events: installation.events,
    created_at: stamp(installation.createdAt),
    updated_at: stamp(installation.createdAt),
    single_file_name: null,
    has_multiple_single_files: false,
    single_file_paths: [],
    suspended_by: installation.suspendedAt === null ? null : userPayload(links, installation.account),
    suspended_at: stampOrNull(installation.suspendedAt),
  };
}

export function reactionPayload(links: Links, reaction: Reaction): Json {
  return {
    id: reaction.id,
    node_id: nodeId("Reaction", reaction.id),
    user: userPayload(links, reaction.user),
    content: reaction.content,
    created_at: stamp(reaction.createdAt),
  };
}

export function reactionCounts(url: string, reactions: Reaction[]): Json {
  const count = (content: string) => reactions.filter((reaction) => reaction.content === content).length;
  const counts = REACTIONS.map((content) => [content, count(content)] as const);
  return { url: `${url}/reactions`, total_count: reactions.length, ...Object.fromEntries(counts) };
}

export function associationOf(repo: Repository, user: User): string {
  if (repo.owner.login === user.login) return "OWNER";
  const role = roleOf(repo, user.login);
  return role === "read" || role === "none" ? "NONE" : "COLLABORATOR";
}

export function repositoryApi(links: Links, repo: Repository): string {
  return `${links.api}/repos/${fullName(repo)}`;
}
