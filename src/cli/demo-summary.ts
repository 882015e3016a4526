import type { DemoDocument } from "./documents.ts";
import type { Terminal } from "./terminal.ts";

/** The end of a demo for people: how it went and where to look. */
export function renderDemo(document: DemoDocument, terminal: Terminal): string {
  const { outcome, reason, verdict, issue, pullRequest, checkRuns, ledger, journal, usage, cost } = document;
  const bold = (text: string): string => terminal.style("bold", text);
  const green = checkRuns.filter(({ conclusion }) => conclusion === "success").length;
  const rows: [string, string][] = [
    ["issue", issue.url],
    ["pull request", pullRequest?.url ?? "none: only a verified change gets one"],
    [
      "checks",
      pullRequest === null ? "none" : `${pullRequest.url}/checks (${green} of ${checkRuns.length} green)`,
    ],
    ["ledger", ledger?.url ?? "none"],
    ["journal", journal.url ?? journal.path],
    ["artefacts", document.artefacts],
  ];
  const cached = usage.reported ? "" : ", estimated";
  return [
    "",
    `${bold("Outcome")}: ${terminal.style(outcome === "success" ? "green" : "red", outcome)}. ${reason ?? verdict?.summary ?? ""}`,
    `${usage.promptTokens} tokens read, ${usage.completionTokens} written${cached}; $${cost.toFixed(4)}.` +
      (document.recordedModel ? " The model was recorded: a script answered." : ""),
    "",
    ...rows.map(([name, value]) => `  ${name.padEnd(13)} ${value}`),
  ].join("\n");
}
