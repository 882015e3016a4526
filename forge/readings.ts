import { theIssue, theRepository } from "./lookup.ts";
import { isPull } from "./payload/pull.ts";
import type { PullIssue } from "./payload/pull.ts";
import { readBlob, resolveRevision } from "./repository-git.ts";
import { fullName } from "./state.ts";
import type { CheckRun, Issue } from "./state.ts";
import type { Violation, World } from "./world.ts";

interface StateDump {
  repositories: {
    name: string;
    branches: Record<string, string>;
    issues: {
      number: number;
      title: string;
      state: string;
      pull: string | null;
      labels: string[];
      comments: string[];
    }[];
    checkRuns: { name: string; headSha: string; status: string; conclusion: string | null }[];
  }[];
  deliveries: { event: string; action: string | null; guid: string; statusCode: number }[];
  violations: Violation[];
}

/** What a test looks at. Repositories are named `owner/name`. */
export interface Readings {
  /** with its comments and reactions; a pull request too */
  issue(repo: string, number: number): Issue;
  pulls(repo: string): PullIssue[];
  checkRuns(repo: string, sha?: string): CheckRun[];
  /** branch names with their heads */
  branches(repo: string): Record<string, string>;
  gitDir(repo: string): string;
  /** a file's text at a branch, tag or commit */
  file(repo: string, ref: string, path: string): Promise<string | null>;
  dumpState(): StateDump;
}

export function createReadings(world: World): Readings {
  const branches = (repo: string) => {
    const named = [...theRepository(world, repo).refs].map(
      ([ref, sha]) => [ref.replace("refs/heads/", ""), sha] as const,
    );
    return Object.fromEntries(named);
  };
  return {
    issue: (repo, number) => theIssue(world, repo, number),
    pulls: (repo) => [...theRepository(world, repo).issues.values()].filter(isPull),
    checkRuns: (repo, sha) => {
      return theRepository(world, repo).checkRuns.filter((run) => sha === undefined || run.headSha === sha);
    },
    branches,
    gitDir: (repo) => theRepository(world, repo).gitDir,
    file: async (repo, ref, path) => {
      const { gitDir } = theRepository(world, repo);
      const sha = await resolveRevision(gitDir, ref);
      const content = sha === null ? null : await readBlob(gitDir, sha, path);
      return content?.toString("utf8") ?? null;
    },
    dumpState: () => dumpState(world, branches),
  };
}

function dumpState(world: World, branches: Readings["branches"]): StateDump {
  const repositories = world.state.repositories.map((repo) => ({
    name: fullName(repo),
    branches: branches(fullName(repo)),
    issues: [...repo.issues.values()].map((issue) => ({
      number: issue.number,
      title: issue.title,
      state: issue.state,
      pull: issue.pull === null ? null : `${issue.pull.head} → ${issue.pull.base}`,
      labels: issue.labels.map((label) => label.name),
      comments: issue.comments.map((comment) => `${comment.user.login}: ${comment.body}`),
    })),
    checkRuns: repo.checkRuns.map(({ name, headSha, status, conclusion }) => ({
      name,
      headSha,
      status,
      conclusion,
    })),
  }));
  const deliveries = world.hooks.deliveries.map(({ event, action, guid, statusCode }) => ({
    event,
    action,
    guid,
    statusCode,
  }));
  return { repositories, deliveries, violations: world.violations };
}
