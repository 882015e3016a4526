import { addComment, deleteComment, editComment } from "../acts/issue-acts.ts";
import { ApiError, notFound } from "../api-error.ts";
import { userOf } from "../auth.ts";
import { viewOf } from "../events.ts";
import { commentPayload } from "../payload/issue.ts";
import { canWrite, roleOf } from "../state.ts";
import type { Comment, Issue } from "../state.ts";
import { created, issueOf, listed, noContent, numberParam, occasionOf, ok } from "./handler.ts";
import type { Handlers, RestRequest, RestResponse } from "./handler.ts";

export const commentHandlers: Handlers = {
  "issues/list-comments": listComments,
  "issues/create-comment": createComment,
  "issues/get-comment": (request) => {
    const { issue, comment } = commentOf(request);
    return ok(toPayload(request, issue, comment));
  },
  "issues/update-comment": updateComment,
  "issues/delete-comment": removeComment,
};

function toPayload({ world, repo }: RestRequest, issue: Issue, comment: Comment) {
  return commentPayload(viewOf(world, repo), issue, comment);
}

/** Comment ids are unique in a repository, whatever the issue. */
export function commentOf(request: RestRequest): { issue: Issue; comment: Comment } {
  const id = numberParam(request, "comment_id");
  for (const issue of request.repo.issues.values()) {
    const comment = issue.comments.find((candidate) => candidate.id === id);
    if (comment !== undefined) return { issue, comment };
  }
  throw notFound();
}

function listComments(request: RestRequest): RestResponse {
  const issue = issueOf(request);
  const since = request.query.get("since");
  const after = since === null ? new Date(0) : new Date(since);
  const comments = issue.comments.filter((comment) => comment.updatedAt >= after);
  return listed(comments.map((comment) => toPayload(request, issue, comment)));
}

function createComment(request: RestRequest): RestResponse {
  const { world } = request;
  const issue = issueOf(request);
  const { body } = request.body as { body: string };
  const { comment, told } = addComment(world, occasionOf(request), { issue, body });
  world.tell(told);
  const payload = toPayload(request, issue, comment);
  return { ...created(payload), headers: { location: String(payload["url"]) } };
}

// an App edits its own words, and with write access those of others, as a person may
function requireMayChange(request: RestRequest, comment: Comment): void {
  const { world, actor, repo } = request;
  const user = userOf(world.state, actor);
  if (comment.user === user || actor.kind === "installation" || canWrite(roleOf(repo, user.login))) return;
  throw new ApiError(403, "Must have admin rights to Repository.");
}

function updateComment(request: RestRequest): RestResponse {
  const { world } = request;
  const { issue, comment } = commentOf(request);
  requireMayChange(request, comment);
  const { body } = request.body as { body: string };
  world.tell(editComment(world, occasionOf(request), { issue, comment, body }).told);
  return ok(toPayload(request, issue, comment));
}

function removeComment(request: RestRequest): RestResponse {
  const { issue, comment } = commentOf(request);
  requireMayChange(request, comment);
  request.world.tell(deleteComment(request.world, occasionOf(request), { issue, comment }).told);
  return noContent();
}
