import { clipMiddle } from "../domain/text/clip.ts";
import type { JournalLine } from "../domain/events.ts";
import type { CheckResult } from "../domain/verdict.ts";
import { collectLedger } from "./collect-ledger.ts";
import {
  askedOf,
  costWords,
  heldGuards,
  lineRanges,
  proofAnswers,
  saysOf,
  secondsOf,
  shortId,
  tellingChecks,
  TITLE,
} from "./ledger-words.ts";
import type { Ledger, LedgerRow } from "./ledger.ts";
import { visibleLine, visibleText } from "./visible-text.ts";

const LONGEST = 400;
const TAIL_LINES = 20;

/** The ledger for a terminal: no colours, and nothing in it can move the cursor or hide. */
export function renderLedgerText(lines: readonly JournalLine[]): string {
  const ledger = collectLedger(lines);
  const parts = [
    head(ledger),
    block("All that was asked", whole(ledger.run)),
    block("Steps", ledger.rows.flatMap(step)),
    block("Refused by the gate", ledger.refusals.flatMap(refusal)),
    block("Verdicts", ledger.verdicts.flatMap(verdict)),
    block("Checks", checks(ledger)),
    block("Left out of the plan", ledger.excluded.flatMap(excluded)),
    block("Set-up", ledger.setup.flatMap(setup)),
    block(
      "Hosts reached",
      ledger.hosts.map((one) => `${show(one.host)}${one.allowed ? "" : " (refused)"}`),
    ),
    block("Removed from untrusted text", ledger.cleaned.flatMap(removal)),
    block("Written outside", ledger.effects.map(effect)),
  ];
  return parts.filter((part) => part !== "").join("\n\n");
}

function show(text: string, longest = LONGEST): string {
  return visibleLine(text, longest) || "–";
}

function block(title: string, lines: readonly string[]): string {
  if (lines.length === 0) return "";
  return [title, ...lines.map((line) => `  ${line}`)].join("\n");
}

/** Lines below a name, which stands out to the left. */
function named(items: readonly (readonly [string, string])[], indent = ""): string[] {
  return items.map(([name, text]) => `${indent}${name.padEnd(8)} ${text}`);
}

function head({ run, startedAt, starts, base, candidate, end, verdicts, spent }: Ledger): string {
  const lines: [string, string][] = [];
  const last = verdicts.at(-1);
  if (run !== null) lines.push(["asked", show(askedOf(run.goal).title, TITLE)]);
  lines.push(["outcome", outcome(end)]);
  lines.push([
    "verdict",
    last === undefined ? "none" : `${show(last.verdict.summary)} (attempt ${last.attempt})`,
  ]);
  lines.push(["cost", costWords(spent)]);
  if (candidate !== null)
    lines.push(["commit", `${show(candidate.commitSha)}, tree ${show(shortId(candidate.treeSha))}`]);
  if (base !== null) lines.push(["base", `${show(base.sha)} of ${show(base.ref)}`]);
  if (run !== null) lines.push(...about(run));
  if (startedAt !== null) lines.push(["started", startedAt]);
  if (starts > 1) lines.push(["starts", `${starts}; the last one is shown, all are counted`]);
  return named(lines).join("\n");
}

function about(run: NonNullable<Ledger["run"]>): [string, string][] {
  const by = run.requester === null ? "" : ` for ${show(run.requester)}`;
  return [
    ["run", `${show(run.runId)}: ${run.taskKind} in ${show(run.repository)}${by}`],
    ["model", show(run.model) + (run.recordedModel ? " (recorded: a script answered)" : "")],
  ];
}

function outcome(end: Ledger["end"]): string {
  if (end === null) return "none yet";
  return `${end.outcome}${end.reason ? `. ${show(end.reason)}` : ""}`;
}

function whole(run: Ledger["run"]): string[] {
  const text = run === null ? null : askedOf(run.goal).whole;
  return text === null ? [] : clipMiddle(visibleText(text).trim(), 4000).split("\n");
}

function step(row: LedgerRow): string[] {
  const number = (row.step === 0 ? "–" : String(row.step)).padStart(4);
  const chosen = [row.words, row.chosen].filter((text) => text !== "").join(": ");
  const details = [
    ["why", row.why],
    ["rejected", row.rejected.join("; ")],
    ["outcome", row.outcome],
    ["journal", lineRanges(row.lines)],
  ] as const;
  const shown = details.filter(([, text]) => text !== "").map(([name, text]) => [name, show(text)] as const);
  return [`${number}  ${show(chosen)}`, ...named(shown, "      ")];
}

function refusal({ step, tool, decision, tier, reason, line }: Ledger["refusals"][number]): string[] {
  const what = decision === "block" ? "blocked" : "asks a person";
  return [
    `${String(step).padStart(4)}  ${show(tool)} (tier ${tier}) ${what}: ${show(reason)} (journal ${line})`,
  ];
}

function verdict({ attempt, verdict, line }: Ledger["verdicts"][number]): string[] {
  const { passed, summary, checks, recommendedNextAction, proof } = verdict;
  const held = heldGuards(checks).map(({ name }) => show(name, 100));
  return [
    `attempt ${attempt}: ${passed ? "passed" : "not passed"}. ${show(summary)} (journal ${line})`,
    ...tellingChecks(checks).flatMap(result),
    ...(held.length === 0 ? [] : [`  guards kept: ${held.join(", ")}`]),
    ...(recommendedNextAction === null ? [] : [`  next: ${show(recommendedNextAction)}`]),
    `  judged: tree ${show(proof.treeSha)}, base ${show(shortId(proof.baseSha))}, plan ${show(shortId(proof.planDigest))}`,
    ...proofAnswers(verdict).map(({ question, answer, note }) => `  ${question}: ${answer}. ${show(note)}`),
  ];
}

function result(check: CheckResult): string[] {
  const optional = check.kind === "optional" ? " (optional)" : "";
  const time = check.durationMs === undefined ? "" : `, ${secondsOf(check.durationMs)}`;
  const says = `${show(check.name)}${optional}${time}: ${show(saysOf(check))}`;
  const output = check.status === "fail" ? tail(check.evidence).map((text) => `         ${text}`) : [];
  return [`  ${check.status.padEnd(4)} ${says}`, ...output];
}

function tail(text: string): string[] {
  return visibleText(text.slice(-8000)).trimEnd().split("\n").slice(-TAIL_LINES);
}

function checks({ frozen, checks, warnings }: Ledger): string[] {
  const plan =
    frozen === null
      ? []
      : [`frozen before the first edit, SHA-256 ${show(frozen.digest)} (journal ${frozen.line})`];
  const rows = checks.map(({ name, kind, required, command, provenance }) => {
    const what = required ? kind : `${kind}, optional`;
    return `${show(name, 100)} (${what}): ${show(command)}, from ${show(provenance)}`;
  });
  return [...plan, ...rows, ...warnings.map((warning) => `warning: ${show(warning)}`)];
}

function excluded({ command, provenance, reason }: Ledger["excluded"][number]): string[] {
  return [`${show(command)}, from ${show(provenance)}: ${show(reason)}`];
}

function setup({ name, command, exitCode, durationMs, output }: Ledger["setup"][number]): string[] {
  const ended = `exit code ${exitCode ?? "none"}, ${secondsOf(durationMs)}`;
  const said = exitCode === 0 ? [] : tail(output).map((text) => `    ${text}`);
  return [`${show(name, 100)}: ${show(command)}, ${ended}`, ...said];
}

function removal({ source, removed, line }: Ledger["cleaned"][number]): string[] {
  return removed.map((what) => `${show(source)}: ${show(what)} (journal ${line})`);
}

function effect({ effect, key, url, line }: Ledger["effects"][number]): string {
  return `${show(effect)} ${show(key)}${url === null ? "" : `: ${show(url)}`} (journal ${line})`;
}
