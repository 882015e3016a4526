import { z } from "zod";
import type { CheckRunRequest, Conclusion } from "../domain/ports/forge.ts";
import type { GitHubRepository } from "./github-repository.ts";
import { parseAnswer } from "./trouble.ts";

const CheckRun = z.object({
  id: z.number(),
  name: z.string(),
  html_url: z.string().nullable(),
  external_id: z.string().nullish(),
});
const CheckRunPage = z.object({ check_runs: z.array(CheckRun) });

/** The check run with this external id on this head, made or updated, always complete. */
export async function upsertCheckRun(
  repository: GitHubRepository,
  request: CheckRunRequest,
): Promise<{ name: string; conclusion: Conclusion; url: string }> {
  const { persistence, rest, at } = repository;
  const doing = `writing the check run "${request.name}"`;
  let created = false;
  const run = await persistence.create({
    doing,
    find: async () => findRun(repository, request),
    create: async () => {
      const { data } = await rest.checks.create({ ...at, head_sha: request.headSha, ...contentOf(request) });
      const made = parseAnswer(CheckRun, data);
      created = true;
      return made;
    },
  });
  if (!created) {
    await persistence.repeat(doing, async () =>
      rest.checks.update({ ...at, check_run_id: run.id, ...contentOf(request) }),
    );
  }
  return { name: run.name, conclusion: request.conclusion, url: run.html_url ?? "" };
}

async function findRun(
  { rest, at }: GitHubRepository,
  { headSha, name, externalId }: CheckRunRequest,
): Promise<z.infer<typeof CheckRun> | null> {
  const { data } = await rest.checks.listForRef({
    ...at,
    ref: headSha,
    check_name: name,
    filter: "all",
    per_page: 100,
  });
  return parseAnswer(CheckRunPage, data).check_runs.find((run) => run.external_id === externalId) ?? null;
}

function contentOf(request: CheckRunRequest) {
  const { name, externalId, conclusion, detailsUrl, title, summary, text, actions } = request;
  return {
    name,
    external_id: externalId,
    status: "completed" as const,
    conclusion,
    started_at: request.startedAt.toISOString(),
    completed_at: request.completedAt.toISOString(),
    output: { title, summary, text },
    actions: actions.map(({ label, description, identifier }) => ({ label, description, identifier })),
    ...(detailsUrl === null ? {} : { details_url: detailsUrl }),
  };
}
