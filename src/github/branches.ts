import { z } from "zod";
import type { GitHubRepository } from "./github-repository.ts";
import { parseAnswer, refusedAnswer } from "./trouble.ts";

const Ref = z.object({ object: z.object({ sha: z.string() }) });

export async function branchHead(
  { persistence, rest, at }: GitHubRepository,
  branch: string,
): Promise<string | null> {
  return persistence.repeat(`reading the branch ${branch}`, async () => {
    try {
      const { data } = await rest.git.getRef({ ...at, ref: `heads/${branch}` });
      return parseAnswer(Ref, data).object.sha;
    } catch (error) {
      // 409: the repository has no commit at all
      const status = refusedAnswer(error)?.status;
      if (status === 404 || status === 409) return null;
      throw error;
    }
  });
}

/** A branch that is gone already is no failure. */
export async function deleteBranch(repository: GitHubRepository, branch: string): Promise<void> {
  const { persistence, rest, at } = repository;
  await persistence.repeat(`deleting the branch ${branch}`, async () => {
    try {
      await rest.git.deleteRef({ ...at, ref: `heads/${branch}` });
    } catch (error) {
      const status = refusedAnswer(error)?.status;
      const isGone = (status === 422 || status === 404) && (await branchHead(repository, branch)) === null;
      if (!isGone) throw error;
    }
  });
}
