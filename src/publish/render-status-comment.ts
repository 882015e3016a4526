import type { CheckResult } from "../domain/verdict.ts";
import { clipEnd } from "../domain/text/clip.ts";
import { codeSpan, escapeInline, escapeMarkdown } from "../domain/text/escape-markdown.ts";
import { type LinkBase, provenanceUrl } from "./provenance.ts";

/** The words a run can end with, for people. */
export type Ending = "verified" | "not verified" | "blocked" | "out of budget" | "stopped" | "failed";

export interface StatusLinks {
  pullRequest: string | null;
  journal: string | null;
}

interface Common {
  runId: string;
  recordedModel: boolean;
  /** For links to where commands stand; absent before the base is known. */
  base?: LinkBase | null;
}

/** A command with where it stands. */
interface Declared {
  command: string;
  provenance?: string;
  line?: number | undefined;
}

export interface Spent {
  turns: number;
  turnLimit: number;
  cost: number;
  costLimit: number;
}

type Row = Pick<CheckResult, "name" | "kind" | "status" | "skipReason">;

export type RunStatus =
  | (Common & { stage: "queued" })
  | (Common & {
      stage: "working";
      /** What is going on, in a few words: "installing dependencies". */
      step: string;
      /** Null before the plan is known. */
      plan: readonly (Declared & { name: string })[] | null;
      /** Results so far, by the name of the check. */
      results: readonly Row[];
      spent: Spent | null;
    })
  | (Common & {
      stage: "ended";
      ending: Ending;
      /** One sentence each: why it ended so, and what the reader can do. */
      cause: string | null;
      remedy: string | null;
      answer: string | null;
      results: readonly Row[];
      notRun: readonly (Declared & { reason: string })[];
      spent: Spent | null;
      links: StatusLinks;
    });

/** GitHub takes 65,536 characters; the marker is added by the sender. */
const LIMIT = 60_000;
const ROWS = 60;
const TEXT = 3000;

/** The one comment of a run, edited in place. */
export function renderStatusComment(status: RunStatus): string {
  const blocks = [...bodyOf(status), footer(status)].filter((block) => block !== "");
  const text = blocks.join("\n\n");
  // rows are bounded and each is clipped, so only a text of nothing but escapes gets here
  return text.length <= LIMIT ? text : [...blocks.slice(0, 2), footer(status)].join("\n\n");
}

/** The hidden marker by which the comment of a run is found again. */
export function statusMarker(runId: string): string {
  return `avatar:status:${runId}`;
}

function bodyOf(status: RunStatus): string[] {
  switch (status.stage) {
    case "queued":
      return ["**Queued.** avatar starts as soon as a worker is free."];
    case "working":
      return [`**Working:** ${escapeInline(clipEnd(status.step, 200))}.`, planTable(status)];
    case "ended":
      return endedBlocks(status);
  }
}

type Working = Extract<RunStatus, { stage: "working" }>;
type Ended = Extract<RunStatus, { stage: "ended" }>;

function planTable({ plan, results, base }: Working): string {
  if (plan === null) return "";
  if (plan.length === 0) return "No check was found in this repository, so nothing could prove a change.";
  const rows = plan.map((check) => {
    const { name } = check;
    const result = results.find((row) => row.name === name);
    const word = result === undefined ? "to do" : resultWord(result);
    return [escapeInline(clipEnd(name, 100)), linkedCommand(check, base), word];
  });
  return table(["Check", "Command", "Result"], rows);
}

const HEADLINES: Record<Ending, string> = {
  verified: "**Verified.**",
  "not verified": "**Not verified.** Nothing was pushed.",
  blocked: "**Blocked.** A person has to answer or decide. Nothing was pushed.",
  "out of budget": "**Out of budget.** The work was not finished and nothing was pushed.",
  stopped: "**Stopped.** Nothing was pushed.",
  failed: "**Failed.**",
};

function endedBlocks(status: Ended): string[] {
  const { pullRequest, journal } = status.links;
  const links = [
    pullRequest === null ? "" : `Pull request: ${pullRequest}`,
    journal === null ? "" : `[Journal of the run](${journal})`,
  ].filter((link) => link !== "");
  return [
    HEADLINES[status.ending],
    [status.cause, status.remedy]
      .filter(isText)
      .map((text) => escapeMarkdown(clipEnd(text, TEXT)))
      .join("\n\n"),
    links.join("<br>\n"),
    isText(status.answer) ? escapeMarkdown(clipEnd(status.answer, TEXT)) : "",
    resultTable(status.results),
    notRunTable(status),
  ];
}

function isText(text: string | null): text is string {
  return text !== null && text.trim() !== "";
}

function resultTable(results: readonly Row[]): string {
  const rows = results.map((row) => [escapeInline(clipEnd(row.name, 100)), resultWord(row)]);
  return rows.length === 0 ? "" : table(["Check", "Result"], rows);
}

function notRunTable({ notRun, base }: Ended): string {
  if (notRun.length === 0) return "";
  const rows = notRun.map((left) => [linkedCommand(left, base), escapeInline(clipEnd(left.reason, 200))]);
  return `Not run:\n\n${table(["Command", "Why not"], rows)}`;
}

/** The command, linked to the line that declares it. */
function linkedCommand({ command, provenance, line }: Declared, base: LinkBase | null | undefined): string {
  const text = codeSpan(clipEnd(command, 200));
  const url = provenance === undefined || !base ? null : provenanceUrl({ provenance, line }, base);
  return url === null ? text : `[${text}](${url})`;
}

function resultWord({ status, kind, skipReason }: Row): string {
  const optional = kind === "optional" ? " (optional)" : "";
  switch (status) {
    case "pass":
      return `passed${optional}`;
    case "fail":
      return `**failed**${optional}`;
    case "skip":
      return `not run${optional}: ${escapeInline(clipEnd(skipReason ?? "", 200))}`;
  }
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  const more = rows.length > ROWS ? [`\nand ${rows.length - ROWS} more`] : [];
  return [line(head), line(head.map(() => "---")), ...rows.slice(0, ROWS).map(line), ...more].join("\n");
}

function footer(status: RunStatus): string {
  const parts = [`Run ${codeSpan(clipEnd(status.runId, 100))}`];
  const spent = status.stage === "queued" ? null : status.spent;
  if (spent !== null) {
    parts.push(`turn ${spent.turns} of ${spent.turnLimit}`);
    parts.push(`$${spent.cost.toFixed(2)} of $${spent.costLimit.toFixed(2)}`);
  }
  if (status.recordedModel) parts.push("recorded model: a script answered in the place of a model");
  if (status.stage !== "ended") parts.push("to end it, comment <code>&#47;avatar stop</code>");
  return `<sub>${parts.join(" · ")}</sub>`;
}
