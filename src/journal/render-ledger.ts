import type { JournalLine } from "../domain/events.ts";
import { collectLedger } from "./collect-ledger.ts";
import { inertBlock, inertSpan } from "./inert-markdown.ts";
import type { Ledger } from "./ledger.ts";
import { renderVerdicts } from "./render-verdicts.ts";
import { spentText, table } from "./render-parts.ts";

/**
 * The ledger that reviewers read, as Markdown. Every text that is not avatar's own stands in code, whatever
 * it says (`inert-markdown.ts`); numbers under "journal" are lines of the journal.
 */
export function renderLedger(lines: readonly JournalLine[]): string {
  const ledger = collectLedger(lines);
  const sections = [
    `# Ledger of run ${inertSpan(ledger.run?.runId ?? "")}`,
    head(ledger),
    section("Steps", steps(ledger)),
    section("Refused by the gate", refusals(ledger)),
    section("Verdicts", renderVerdicts(ledger.verdicts)),
    section("Checks", checks(ledger)),
    section("Left out of the plan", excluded(ledger)),
    section("Set-up", setup(ledger)),
    section("Hosts reached", hosts(ledger)),
    section("Removed from untrusted text", cleaned(ledger)),
    section("Written outside", effects(ledger)),
  ];
  return `${sections.filter((text) => text !== "").join("\n\n")}\n`;
}

function section(title: string, body: string): string {
  return body === "" ? "" : `## ${title}\n\n${body}`;
}

function head(ledger: Ledger): string {
  const { starts, base, candidate } = ledger;
  const items: [string, string | null][] = [
    ...asked(ledger.run),
    ["Base", base && `${inertSpan(base.sha)} of ${inertSpan(base.ref)}`],
    ["Started", ledger.startedAt],
    ["Starts", starts > 1 ? `${starts}; the last one is shown, all are counted` : null],
    ["Outcome", outcome(ledger.end)],
    ["Committed", candidate && `${inertSpan(candidate.commitSha)}, tree ${inertSpan(candidate.treeSha)}`],
    ["Spent", spentText(ledger.spent)],
  ];
  return items.flatMap(([name, value]) => (value ? [`- **${name}**: ${value}`] : [])).join("\n");
}

function asked(run: Ledger["run"]): [string, string | null][] {
  if (run === null) return [];
  return [
    ["Asked", inertSpan(run.goal, 600)],
    ["By", run.requester === null ? null : inertSpan(run.requester)],
    ["Repository", inertSpan(run.repository)],
    ["Kind", inertSpan(run.taskKind)],
    ["Model", inertSpan(run.model) + (run.recordedModel ? ", recorded: a script answered" : "")],
  ];
}

function outcome(end: Ledger["end"]): string {
  if (end === null) return "none yet";
  return end.reason === null ? end.outcome : `${end.outcome}: ${inertSpan(end.reason, 600)}`;
}

function steps({ rows }: Ledger): string {
  return table(
    ["step", "why", "chosen", "rejected", "outcome", "evidence"],
    rows.map((row) => [
      row.step === 0 ? "–" : String(row.step),
      inertSpan(row.why),
      inertSpan(row.chosen),
      inertSpan(row.rejected.join("; ")),
      inertSpan(row.outcome),
      `journal line ${row.lines.join(", ")}`,
    ]),
  );
}

function refusals({ refusals }: Ledger): string {
  return table(
    ["step", "tool", "decision", "tier", "reason", "journal"],
    refusals.map(({ step, tool, decision, tier, reason, line }) => [
      String(step),
      inertSpan(tool),
      decision === "block" ? "blocked" : "asks a person",
      String(tier),
      inertSpan(reason, 400),
      String(line),
    ]),
  );
}

function checks({ checks, warnings }: Ledger): string {
  const planned = table(
    ["check", "kind", "required", "command", "from"],
    checks.map(({ name, kind, required, command, provenance }) => [
      inertSpan(name),
      kind,
      required ? "yes" : "no",
      inertSpan(command, 400),
      inertSpan(provenance),
    ]),
  );
  const warned = warnings.map((warning) => `- ${inertSpan(warning, 400)}`).join("\n");
  return [planned, warned].filter((text) => text !== "").join("\n\n");
}

function excluded({ excluded }: Ledger): string {
  return table(
    ["command", "from", "reason"],
    excluded.map(({ command, provenance, reason }) => [
      inertSpan(command, 400),
      inertSpan(provenance),
      inertSpan(reason, 400),
    ]),
  );
}

function setup({ setup }: Ledger): string {
  const summary = table(
    ["step", "command", "exit code", "seconds"],
    setup.map(({ name, command, exitCode, durationMs }) => [
      inertSpan(name),
      inertSpan(command, 400),
      exitCode === null ? "none" : String(exitCode),
      (durationMs / 1000).toFixed(1),
    ]),
  );
  const failed = setup.filter(({ exitCode }) => exitCode !== 0).map(({ output }) => inertBlock(output));
  return [summary, ...failed].filter((text) => text !== "").join("\n\n");
}

function hosts({ hosts }: Ledger): string {
  return table(
    ["host", "answer"],
    hosts.map(({ host, allowed }) => [inertSpan(host), allowed ? "let through" : "refused"]),
  );
}

function cleaned({ cleaned }: Ledger): string {
  return table(
    ["text", "removed", "journal"],
    cleaned.flatMap(({ source, removed, line }) =>
      removed.map((what) => [inertSpan(source), inertSpan(what, 400), String(line)]),
    ),
  );
}

function effects({ effects }: Ledger): string {
  return table(
    ["what", "key", "where", "journal"],
    effects.map(({ effect, key, url, line }) => [
      inertSpan(effect),
      inertSpan(key),
      inertSpan(url ?? ""),
      String(line),
    ]),
  );
}
