import type { Checkout, Checkouts } from "../domain/ports/checkouts.ts";
import type { Clock } from "../domain/ports/clock.ts";
import type { ContractRules } from "../domain/ports/contract-rules.ts";
import type { Journal } from "../domain/ports/journal.ts";
import type { ModelClient } from "../domain/ports/model.ts";
import type { PlanProposer } from "../domain/ports/plan-proposer.ts";
import type { ShellLines } from "../domain/ports/shell-lines.ts";
import type { ProofGates } from "../domain/proof-gates.ts";
import type { Usage } from "../domain/usage.ts";
import type { Verdict } from "../domain/verdict.ts";
import type { Effect } from "../publish/publish-change.ts";
import type { PullRequestBody } from "../publish/pull-request-body.ts";
import type { Listener } from "./emitter.ts";
import type { Override } from "./run-request.ts";

/** What `.github/avatar.yml` of the base commit says, in the run's terms. */
export interface RepositorySettings {
  override: Override & { setup: readonly string[] | null };
  checkTimeoutMs: number | null;
  gates: ProofGates;
  limits: { minutes?: number | undefined; turns?: number | undefined; cost?: number | undefined };
  protectedPaths: readonly string[];
  draft: boolean;
  warnings: readonly string[];
}

/** A verified change, ready to leave the machine. */
interface VerifiedChange {
  checkout: Pick<Checkout, "push" | "ref">;
  /** Made of the tree that was judged, not yet pushed. */
  commitSha: string;
  verdict: Verdict;
  body: PullRequestBody;
  draft: boolean;
}

/** Takes a verified change to where people see it. Absent when there is no such place. */
export type DeliverChange = (change: VerifiedChange, effect: Effect) => Promise<void>;

/** The adapters and readers of a run, wired at the composition root. */
export interface RunJobDeps {
  checkouts: Checkouts;
  model: ModelClient;
  clock: Clock;
  shell: ShellLines;
  contract: ContractRules;
  /** Reads prose for empty slots of the plan; null where the operator did not ask for it. */
  proposer: PlanProposer | null;
  openJournal: (path: string) => Promise<Journal>;
  /** What the earlier starts of the run in this journal used and cost. */
  spentBefore: (journalPath: string) => Promise<{ usage: Usage; cost: number }>;
  /** The journal as the Markdown that reviewers read. */
  renderLedger: (journalPath: string) => Promise<string>;
  readSettings: (bytes: Uint8Array | null) => RepositorySettings;
  /** Unpredictable text that fences untrusted text in prompts. */
  newNonce: () => string;
  /** Values that must not become part of a repository. */
  secrets?: readonly string[];
  author: { name: string; email: string };
  writeFile: (path: string, text: string) => Promise<void>;
  listeners: readonly Listener[];
  onListenerFailure: (error: unknown) => void;
  deliver: DeliverChange | null;
}
