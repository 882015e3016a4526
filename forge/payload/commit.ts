import type { Json } from "../contract/prune.ts";
import type { CommitInfo } from "../repository-git.ts";
import { fullName } from "../state.ts";
import type { Repository } from "../state.ts";
import { nodeId } from "./time.ts";
import { repositoryApi } from "./user.ts";
import type { Links } from "./user.ts";

const UNSIGNED = { verified: false, reason: "unsigned", signature: null, payload: null, verified_at: null };

export function commitPayload(links: Links, repo: Repository, commit: CommitInfo): Json {
  const api = repositoryApi(links, repo);
  const page = `${links.web}/${fullName(repo)}/commit`;
  return {
    sha: commit.sha,
    node_id: nodeId("Commit", commit.sha),
    commit: {
      author: commit.author,
      committer: commit.committer,
      message: commit.message,
      tree: { sha: commit.tree, url: `${api}/git/trees/${commit.tree}` },
      url: `${api}/git/commits/${commit.sha}`,
      comment_count: 0,
      verification: UNSIGNED,
    },
    url: `${api}/commits/${commit.sha}`,
    html_url: `${page}/${commit.sha}`,
    comments_url: `${api}/commits/${commit.sha}/comments`,
    author: null,
    committer: null,
    parents: commit.parents.map((sha) => ({ sha, url: `${api}/commits/${sha}`, html_url: `${page}/${sha}` })),
  };
}

export function gitCommitPayload(links: Links, repo: Repository, commit: CommitInfo): Json {
  const api = repositoryApi(links, repo);
  const page = `${links.web}/${fullName(repo)}/commit`;
  return {
    sha: commit.sha,
    node_id: nodeId("Commit", commit.sha),
    url: `${api}/git/commits/${commit.sha}`,
    html_url: `${page}/${commit.sha}`,
    author: commit.author,
    committer: commit.committer,
    message: commit.message,
    tree: { sha: commit.tree, url: `${api}/git/trees/${commit.tree}` },
    parents: commit.parents.map((sha) => ({
      sha,
      url: `${api}/git/commits/${sha}`,
      html_url: `${page}/${sha}`,
    })),
    verification: UNSIGNED,
  };
}

export function refPayload(links: Links, repo: Repository, { ref, sha }: { ref: string; sha: string }): Json {
  const api = repositoryApi(links, repo);
  return {
    ref,
    node_id: nodeId("Ref", `${repo.id}:${ref}`),
    url: `${api}/git/${ref}`,
    object: { type: "commit", sha, url: `${api}/git/commits/${sha}` },
  };
}

export interface PushedCommit extends CommitInfo {
  added: string[];
  modified: string[];
  removed: string[];
}

/** A commit as the push event tells it. */
export function pushedCommitPayload(links: Links, repo: Repository, commit: PushedCommit): Json {
  const { name, email } = commit.author;
  return {
    id: commit.sha,
    tree_id: commit.tree,
    distinct: true,
    message: commit.message,
    timestamp: commit.committer.date,
    url: `${links.web}/${fullName(repo)}/commit/${commit.sha}`,
    author: { name, email, date: commit.author.date },
    committer: { name: commit.committer.name, email: commit.committer.email, date: commit.committer.date },
    added: commit.added,
    modified: commit.modified,
    removed: commit.removed,
  };
}
