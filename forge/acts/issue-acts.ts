import { ApiError, invalid } from "../api-error.ts";
import { emitComment, emitIssue, emitPull } from "../events.ts";
import type { Occasion } from "../events.ts";
import type { Delivery } from "../hooks.ts";
import { isPull } from "../payload/pull.ts";
import { labelNamed } from "../state.ts";
import type { Comment, Issue, Reaction } from "../state.ts";
import type { World } from "../world.ts";

// What can be done to issues, by the API, by the pages and by a test alike. `told` is the delivery that follows.

const LONGEST_BODY = 65_536;

export interface Told {
  told: Promise<Delivery | null>;
}

export function requireBody(resource: string, body: string | null): void {
  if (body !== null && body.length > LONGEST_BODY) {
    throw invalid(resource, "body", `body is too long (maximum is ${LONGEST_BODY} characters)`);
  }
}

export interface NewIssue {
  title: string;
  body: string | null;
}

export function newIssue(world: World, { repo, sender }: Occasion, { title, body }: NewIssue): Issue {
  const at = world.now();
  const issue: Issue = {
    id: world.state.takeId(),
    number: repo.nextNumber,
    title,
    body,
    user: sender,
    viaApp: sender === world.state.app.bot,
    state: "open",
    stateReason: null,
    locked: false,
    labels: [],
    assignees: [],
    comments: [],
    reactions: [],
    events: [],
    createdAt: at,
    updatedAt: at,
    closedAt: null,
    closedBy: null,
    pull: null,
  };
  repo.nextNumber += 1;
  repo.issues.set(issue.number, issue);
  return issue;
}

export function openIssue(world: World, at: Occasion, fields: NewIssue): Told & { issue: Issue } {
  requireBody("Issue", fields.body);
  const issue = newIssue(world, at, fields);
  return { issue, told: emitIssue(world, at, { action: "opened", issue }) };
}

export function addComment(
  world: World,
  at: Occasion,
  { issue, body }: { issue: Issue; body: string },
): Told & { comment: Comment } {
  if (issue.locked) throw new ApiError(403, "Unable to create comment because issue is locked.");
  if (body.trim() === "") throw invalid("IssueComment", "body", "body cannot be blank");
  requireBody("IssueComment", body);
  const now = world.now();
  const comment: Comment = {
    id: world.state.takeId(),
    body,
    user: at.sender,
    viaApp: at.sender === world.state.app.bot,
    reactions: [],
    createdAt: now,
    updatedAt: now,
  };
  issue.comments.push(comment);
  issue.updatedAt = now;
  return { comment, told: emitComment(world, at, { action: "created", issue, comment }) };
}

export interface CommentEdit {
  issue: Issue;
  comment: Comment;
  body: string;
}

export function editComment(world: World, at: Occasion, { issue, comment, body }: CommentEdit): Told {
  requireBody("IssueComment", body);
  const extra = { changes: { body: { from: comment.body } } };
  comment.body = body;
  comment.updatedAt = world.now();
  return { told: emitComment(world, at, { action: "edited", issue, comment, extra }) };
}

export function deleteComment(
  world: World,
  at: Occasion,
  { issue, comment }: { issue: Issue; comment: Comment },
): Told {
  issue.comments = issue.comments.filter((other) => other !== comment);
  return { told: emitComment(world, at, { action: "deleted", issue, comment }) };
}

export function changeState(
  world: World,
  at: Occasion,
  change: { issue: Issue; state: "open" | "closed"; reason?: string | null },
): Told {
  const { issue, state } = change;
  if (issue.state === state) return { told: Promise.resolve(null) };
  const now = world.now();
  const closes = state === "closed";
  issue.state = state;
  issue.stateReason = closes ? (change.reason ?? "completed") : "reopened";
  issue.closedAt = closes ? now : null;
  issue.closedBy = closes ? at.sender : null;
  issue.updatedAt = now;
  const text = closes ? "closed this" : "reopened this";
  issue.events.push({ kind: closes ? "closed" : "reopened", user: at.sender, text, at: now });
  const action = closes ? "closed" : "reopened";
  return {
    told: isPull(issue) ? emitPull(world, at, { action, issue }) : emitIssue(world, at, { action, issue }),
  };
}

/** One `labeled` event for each label that was not there. */
export function addLabels(
  world: World,
  at: Occasion,
  { issue, names }: { issue: Issue; names: string[] },
): void {
  for (const name of names) {
    const label = labelNamed(world.state, at.repo, name);
    if (issue.labels.includes(label)) continue;
    issue.labels.push(label);
    issue.events.push({ kind: "labeled", user: at.sender, text: label.name, at: world.now() });
    const { id, color, description } = label;
    const told = {
      id,
      node_id: String(id),
      url: `${world.url}/labels`,
      name: label.name,
      color,
      default: false,
      description,
    };
    const what = { action: "labeled", extra: { label: told } };
    world.tell(
      isPull(issue) ? emitPull(world, at, { issue, ...what }) : emitIssue(world, at, { issue, ...what }),
    );
  }
}

/** `created` is false when that person had reacted so before. GitHub sends no event for reactions. */
export function react(
  world: World,
  target: { reactions: Reaction[] },
  { sender, content }: { sender: Occasion["sender"]; content: string },
) {
  const known = target.reactions.find((reaction) => reaction.user === sender && reaction.content === content);
  if (known !== undefined) return { reaction: known, created: false };
  const reaction: Reaction = { id: world.state.takeId(), user: sender, content, createdAt: world.now() };
  target.reactions.push(reaction);
  return { reaction, created: true };
}
