import type { Json } from "../contract/prune.ts";
import { diffFiles, listCommits, mergeBase, mergesCleanly } from "../repository-git.ts";
import type { FileChange } from "../repository-git.ts";
import { fullName } from "../state.ts";
import type { Issue, PullRequest, Repository } from "../state.ts";
import { issueFacts, issuePage } from "./issue.ts";
import { repositoryPayload } from "./repository.ts";
import { nodeId, stampOrNull } from "./time.ts";
import { associationOf, repositoryApi, userPayload } from "./user.ts";
import type { RepoView } from "./user.ts";

/** An issue that is known to be a pull request. */
export type PullIssue = Issue & { pull: PullRequest };

export function isPull(issue: Issue | undefined): issue is PullIssue {
  return issue !== undefined && issue.pull !== null;
}

/** Where the difference that a pull request shows begins: the point where its branch left the base. */
export async function forkPoint(repo: Repository, pull: PullRequest): Promise<string> {
  return (await mergeBase(repo.gitDir, pull.baseSha, pull.headSha)) ?? pull.baseSha;
}

export async function pullFiles(repo: Repository, pull: PullRequest): Promise<FileChange[]> {
  return diffFiles(repo.gitDir, await forkPoint(repo, pull), pull.headSha);
}

/** What lists of pull requests show. */
export function simplePullPayload(view: RepoView, issue: PullIssue): Json {
  const { links, repo } = view;
  const { pull } = issue;
  const api = repositoryApi(links, repo);
  const url = `${api}/pulls/${issue.number}`;
  const page = issuePage(view, issue);
  const urls = {
    comments_url: `${api}/issues/${issue.number}/comments`,
    review_comments_url: `${url}/comments`,
    review_comment_url: `${api}/pulls/comments{/number}`,
    commits_url: `${url}/commits`,
    statuses_url: `${api}/statuses/${pull.headSha}`,
    issue_url: `${api}/issues/${issue.number}`,
  };
  return {
    url,
    ...issueFacts(view, issue),
    id: pull.id,
    node_id: nodeId("PullRequest", pull.id),
    html_url: page,
    diff_url: `${page}.diff`,
    patch_url: `${page}.patch`,
    ...urls,
    merged_at: stampOrNull(pull.mergedAt),
    merge_commit_sha: pull.mergeCommitSha,
    requested_reviewers: [],
    requested_teams: [],
    head: branchPayload(view, pull.head, pull.headSha),
    base: branchPayload(view, pull.base, pull.baseSha),
    _links: linkObjects({ self: url, html: page, urls }),
    author_association: associationOf(repo, issue.user),
    auto_merge: null,
    draft: pull.draft,
  };
}

function linkObjects({
  self,
  html,
  urls,
}: {
  self: string;
  html: string;
  urls: Record<string, string>;
}): Json {
  const named = Object.entries(urls).map(([name, href]) => [name.replace(/_url$/u, ""), { href }] as const);
  return { self: { href: self }, html: { href: html }, ...Object.fromEntries(named) };
}

function branchPayload({ links, repo }: RepoView, ref: string, sha: string): Json {
  return {
    label: `${repo.owner.login}:${ref}`,
    ref,
    sha,
    user: userPayload(links, repo.owner),
    repo: repositoryPayload(repo, { links }),
  };
}

export async function pullPayload(view: RepoView, issue: PullIssue): Promise<Json> {
  const { repo, links } = view;
  const { pull } = issue;
  const start = await forkPoint(repo, pull);
  const files = await diffFiles(repo.gitDir, start, pull.headSha);
  const commits = await listCommits(repo.gitDir, [`${start}..${pull.headSha}`]);
  const sum = (count: (file: FileChange) => number) => files.reduce((total, file) => total + count(file), 0);
  const merged = pull.mergedAt !== null;
  const clean = await mergesCleanly(repo.gitDir, pull.baseSha, pull.headSha);
  return {
    ...simplePullPayload(view, issue),
    merged,
    mergeable: issue.state === "open" ? clean : null,
    rebaseable: null,
    mergeable_state: issue.state === "open" ? (clean ? "clean" : "dirty") : "unknown",
    merged_by: merged && issue.closedBy !== null ? userPayload(links, issue.closedBy) : null,
    comments: issue.comments.length,
    review_comments: 0,
    maintainer_can_modify: pull.maintainerCanModify,
    commits: commits.length,
    additions: sum((file) => file.additions),
    deletions: sum((file) => file.deletions),
    changed_files: files.length,
  };
}

export function filePayload({ links, repo }: RepoView, sha: string, file: FileChange): Json {
  const encoded = file.path.split("/").map(encodeURIComponent).join("/");
  const page = `${links.web}/${fullName(repo)}`;
  return {
    sha: file.blob,
    filename: file.path,
    status: file.status,
    additions: file.additions,
    deletions: file.deletions,
    changes: file.additions + file.deletions,
    blob_url: `${page}/blob/${sha}/${encoded}`,
    raw_url: `${page}/raw/${sha}/${encoded}`,
    contents_url: `${repositoryApi(links, repo)}/contents/${encoded}?ref=${sha}`,
    ...(file.patch === null ? {} : { patch: file.patch }),
    ...(file.previousPath === null ? {} : { previous_filename: file.previousPath }),
  };
}
