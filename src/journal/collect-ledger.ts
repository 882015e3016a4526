import type { JournalLine, RunEvent } from "../domain/events.ts";
import type { PlannedCheck } from "../domain/plan.ts";
import { NO_USAGE } from "../domain/usage.ts";
import type { Ledger, LedgerRow } from "./ledger.ts";
import { spentIn } from "./spent-in.ts";

/** A ledger in the making. */
interface Draft {
  ledger: Ledger;
  /** Rows of calls, by turn and key. */
  acts: Map<string, LedgerRow>;
  /** The turn the run is in. */
  step: number;
  /** The row of the call that proposed an answer, until the proposal is taken up. */
  proposal: LedgerRow | null;
}

/** Sorts the events of a journal into what a reviewer asks. A run that began again shows its last start. */
export function collectLedger(lines: readonly JournalLine[]): Ledger {
  let draft: Draft = { ledger: emptyLedger(), acts: new Map(), step: 0, proposal: null };
  for (const line of lines) {
    if (line.type === "run.started") draft = begin(draft.ledger, line);
    const handle = HANDLERS[line.type] as (draft: Draft, event: RunEvent, line: number) => void;
    handle(draft, line, line.seq + 1);
  }
  return { ...draft.ledger, spent: spentIn(lines, { isOver: false }) };
}

function emptyLedger(): Ledger {
  return {
    run: null,
    startedAt: null,
    starts: 0,
    base: null,
    end: null,
    cleaned: [],
    checks: [],
    frozen: null,
    excluded: [],
    warnings: [],
    setup: [],
    hosts: [],
    rows: [],
    refusals: [],
    verdicts: [],
    candidate: null,
    effects: [],
    spent: { turns: 0, usage: NO_USAGE, cost: 0 },
  };
}

function begin({ starts }: Ledger, line: Extract<JournalLine, { type: "run.started" }>): Draft {
  const ledger = { ...emptyLedger(), run: line, startedAt: line.at, starts: starts + 1 };
  return { ledger, acts: new Map(), step: 0, proposal: null };
}

const BASELINE_WORDS = { pass: "passes", fail: "fails", skip: "not run" } as const;

type Handlers = {
  [T in RunEvent["type"]]: (draft: Draft, event: Extract<RunEvent, { type: T }>, line: number) => void;
};

const HANDLERS: Handlers = {
  "run.started": () => undefined,
  "text.cleaned": ({ ledger }, { source, removed }, line) => {
    ledger.cleaned.push({ source, removed, line });
  },
  "checkout.opened": ({ ledger }, { baseSha, ref }) => {
    ledger.base = { sha: baseSha, ref };
  },
  "plan.resolved": ({ ledger }, { checks, excluded, warnings }) => {
    Object.assign(ledger, { checks, excluded, warnings });
  },
  "setup.finished": ({ ledger }, { steps, hosts }) => {
    Object.assign(ledger, { setup: steps, hosts });
  },
  "baseline.checked": (draft, { checks }, line) => {
    const outcome = checks.map(({ name, status }) => `${name}: ${BASELINE_WORDS[status]}`).join(", ");
    note(draft, line, { words: "run the plan on the base", outcome });
  },
  "plan.frozen": ({ ledger }, { checks, digest }, line) => {
    Object.assign(ledger, { checks, frozen: { digest, line } });
  },
  "floor.appended": (draft, { check }, line) => {
    draft.ledger.checks = [...draft.ledger.checks, check];
    note(draft, line, { words: "append the floor", chosen: check.command });
  },
  "smokeFloor.set": (draft, { checks }, line) => {
    draft.ledger.checks = checks;
    note(draft, line, { words: "set the smoke floor", chosen: commands(checks) });
  },
  "contract.declared": (draft, { checks, changeKinds }, line) => {
    declare(draft.ledger, checks);
    note(draft, line, {
      words: "declare checks",
      chosen: commands(checks),
      why: changeKinds.join(", "),
    });
  },
  "contract.amended": (draft, { checks, approvedBy }, line) => {
    declare(draft.ledger, checks);
    note(draft, line, {
      words: "amend the declared checks",
      chosen: commands(checks),
      why: `approved by ${approvedBy}`,
    });
  },
  "declaration.nudged": (draft, { reason }, line) => {
    note(draft, line, { words: "ask the model to declare its checks", why: reason });
  },
  // what led to it has a row of its own
  "phase.changed": () => undefined,
  "escalation.noted": () => undefined,
  escalated: (draft, { reason }, line) => {
    note(draft, line, { words: "turn the investigation into an edit", why: reason });
  },
  "turn.started": (draft, { step }) => {
    draft.step = step;
  },
  // counted by `spentIn`
  "plan.asked": () => undefined,
  "model.answered": () => undefined,
  "decision.made": (draft, event, line) => {
    const { step, key, rationale, chosen, rejected } = event;
    Object.assign(rowOf(draft, step, key, line), { why: rationale, chosen, rejected });
  },
  "gate.decided": (draft, { step, key, tool, decision, tier, reason }, line) => {
    const row = rowOf(draft, step, key, line);
    row.chosen ||= tool;
    if (decision === "allow") return;
    draft.ledger.refusals.push({ step, tool, decision, tier, reason, line });
    row.outcome = `${decision === "block" ? "blocked" : "a person must decide"}: ${reason}`;
  },
  "tool.started": (draft, { step, key, tool, summary }, line) => {
    rowOf(draft, step, key, line).chosen ||= summary || tool;
  },
  "tool.finished": (draft, { step, key, tool, ok, summary, intent }, line) => {
    const row = rowOf(draft, step, key, line);
    row.chosen ||= tool;
    row.outcome = ok ? summary : `failed: ${summary}`;
    if (!ok || intent?.kind !== "finalAnswer") return;
    row.outcome = intent.answer;
    draft.proposal = row;
  },
  "feedback.added": (draft, { summary }, line) => {
    note(draft, line, { words: "tell the model", outcome: summary });
  },
  "answer.proposed": (draft, { answer }, line) => {
    const call = draft.proposal;
    draft.proposal = null;
    if (call?.outcome === answer) call.lines.push(line);
    else note(draft, line, { words: "propose to be done", outcome: answer });
  },
  "check.finished": () => undefined,
  "verdict.reached": (draft, { attempt, verdict }, line) => {
    draft.ledger.verdicts.push({ attempt, verdict, line });
    note(draft, line, { words: `verdict ${attempt}`, outcome: verdict.summary });
  },
  "run.blocked": (draft, { reason }, line) => {
    note(draft, line, { words: "ask a person", outcome: reason });
  },
  "run.ended": ({ ledger }, { outcome, reason }) => {
    ledger.end = { outcome, reason };
  },
  "candidate.committed": ({ ledger }, { treeSha, commitSha, files }) => {
    ledger.candidate = { treeSha, commitSha, files };
  },
  "effect.intended": () => undefined,
  "effect.done": ({ ledger }, { effect, key, url }, line) => {
    ledger.effects.push({ effect, key, url, line });
  },
};

/** A call's row, with one more line of the journal that tells of it. */
function rowOf(draft: Draft, step: number, key: string, line: number): LedgerRow {
  const place = `${step} ${key}`;
  const row = draft.acts.get(place) ?? newRow(draft, step);
  draft.acts.set(place, row);
  row.lines.push(line);
  return row;
}

/** A row for what happened beside the calls. */
function note(draft: Draft, line: number, fields: Partial<LedgerRow>): void {
  Object.assign(newRow(draft, draft.step), fields, { lines: [line] });
}

function newRow({ ledger }: Draft, step: number): LedgerRow {
  const row: LedgerRow = { step, why: "", words: "", chosen: "", rejected: [], outcome: "", lines: [] };
  ledger.rows.push(row);
  return row;
}

/** The declared checks stand in for the ones declared before. */
function declare(ledger: Ledger, checks: readonly PlannedCheck[]): void {
  ledger.checks = [...checks, ...ledger.checks.filter((check) => check.kind !== "declared")];
}

function commands(checks: readonly PlannedCheck[]): string {
  return checks.length === 0 ? "no check" : checks.map((check) => check.command).join("; ");
}
