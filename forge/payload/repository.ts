import type { Json } from "../contract/prune.ts";
import { canWrite, fullName } from "../state.ts";
import type { Repository, Role } from "../state.ts";
import { nodeId, stamp } from "./time.ts";
import { repositoryApi, userPayload } from "./user.ts";
import type { Links } from "./user.ts";

export interface RepositoryView {
  links: Links;
  role?: Role;
}

/** The union of GitHub's several repository shapes: every schema of one is met by it. */
export function repositoryPayload(repo: Repository, { links, role = "read" }: RepositoryView): Json {
  const open = [...repo.issues.values()].filter((issue) => issue.state === "open").length;
  return {
    id: repo.id,
    node_id: nodeId("Repository", repo.id),
    name: repo.name,
    full_name: fullName(repo),
    private: repo.private,
    owner: userPayload(links, repo.owner),
    html_url: `${links.web}/${fullName(repo)}`,
    description: repo.description,
    fork: false,
    ...repositoryUrls(repo, links),
    created_at: stamp(repo.createdAt),
    updated_at: stamp(repo.pushedAt),
    pushed_at: stamp(repo.pushedAt),
    homepage: null,
    size: 1,
    stargazers_count: 0,
    watchers_count: 0,
    language: null,
    has_issues: true,
    has_projects: false,
    has_downloads: true,
    has_wiki: false,
    has_pages: false,
    has_discussions: false,
    forks_count: 0,
    mirror_url: null,
    archived: false,
    disabled: false,
    open_issues_count: open,
    license: null,
    allow_forking: true,
    is_template: false,
    web_commit_signoff_required: false,
    topics: [],
    visibility: repo.private ? "private" : "public",
    forks: 0,
    open_issues: open,
    watchers: 0,
    default_branch: repo.defaultBranch,
    permissions: permissionsOf(role),
    network_count: 0,
    subscribers_count: 0,
  };
}

export function permissionsOf(role: Role): Json {
  return {
    admin: role === "admin",
    maintain: role === "admin" || role === "maintain",
    push: canWrite(role),
    triage: canWrite(role) || role === "triage",
    pull: role !== "none",
  };
}

// name of the field without `_url`, then the path under the repository's API URL
const URLS: Record<string, string> = {
  forks: "/forks",
  keys: "/keys{/key_id}",
  collaborators: "/collaborators{/collaborator}",
  teams: "/teams",
  hooks: "/hooks",
  issue_events: "/issues/events{/number}",
  events: "/events",
  assignees: "/assignees{/user}",
  branches: "/branches{/branch}",
  tags: "/tags",
  blobs: "/git/blobs{/sha}",
  git_tags: "/git/tags{/sha}",
  git_refs: "/git/refs{/sha}",
  trees: "/git/trees{/sha}",
  statuses: "/statuses/{sha}",
  languages: "/languages",
  stargazers: "/stargazers",
  contributors: "/contributors",
  subscribers: "/subscribers",
  subscription: "/subscription",
  commits: "/commits{/sha}",
  git_commits: "/git/commits{/sha}",
  comments: "/comments{/number}",
  issue_comment: "/issues/comments{/number}",
  contents: "/contents/{+path}",
  compare: "/compare/{base}...{head}",
  merges: "/merges",
  archive: "/{archive_format}{/ref}",
  downloads: "/downloads",
  issues: "/issues{/number}",
  pulls: "/pulls{/number}",
  milestones: "/milestones{/number}",
  notifications: "/notifications{?since,all,participating}",
  labels: "/labels{/name}",
  releases: "/releases{/id}",
  deployments: "/deployments",
};

function repositoryUrls(repo: Repository, links: Links): Json {
  const api = repositoryApi(links, repo);
  const clone = `${links.web}/${fullName(repo)}.git`;
  const host = new URL(links.web).host;
  return {
    url: api,
    ...Object.fromEntries(Object.entries(URLS).map(([name, path]) => [`${name}_url`, `${api}${path}`])),
    git_url: `git://${host}/${fullName(repo)}.git`,
    ssh_url: `git@${host}:${fullName(repo)}.git`,
    clone_url: clone,
    svn_url: `${links.web}/${fullName(repo)}`,
  };
}
