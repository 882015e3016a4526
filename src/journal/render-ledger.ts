import type { JournalLine } from "../domain/events.ts";
import { collectLedger } from "./collect-ledger.ts";
import { lineRanges, secondsOf } from "./ledger-words.ts";
import type { Ledger, LedgerRow } from "./ledger.ts";
import { renderHead } from "./render-head.ts";
import { code, foldedOutput, linked, prose, repositoryPage, table } from "./render-parts.ts";
import { renderVerdicts } from "./render-verdicts.ts";

/**
 * The ledger that reviewers read, as Markdown. Every text that is not avatar's own is escaped, as prose or in
 * code; no element goes over a line's end. Numbers under "Journal" are lines of the journal.
 */
export function renderLedger(lines: readonly JournalLine[]): string {
  const ledger = collectLedger(lines);
  const sections = [
    `## Ledger of run ${code(ledger.run?.runId ?? "")}`.trim(),
    renderHead(ledger),
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
  return body === "" ? "" : `### ${title}\n\n${body}`;
}

function steps({ rows }: Ledger): string {
  return table(
    ["Step", "Why", "Chosen", "Rejected", "Outcome", "Journal"],
    rows.map((row) => [
      row.step === 0 ? "" : String(row.step),
      prose(row.why),
      chosen(row),
      prose(row.rejected.join("; ")),
      prose(row.outcome),
      lineRanges(row.lines),
    ]),
  );
}

function chosen({ words, chosen }: LedgerRow): string {
  return [words, code(chosen)].filter((text) => text !== "").join(": ");
}

function refusals({ refusals }: Ledger): string {
  return table(
    ["Step", "Tool", "Decision", "Tier", "Reason", "Journal"],
    refusals.map(({ step, tool, decision, tier, reason, line }) => [
      String(step),
      code(tool),
      decision === "block" ? "blocked" : "asks a person",
      String(tier),
      prose(reason),
      String(line),
    ]),
  );
}

function checks({ frozen, checks, warnings }: Ledger): string {
  const parts = [
    frozen === null
      ? ""
      : `Frozen before the first edit (journal ${frozen.line}). SHA-256 of the plan: ${code(frozen.digest)}`,
    table(
      ["Check", "Kind", "Command", "From"],
      checks.map(({ name, kind, required, command, provenance }) => [
        prose(name, 100),
        required ? kind : `${kind} (optional)`,
        code(command, 400),
        code(provenance),
      ]),
    ),
    warnings.map((warning) => `- ${prose(warning) || "–"}`).join("\n"),
  ];
  return parts.filter((text) => text !== "").join("\n\n");
}

function excluded({ excluded }: Ledger): string {
  return table(
    ["Command", "From", "Reason"],
    excluded.map(({ command, provenance, reason }) => [code(command, 400), code(provenance), prose(reason)]),
  );
}

function setup({ setup }: Ledger): string {
  const summary = table(
    ["Step", "Command", "Exit code", "Time"],
    setup.map(({ name, command, exitCode, durationMs }) => [
      prose(name, 100),
      code(command, 400),
      exitCode === null ? "none" : String(exitCode),
      secondsOf(durationMs),
    ]),
  );
  const failed = setup
    .filter(({ exitCode }) => exitCode !== 0)
    .map(({ name, output }) => foldedOutput(`What ${prose(name, 100)} said`, output));
  return [summary, ...failed].filter((text) => text !== "").join("\n\n");
}

function hosts({ hosts }: Ledger): string {
  return table(
    ["Host", "Answer"],
    hosts.map(({ host, allowed }) => [code(host), allowed ? "let through" : "refused"]),
  );
}

function cleaned({ cleaned }: Ledger): string {
  return table(
    ["Text", "Removed", "Journal"],
    cleaned.flatMap(({ source, removed, line }) =>
      removed.map((what) => [prose(source), prose(what), String(line)]),
    ),
  );
}

function effects(ledger: Ledger): string {
  const page = repositoryPage(ledger);
  return table(
    ["What", "Where", "Journal"],
    ledger.effects.map(({ effect, key, url, line }) => [prose(effect), linked(key, url, page), String(line)]),
  );
}
