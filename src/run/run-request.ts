import type { Budget } from "../domain/budget.ts";
import type { CheckoutSource } from "../domain/ports/checkouts.ts";
import type { ConversationTurn, TaskKind } from "../domain/task-state.ts";

/** Commands that stand in for detection, by slot; an empty list leaves the slot to detection. */
export interface Override {
  test: readonly string[];
  lint: readonly string[];
}

/** One run, whoever asked for it: a comment, the command line or a test. */
export interface RunRequest {
  runId: string;
  goal: string;
  /** The goal in the words of whoever asked, for people. */
  asked: string;
  /** The issue the goal comes from; null where there is none. */
  issue: { number: number; title: string } | null;
  constraints: readonly string[];
  taskKind: TaskKind;
  conversation: readonly ConversationTurn[];
  /** For people: `owner/name` or a folder. */
  repository: string;
  /** Page of the repository for links; null where there is none. */
  repositoryUrl: string | null;
  requester: string | null;
  /** Who agreed that the run may amend the checks it declared itself (`/avatar approve`); null where nobody did. */
  amendmentsBy: string | null;
  source: CheckoutSource;
  override: Override;
  budget: Budget;
  checkTimeoutMs: number;
  /** What was taken out of untrusted text before it became the goal. */
  cleaned: readonly { source: string; removed: readonly string[] }[];
  /** Folder of the run's artefacts (contracts.md §5). */
  outDir: string;
  signal: AbortSignal;
}
