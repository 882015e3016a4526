import type { JournalLine } from "../domain/events.ts";
import { collectLedger } from "./collect-ledger.ts";
import type { Ledger, LedgerRow } from "./ledger.ts";
import { spentText } from "./render-parts.ts";
import { visibleLine, visibleText } from "./visible-text.ts";

const LONGEST = 400;
const TAIL_LINES = 20;

/** The ledger for a terminal: no colours, and nothing in it can move the cursor or hide. */
export function renderLedgerText(lines: readonly JournalLine[]): string {
  const ledger = collectLedger(lines);
  const parts = [
    head(ledger),
    block("Steps", ledger.rows.flatMap(step)),
    block("Refused by the gate", ledger.refusals.flatMap(refusal)),
    block("Verdicts", ledger.verdicts.flatMap(verdict)),
    block(
      "Hosts reached",
      ledger.hosts.map((one) => `${show(one.host)}${one.allowed ? "" : " (refused)"}`),
    ),
    block("Removed from untrusted text", ledger.cleaned.flatMap(removal)),
    block(
      "Written outside",
      ledger.effects.map((one) => show(`${one.effect} ${one.url ?? one.key}`)),
    ),
  ];
  return parts.filter((part) => part !== "").join("\n\n");
}

function show(text: string): string {
  return visibleLine(text, LONGEST) || "–";
}

function block(title: string, lines: readonly string[]): string {
  if (lines.length === 0) return "";
  return [title, ...lines.map((line) => `  ${line}`)].join("\n");
}

function head({ run, base, end, spent }: Ledger): string {
  const lines: [string, string][] = [];
  if (run !== null) {
    lines.push(["run", `${show(run.runId)} on ${show(run.repository)}`], ["asked", show(run.goal)]);
    lines.push(["model", show(run.model) + (run.recordedModel ? " (recorded: a script answered)" : "")]);
  }
  if (base !== null) lines.push(["base", `${show(base.sha)} of ${show(base.ref)}`]);
  lines.push([
    "outcome",
    end === null ? "none yet" : `${end.outcome}${end.reason ? `: ${show(end.reason)}` : ""}`,
  ]);
  lines.push(["spent", spentText(spent)]);
  return lines.map(([name, text]) => `${name.padEnd(8)} ${text}`).join("\n");
}

function step(row: LedgerRow): string[] {
  const number = row.step === 0 ? "   –" : String(row.step).padStart(4);
  const details: [string, string][] = [
    ["why", row.why],
    ["rejected", row.rejected.join("; ")],
    ["outcome", row.outcome],
    ["evidence", `journal line ${row.lines.join(", ")}`],
  ];
  const shown = details.filter(([, text]) => text !== "");
  return [
    `${number}  ${show(row.chosen)}`,
    ...shown.map(([name, text]) => `      ${name.padEnd(8)} ${show(text)}`),
  ];
}

function refusal({ step, tool, decision, reason, line }: Ledger["refusals"][number]): string[] {
  const what = decision === "block" ? "blocked" : "asks a person";
  return [`${String(step).padStart(4)}  ${show(tool)} ${what}: ${show(reason)} (journal line ${line})`];
}

function verdict({ attempt, verdict, line }: Ledger["verdicts"][number]): string[] {
  const lines = [
    `attempt ${attempt}: ${verdict.passed ? "passed" : "not passed"}, ${show(verdict.summary)} (journal line ${line})`,
  ];
  for (const check of verdict.checks) {
    lines.push(
      `  ${check.status.padEnd(4)} ${show(check.name)}${check.kind === "optional" ? " (optional)" : ""}`,
    );
    if (check.status === "skip") lines.push(`       ${show(check.skipReason ?? "")}`);
    if (check.status === "fail") lines.push(...tail(check.evidence).map((text) => `       ${text}`));
  }
  return lines;
}

function tail(text: string): string[] {
  return visibleText(text.slice(-8000)).trimEnd().split("\n").slice(-TAIL_LINES);
}

function removal({ source, removed, line }: Ledger["cleaned"][number]): string[] {
  return removed.map((what) => `${show(source)}: ${show(what)} (journal line ${line})`);
}
