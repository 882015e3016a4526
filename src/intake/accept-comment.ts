import { z } from "zod";
import type { Job } from "../domain/job.ts";
import { type ParsedCommand, parseCommand } from "./parse-command.ts";

const id = z.number().int().positive();
const Actor = z.object({ id, login: z.string(), type: z.string() });

/** The fields of `issue_comment.created` that a job is made of. */
const CommentCreated = z.object({
  installation: z.object({ id }).nullish(),
  repository: z.object({ name: z.string(), owner: z.object({ login: z.string() }) }),
  issue: z.object({
    number: id,
    title: z.string(),
    body: z.string().nullish(),
    html_url: z.string(),
    pull_request: z.object({}).nullish(),
  }),
  comment: z.object({
    id,
    body: z.string(),
    html_url: z.string(),
    user: Actor.nullish(),
  }),
  sender: Actor,
});
type CommentCreated = z.infer<typeof CommentCreated>;

/** What the payload itself does not say. */
export interface Arrival {
  deliveryId: string;
  runId: string;
  acceptedAt: Date;
  /** Number of the App's own user: what it writes is not a command to itself. */
  ownId: number;
}

type Ignored = "not a person" | "own comment" | "no command" | "no installation" | "unreadable";

export type Acceptance = { kind: "job"; job: Job } | { kind: "ignored"; reason: Ignored; detail: string };

/**
 * Decides from the payload alone whether a comment is a command, and freezes issue and comment as they are now.
 * Senders are judged by type and number, never by name, and before a word of the text is read.
 * Whether the person may command is asked of GitHub later, by the worker.
 */
export function acceptComment(payload: unknown, arrival: Arrival): Acceptance {
  const parsed = CommentCreated.safeParse(payload);
  if (!parsed.success) return ignored("unreadable", z.prettifyError(parsed.error));
  const { comment, sender, installation } = parsed.data;
  const author = comment.user ?? sender;
  if (sender.id === arrival.ownId || author.id === arrival.ownId) return ignored("own comment");
  if (sender.type !== "User" || author.type !== "User") {
    return ignored("not a person", `${sender.login} is a ${sender.type}`);
  }
  if (!installation)
    return ignored("no installation", "the delivery does not come from an installation of the App");
  const command = parseCommand(comment.body);
  if (command.kind === "none") return ignored("no command");
  return { kind: "job", job: toJob(parsed.data, { ...arrival, installationId: installation.id, command }) };
}

function ignored(reason: Ignored, detail = ""): Acceptance {
  return { kind: "ignored", reason, detail };
}

function toJob(
  { repository, issue, comment, sender }: CommentCreated,
  arrival: Arrival & { installationId: number; command: Exclude<ParsedCommand, { kind: "none" }> },
): Job {
  const { runId, deliveryId, installationId, acceptedAt, command } = arrival;
  return {
    runId,
    deliveryId,
    installationId,
    repository: { owner: repository.owner.login, name: repository.name },
    issue: {
      number: issue.number,
      title: issue.title,
      body: issue.body ?? "",
      isPullRequest: Boolean(issue.pull_request),
      url: issue.html_url,
    },
    comment: { id: comment.id, body: comment.body, url: comment.html_url },
    requester: { id: sender.id, login: sender.login },
    // A word that is no verb asks for help with that word: the worker answers, once it knows who asks.
    verb: command.kind === "command" ? command.verb : "help",
    text: command.kind === "command" ? command.text : command.word,
    acceptedAt: acceptedAt.toISOString(),
  };
}
