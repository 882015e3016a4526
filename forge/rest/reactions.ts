import { react } from "../acts/issue-acts.ts";
import { notFound } from "../api-error.ts";
import { userOf } from "../auth.ts";
import { reactionPayload } from "../payload/user.ts";
import type { Reaction } from "../state.ts";
import { commentOf } from "./comments.ts";
import { issueOf, listed, noContent, numberParam } from "./handler.ts";
import type { Handlers, RestRequest, RestResponse } from "./handler.ts";

interface Reacted {
  reactions: Reaction[];
}

export const reactionHandlers: Handlers = {
  "reactions/create-for-issue-comment": (request) => create(request, commentOf(request).comment),
  "reactions/create-for-issue": (request) => create(request, issueOf(request)),
  "reactions/list-for-issue-comment": (request) => list(request, commentOf(request).comment),
  "reactions/list-for-issue": (request) => list(request, issueOf(request)),
  "reactions/delete-for-issue-comment": remove,
};

function create(request: RestRequest, target: Reacted): RestResponse {
  const { world, actor, links } = request;
  const { content } = request.body as { content: string };
  const made = react(world, target, { sender: userOf(world.state, actor), content });
  return { status: made.created ? 201 : 200, body: reactionPayload(links, made.reaction) };
}

function list({ links, query }: RestRequest, { reactions }: Reacted): RestResponse {
  const wanted = query.get("content");
  const shown = reactions.filter(({ content }) => wanted === null || content === wanted);
  return listed(shown.map((reaction) => reactionPayload(links, reaction)));
}

function remove(request: RestRequest): RestResponse {
  const { comment } = commentOf(request);
  const id = numberParam(request, "reaction_id");
  if (!comment.reactions.some((reaction) => reaction.id === id)) throw notFound();
  comment.reactions = comment.reactions.filter((reaction) => reaction.id !== id);
  return noContent();
}
