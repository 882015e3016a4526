import { z } from "zod";
import type { PullRequestRef, PullRequestRequest } from "../domain/ports/forge.ts";
import type { GitHubRepository } from "./github-repository.ts";
import { parseAnswer } from "./trouble.ts";

const Pull = z.object({
  number: z.number(),
  html_url: z.string(),
  head: z.object({ sha: z.string(), ref: z.string() }),
});
type Pull = z.infer<typeof Pull>;

/** The open pull request of a branch, made or brought up to date. */
export async function upsertPullRequest(
  repository: GitHubRepository,
  { branch, base, title, body, draft }: PullRequestRequest,
): Promise<PullRequestRef> {
  const { persistence, rest, at } = repository;
  let created = false;
  const pull = await persistence.create({
    doing: "opening the pull request",
    find: async () => findOpen(repository, branch),
    create: async () => {
      const { data } = await rest.pulls.create({ ...at, head: branch, base, title, body, draft });
      const made = parseAnswer(Pull, data);
      created = true;
      return made;
    },
  });
  if (created) return refOf(pull);
  return persistence.repeat("updating the pull request", async () => {
    const { data } = await rest.pulls.update({ ...at, pull_number: pull.number, title, body, base });
    return refOf(parseAnswer(Pull, data));
  });
}

async function findOpen({ rest, at }: GitHubRepository, branch: string): Promise<Pull | null> {
  const { data } = await rest.pulls.list({
    ...at,
    state: "open",
    head: `${at.owner}:${branch}`,
    per_page: 100,
  });
  return parseAnswer(z.array(Pull), data).find((pull) => pull.head.ref === branch) ?? null;
}

function refOf({ number, html_url: url, head }: Pull): PullRequestRef {
  return { number, url, headSha: head.sha, branch: head.ref };
}
