import type { Person, RepositoryName } from "../job.ts";

export type Access = "admin" | "write" | "read" | "none";
export type Reaction = "eyes" | "rocket" | "confused";

export interface RepositoryFacts {
  defaultBranch: string;
  cloneUrl: string;
  htmlUrl: string;
  isPrivate: boolean;
  isArchived: boolean;
}

export type Conclusion = "success" | "failure" | "neutral" | "cancelled" | "action_required" | "skipped";

export interface CheckRunRequest {
  headSha: string;
  name: string;
  /** Makes the write idempotent: the check run with this id on this head is updated, not made twice. */
  externalId: string;
  conclusion: Conclusion;
  startedAt: Date;
  completedAt: Date;
  title: string;
  summary: string;
  /** Markdown, cut by the caller to 65,535 characters. */
  text: string;
  detailsUrl: string | null;
  actions: readonly { label: string; description: string; identifier: string }[];
}

export interface PullRequestRequest {
  branch: string;
  base: string;
  title: string;
  body: string;
  draft: boolean;
}

export interface PullRequestRef {
  number: number;
  url: string;
  headSha: string;
  branch: string;
}

export interface CommentRef {
  id: number;
  url: string;
}

/**
 * One repository on GitHub, seen through one installation. Every write is idempotent: it looks up what an
 * earlier try may have left (marker, external id, branch) before it creates.
 * All verbs throw FORGE_UNREACHABLE, FORGE_DENIED or FORGE_REJECTED.
 */
export interface Forge {
  readonly repository: RepositoryName;
  facts(): Promise<RepositoryFacts>;
  accessOf(person: Person): Promise<Access>;
  react(commentId: number, reaction: Reaction): Promise<void>;
  /** Creates the comment that carries the marker, or edits it in place. `marker` becomes a hidden HTML comment. */
  upsertComment(request: { issue: number; marker: string; body: string }): Promise<CommentRef>;
  upsertCheckRun(request: CheckRunRequest): Promise<{ name: string; conclusion: Conclusion; url: string }>;
  upsertPullRequest(request: PullRequestRequest): Promise<PullRequestRef>;
  /** Commit the branch points at, null when there is no such branch. */
  branchHead(branch: string): Promise<string | null>;
  deleteBranch(branch: string): Promise<void>;
  /** Writes files as one commit on a branch of their own history and returns permanent links by path. */
  publishFiles(request: {
    branch: string;
    message: string;
    files: readonly { path: string; content: string }[];
  }): Promise<Readonly<Record<string, string>>>;
  /** A token for git, minted now, for this repository only. */
  gitToken(): Promise<string>;
}

/** Opens repositories by installation. */
export interface Forges {
  open(installationId: number, repository: RepositoryName): Forge;
  /** The App's own login (`slug[bot]`) and numeric bot user id, for commits and for ignoring its own events. */
  identity(): Promise<{ slug: string; login: string; id: number }>;
}
