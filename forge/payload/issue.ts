import type { Json } from "../contract/prune.ts";
import { fullName } from "../state.ts";
import type { Comment, Issue, Label } from "../state.ts";
import { nodeId, stamp, stampOrNull } from "./time.ts";
import { appPayload, associationOf, reactionCounts, repositoryApi, userPayload } from "./user.ts";
import type { RepoView } from "./user.ts";

export function labelPayload({ links, repo }: RepoView, label: Label): Json {
  return {
    id: label.id,
    node_id: nodeId("Label", label.id),
    url: `${repositoryApi(links, repo)}/labels/${encodeURIComponent(label.name)}`,
    name: label.name,
    color: label.color,
    default: false,
    description: label.description,
  };
}

export function issuePage({ links, repo }: RepoView, issue: Issue): string {
  return `${links.web}/${fullName(repo)}/${issue.pull === null ? "issues" : "pull"}/${issue.number}`;
}

export function issuePayload(view: RepoView, issue: Issue): Json {
  const { links, app, repo } = view;
  const api = repositoryApi(links, repo);
  const url = `${api}/issues/${issue.number}`;
  const page = issuePage(view, issue);
  return {
    url,
    repository_url: api,
    labels_url: `${url}/labels{/name}`,
    comments_url: `${url}/comments`,
    events_url: `${url}/events`,
    html_url: page,
    timeline_url: `${url}/timeline`,
    ...issueFacts(view, issue),
    comments: issue.comments.length,
    author_association: associationOf(repo, issue.user),
    reactions: reactionCounts(url, issue.reactions),
    performed_via_github_app: issue.viaApp ? appPayload(links, app) : null,
    closed_by: issue.closedBy === null ? null : userPayload(links, issue.closedBy),
    state_reason: issue.stateReason,
    ...(issue.pull === null ? {} : { draft: issue.pull.draft, pull_request: pullLinks(view, issue) }),
  };
}

/** The fields that issues and pull requests have in common. */
export function issueFacts(view: RepoView, issue: Issue): Json {
  const { links } = view;
  const assignees = issue.assignees.map((user) => userPayload(links, user));
  return {
    id: issue.id,
    node_id: nodeId("Issue", issue.id),
    number: issue.number,
    title: issue.title,
    user: userPayload(links, issue.user),
    labels: issue.labels.map((label) => labelPayload(view, label)),
    state: issue.state,
    locked: issue.locked,
    active_lock_reason: null,
    assignee: assignees[0] ?? null,
    assignees,
    milestone: null,
    created_at: stamp(issue.createdAt),
    updated_at: stamp(issue.updatedAt),
    closed_at: stampOrNull(issue.closedAt),
    body: issue.body,
  };
}

function pullLinks(view: RepoView, issue: Issue): Json {
  const page = issuePage(view, issue);
  return {
    url: `${repositoryApi(view.links, view.repo)}/pulls/${issue.number}`,
    html_url: page,
    diff_url: `${page}.diff`,
    patch_url: `${page}.patch`,
    merged_at: stampOrNull(issue.pull?.mergedAt ?? null),
  };
}

export function commentPayload(view: RepoView, issue: Issue, comment: Comment): Json {
  const { links, app, repo } = view;
  const api = repositoryApi(links, repo);
  const url = `${api}/issues/comments/${comment.id}`;
  return {
    url,
    html_url: `${issuePage(view, issue)}#issuecomment-${comment.id}`,
    issue_url: `${api}/issues/${issue.number}`,
    id: comment.id,
    node_id: nodeId("IssueComment", comment.id),
    user: userPayload(links, comment.user),
    created_at: stamp(comment.createdAt),
    updated_at: stamp(comment.updatedAt),
    author_association: associationOf(repo, comment.user),
    body: comment.body,
    reactions: reactionCounts(url, comment.reactions),
    performed_via_github_app: comment.viaApp ? appPayload(links, app) : null,
  };
}
