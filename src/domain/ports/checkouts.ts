import type { PlannedStep } from "../plan.ts";
import type { CommandOutcome, CommandRunner } from "./command-runner.ts";
import type { ChangedFile, Workspace } from "./workspace.ts";

export interface CheckoutSource {
  /** Clone URL or a local path; holds no credential. */
  url: string;
  /** Branch, tag or commit; null for the default branch. */
  ref: string | null;
  /** Lives in the environment of the one git process that needs it. */
  token: string | null;
}

/** A change as git objects: exactly what is judged and, when it passes, exactly what is pushed. */
export interface Candidate {
  treeSha: string;
  files: readonly ChangedFile[];
  /** `git apply` on the base gives the tree. */
  patch: string;
}

/** A tree made for one judgement: the prepared base with the candidate checked out. */
export interface FreshTree {
  workspace: Workspace;
  commands: CommandRunner;
  dispose(): Promise<void>;
}

export interface SetupReport {
  ok: boolean;
  steps: readonly { step: PlannedStep; outcome: CommandOutcome }[];
}

export interface CommitRequest {
  candidate: Candidate;
  message: string;
  author: { name: string; email: string };
  at: Date;
}

export interface PushRequest {
  commitSha: string;
  branch: string;
  source: CheckoutSource;
  /** The head the branch must have now: null when it must not exist. Never a force-push. */
  expectedHead: string | null;
}

/** An ephemeral working copy of one repository at one commit, for one run. */
export interface Checkout {
  readonly baseSha: string;
  /** The branch the base was taken from, or the ref as asked for. */
  readonly ref: string;
  /** The tree the model works in. */
  readonly workspace: Workspace;
  readonly commands: CommandRunner;
  /** Runs the set-up steps in the working tree, then keeps a copy as the prepared tree. */
  prepare(steps: readonly PlannedStep[], signal: AbortSignal): Promise<SetupReport>;
  /** The working tree as a candidate; ignored files and anything under `.git` left out. */
  candidate(): Promise<Candidate>;
  /**
   * The base with a patch applied, as a candidate, without touching the working tree.
   * @throws PATCH_REJECTED when it does not apply.
   */
  candidateFromPatch(patch: string): Promise<Candidate>;
  /** The candidate with these paths as the base has them: put back, or gone where the base has none. */
  recombine(candidate: Candidate, change: { restore: readonly string[] }): Promise<Candidate>;
  /** A new tree from the prepared one, never from the working tree; set-up runs again where manifests changed. */
  freshTree(candidate: Candidate, signal: AbortSignal): Promise<FreshTree>;
  commit(request: CommitRequest): Promise<string>;
  /** @throws PUSH_REFUSED with the remote's reason; CHECKOUT_DENIED for a bad credential. */
  push(request: PushRequest): Promise<void>;
  /** Removes every file of the checkout. Never throws. */
  dispose(): Promise<void>;
}

export interface Checkouts {
  /**
   * Depth-1 clone into a new folder.
   * @throws CHECKOUT_DENIED, CHECKOUT_FAILED, REF_NOT_FOUND, REPOSITORY_EMPTY, DISK_FULL.
   */
  open(request: { runId: string; source: CheckoutSource; signal: AbortSignal }): Promise<Checkout>;
}
