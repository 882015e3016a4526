import type { RunEvent } from "../domain/events.ts";
import type { ExcludedCommand, PlannedCheck } from "../domain/plan.ts";
import type { Outcome } from "../domain/task-state.ts";
import type { Usage } from "../domain/usage.ts";
import type { Verdict } from "../domain/verdict.ts";

type Event<T extends RunEvent["type"]> = Extract<RunEvent, { type: T }>;

/** One thing that was done or happened, as a reviewer reads it. Every text may come from a model. */
export interface LedgerRow {
  /** 0 for what belongs to no turn. */
  step: number;
  why: string;
  /** In avatar's own words; empty for a call, which speaks for itself. */
  words: string;
  /** A call or commands, to be shown as code. */
  chosen: string;
  rejected: readonly string[];
  outcome: string;
  /** Lines of the journal that hold the whole of it, counted from 1. */
  lines: number[];
}

interface Refusal {
  step: number;
  tool: string;
  decision: "block" | "ask";
  tier: number;
  reason: string;
  line: number;
}

/** What a journal tells, sorted by what a reviewer asks. */
export interface Ledger {
  run: Event<"run.started"> | null;
  startedAt: string | null;
  /** Starts of the run in this journal; more than one after a crash. */
  starts: number;
  base: { sha: string; ref: string } | null;
  end: { outcome: Outcome; reason: string | null } | null;
  cleaned: { source: string; removed: readonly string[]; line: number }[];
  checks: readonly PlannedCheck[];
  frozen: { digest: string; line: number } | null;
  excluded: readonly ExcludedCommand[];
  warnings: readonly string[];
  setup: Event<"setup.finished">["steps"];
  hosts: Event<"setup.finished">["hosts"];
  rows: LedgerRow[];
  refusals: Refusal[];
  verdicts: { attempt: number; verdict: Verdict; line: number }[];
  candidate: { treeSha: string; commitSha: string; files: readonly string[] } | null;
  effects: { effect: string; key: string; url: string | null; line: number }[];
  /** Of all starts together. */
  spent: { turns: number; usage: Usage; cost: number };
}
