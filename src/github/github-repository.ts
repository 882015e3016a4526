import type { Octokit } from "@octokit/rest";
import type { RepositoryName } from "../domain/job.ts";
import type { Persistence } from "./persistence.ts";

/** One repository as the files of this folder see it: typed calls, who and where, and how to persist. */
export interface GitHubRepository {
  readonly rest: Octokit["rest"];
  readonly paginate: Octokit["paginate"];
  readonly persistence: Persistence;
  /** Parameters of every call. */
  readonly at: { owner: string; repo: string };
  readonly name: RepositoryName;
  /** The App's own login, by which it knows its own comments. */
  readonly ownLogin: () => Promise<string>;
}
