import { z } from "zod";
import type { Person } from "../domain/job.ts";
import type { Access, Forge, RepositoryFacts } from "../domain/ports/forge.ts";
import { type AppCredentials, GIT_PERMISSIONS, MINTING } from "./app-credentials.ts";
import { branchHead, deleteBranch } from "./branches.ts";
import { upsertCheckRun } from "./check-runs.ts";
import { react, upsertComment } from "./comments.ts";
import type { GitHubRepository } from "./github-repository.ts";
import { publishFiles } from "./publish-files.ts";
import { upsertPullRequest } from "./pull-requests.ts";
import { parseAnswer, refusedAnswer } from "./trouble.ts";

export interface ForgeParts {
  repository: GitHubRepository;
  credentials: AppCredentials;
  installationId: number;
}

const Facts = z.object({
  default_branch: z.string(),
  clone_url: z.string(),
  html_url: z.string(),
  private: z.boolean(),
  archived: z.boolean().default(false),
});
const Permission = z.object({
  permission: z.enum(["admin", "write", "read", "none"]).catch("none"),
  user: z.object({ id: z.number() }).nullish(),
});

/** The port Forge for one repository of one installation. */
export function createForge({ repository, credentials, installationId }: ForgeParts): Forge {
  const comments = new Map<string, number>();
  return {
    repository: repository.name,
    facts: async () => readFacts(repository),
    accessOf: async (person) => accessOf(repository, person),
    react: async (commentId, reaction) => react(repository, commentId, reaction),
    upsertComment: async (request) => upsertComment(repository, comments, request),
    upsertCheckRun: async (request) => upsertCheckRun(repository, request),
    upsertPullRequest: async (request) => upsertPullRequest(repository, request),
    branchHead: async (branch) => branchHead(repository, branch),
    deleteBranch: async (branch) => deleteBranch(repository, branch),
    async publishFiles(request) {
      const commit = await publishFiles(repository, request);
      const { htmlUrl } = await readFacts(repository);
      return Object.fromEntries(request.files.map(({ path }) => [path, blobUrl(htmlUrl, commit, path)]));
    },
    gitToken: async () =>
      repository.persistence.repeat(MINTING, async () =>
        credentials.installationToken({
          installationId,
          repository: repository.at.repo,
          permissions: GIT_PERMISSIONS,
          refresh: true,
        }),
      ),
  };
}

async function readFacts({ persistence, rest, at }: GitHubRepository): Promise<RepositoryFacts> {
  return persistence.repeat("reading the repository", async () => {
    const { data } = await rest.repos.get(at);
    const facts = parseAnswer(Facts, data);
    return {
      defaultBranch: facts.default_branch,
      cloneUrl: facts.clone_url,
      htmlUrl: facts.html_url,
      isPrivate: facts.private,
      isArchived: facts.archived,
    };
  });
}

/** A login can change hands, a numeric id cannot: the answer counts only for the same id. */
async function accessOf({ persistence, rest, at }: GitHubRepository, person: Person): Promise<Access> {
  return persistence.repeat("asking for the commenter's permission", async () => {
    try {
      const { data } = await rest.repos.getCollaboratorPermissionLevel({ ...at, username: person.login });
      const { permission, user } = parseAnswer(Permission, data);
      return user?.id === person.id ? permission : "none";
    } catch (error) {
      if (refusedAnswer(error)?.status === 404) return "none";
      throw error;
    }
  });
}

function blobUrl(htmlUrl: string, commit: string, path: string): string {
  return `${htmlUrl}/blob/${commit}/${path.split("/").map(encodeURIComponent).join("/")}`;
}
