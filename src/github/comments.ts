import { z } from "zod";
import type { CommentRef, Reaction } from "../domain/ports/forge.ts";
import type { GitHubRepository } from "./github-repository.ts";
import { parseAnswer, refusedAnswer } from "./trouble.ts";

const Comment = z.object({
  id: z.number(),
  html_url: z.string(),
  body: z.string().nullish(),
  user: z.object({ login: z.string() }).nullish(),
});

/** GitHub takes 65,536 characters. */
const BODY_LIMIT = 65_536;

interface Upsert {
  issue: number;
  marker: string;
  body: string;
}

/** Keeps one comment for each marker. `known` spares the search when the same comment is edited again. */
export async function upsertComment(
  repository: GitHubRepository,
  known: Map<string, number>,
  { issue, marker, body }: Upsert,
): Promise<CommentRef> {
  const { persistence, rest, at } = repository;
  const hidden = hiddenMarker(marker);
  const text = withMarker(body, hidden);
  const key = `${issue} ${marker}`;
  const edited = await editKnown(repository, known.get(key), text);
  if (edited !== null) return edited;
  let created = false;
  const comment = await persistence.create({
    doing: "writing a comment",
    find: async () => findOwn(repository, issue, hidden),
    create: async () => {
      const { data } = await rest.issues.createComment({ ...at, issue_number: issue, body: text });
      const made = parseAnswer(Comment, data);
      created = true;
      return made;
    },
  });
  known.set(key, comment.id);
  if (created || comment.body === text) return refOf(comment);
  return (await editKnown(repository, comment.id, text)) ?? refOf(comment);
}

/** Null when there is none, or it is there no more: somebody may have deleted it. */
async function editKnown(
  { persistence, rest, at }: GitHubRepository,
  id: number | undefined,
  body: string,
): Promise<CommentRef | null> {
  if (id === undefined) return null;
  return persistence.repeat("editing a comment", async () => {
    try {
      const { data } = await rest.issues.updateComment({ ...at, comment_id: id, body });
      return refOf(parseAnswer(Comment, data));
    } catch (error) {
      if (refusedAnswer(error)?.status === 404) return null;
      throw error;
    }
  });
}

// a person may quote the marker: only a comment of the App itself is its own
async function findOwn(
  { rest, paginate, at, ownLogin }: GitHubRepository,
  issue: number,
  hidden: string,
): Promise<z.infer<typeof Comment> | null> {
  const login = (await ownLogin()).toLowerCase();
  const found = await paginate(
    rest.issues.listComments,
    { ...at, issue_number: issue, per_page: 100 },
    ({ data }, done) => {
      const own = parseAnswer(z.array(Comment), data).filter(
        ({ user, body }) => user?.login.toLowerCase() === login && body?.includes(hidden) === true,
      );
      if (own.length > 0) done();
      return own;
    },
  );
  return found[0] ?? null;
}

function refOf({ id, html_url: url }: z.infer<typeof Comment>): CommentRef {
  return { id, url };
}

function hiddenMarker(marker: string): string {
  return `<!-- ${marker.replaceAll(/[^\w:. -]/gu, "_").replaceAll("--", "__")} -->`;
}

function withMarker(body: string, hidden: string): string {
  const room = BODY_LIMIT - hidden.length - 2;
  const cut = body.length <= room ? body : body.slice(0, room).replace(/[\uD800-\uDBFF]$/u, "");
  return `${cut}\n\n${hidden}`;
}

/** Reacting twice is reacting once: GitHub sees to that. */
export async function react(
  { persistence, rest, at }: GitHubRepository,
  commentId: number,
  content: Reaction,
): Promise<void> {
  await persistence.repeat("reacting to the comment", async () =>
    rest.reactions.createForIssueComment({ ...at, comment_id: commentId, content }),
  );
}
