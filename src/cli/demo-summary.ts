import type { DemoDocument } from "./documents.ts";
import type { Terminal } from "./terminal.ts";

/** The end of a demo for people: how it went and where to look. */
export function renderDemo(document: DemoDocument, terminal: Terminal): string {
  const { outcome, reason, verdict } = document;
  const colour = outcome === "success" ? "green" : "red";
  return [
    "",
    `${terminal.style("bold", "Outcome")}: ${terminal.style(colour, outcome)}. ${reason ?? verdict?.summary ?? ""}`,
    spent(document),
    "",
    ...places(document).map(([name, value]) => `  ${name.padEnd(13)} ${value}`),
  ].join("\n");
}

function spent({ usage, cost, recordedModel }: DemoDocument): string {
  const estimated = usage.reported ? "" : ", estimated";
  const tokens = `${usage.promptTokens} tokens read, ${usage.completionTokens} written${estimated}; $${cost.toFixed(4)}.`;
  return recordedModel ? `${tokens} The model was recorded: a script answered.` : tokens;
}

function places({
  issue,
  pullRequest,
  checkRuns,
  ledger,
  journal,
  artefacts,
}: DemoDocument): [string, string][] {
  const green = checkRuns.filter(({ conclusion }) => conclusion === "success").length;
  const proposed: [string, string][] =
    pullRequest === null
      ? [["pull request", "none: only a verified change gets one"]]
      : [
          ["pull request", pullRequest.url],
          ["checks", `${pullRequest.url}/checks (${green} of ${checkRuns.length} green)`],
          ["ledger", ledger?.url ?? "not written"],
        ];
  return [
    ["issue", issue.url],
    ...proposed,
    ["journal", journal.url ?? journal.path],
    ["artefacts", artefacts],
  ];
}
