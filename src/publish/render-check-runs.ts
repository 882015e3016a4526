import type { CheckRunRequest, Conclusion } from "../domain/ports/forge.ts";
import { describeTests } from "../domain/test-count.ts";
import type { CheckResult, Verdict } from "../domain/verdict.ts";
import { clipEnd, clipMiddle } from "../domain/text/clip.ts";
import { codeSpan, escapeInline, escapeMarkdown, preformatted } from "../domain/text/escape-markdown.ts";
import { provenanceLink } from "./provenance.ts";

export interface CheckRunContext {
  runId: string;
  headSha: string;
  verdict: Verdict;
  completedAt: Date;
  repositoryUrl: string | null;
  detailsUrl: string | null;
}

/** GitHub refuses a longer text or summary, and the check would stay open. */
const TEXT_LIMIT = 65_535;
const NAME_LIMIT = 120;

/** One check run for each result, and one for the verdict. Only a check that ran and passed is green. */
export function renderCheckRuns(context: CheckRunContext): CheckRunRequest[] {
  const taken = new Set<string>(["verdict"]);
  const runs = context.verdict.checks.map((check) => checkRun(context, check, uniqueName(check.name, taken)));
  return [...runs, verdictRun(context)];
}

const REVERIFY = {
  label: "Re-verify",
  description: "Judge this commit again, no model used",
  identifier: "reverify",
} as const;

const FIX_THIS = {
  label: "Fix this",
  description: "Let avatar work on this failure",
  identifier: "fix",
} as const;

function uniqueName(name: string, taken: Set<string>): string {
  const plain = name.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\s]+/gu, " ").trim();
  const short = clipEnd(plain === "" ? "check" : plain, NAME_LIMIT);
  let unique = short;
  for (let n = 2; taken.has(unique); n += 1) unique = `${short} (${n})`;
  taken.add(unique);
  return unique;
}

function checkRun(context: CheckRunContext, check: CheckResult, name: string): CheckRunRequest {
  return {
    ...frame(context, name, check.durationMs ?? 0),
    conclusion: conclusionOf(check),
    title: titleOf(check),
    summary: clipEnd(summaryOf(context, check), TEXT_LIMIT),
    text: fitted(check.evidence),
    actions: check.status === "fail" ? [REVERIFY, FIX_THIS] : [REVERIFY],
  };
}

function frame(context: CheckRunContext, name: string, durationMs: number) {
  return {
    headSha: context.headSha,
    name: `avatar / ${name}`,
    externalId: `${context.runId}:${name}`,
    startedAt: new Date(context.completedAt.getTime() - durationMs),
    completedAt: context.completedAt,
    detailsUrl: context.detailsUrl,
  };
}

function conclusionOf({ status, kind }: CheckResult): Conclusion {
  switch (status) {
    case "pass":
      return "success";
    case "fail":
      return kind === "required" ? "failure" : "neutral";
    case "skip":
      return kind === "required" ? "neutral" : "skipped";
  }
}

function titleOf({ status, kind, skipReason, evidence }: CheckResult): string {
  const [sentence = ""] = evidence.split("\n");
  const optional = kind === "optional" ? " (optional)" : "";
  if (status === "skip") return clipEnd(`Not run${optional}: ${skipReason ?? ""}`, 200);
  return clipEnd(`${status === "pass" ? "Passed" : "Failed"}${optional}. ${sentence}`, 200);
}

function summaryOf({ repositoryUrl, verdict }: CheckRunContext, check: CheckResult): string {
  const lines: string[] = [];
  if (check.command !== undefined) lines.push(`Command: ${codeSpan(check.command)}`);
  if (check.provenance !== undefined && check.provenance !== "guard") {
    lines.push(
      `From: ${provenanceLink({ provenance: check.provenance }, { repositoryUrl, baseSha: verdict.proof.baseSha })}`,
    );
  }
  if (check.exitCode !== undefined) lines.push(`Exit code: ${check.exitCode ?? "none"}`);
  if (check.tests !== undefined) lines.push(`Tests: ${escapeInline(describeTests(check.tests))}`);
  if (check.flaky === true) lines.push("Flaky: it failed once and passed once, with nothing changed.");
  if (check.durationMs !== undefined) lines.push(`Time: ${(check.durationMs / 1000).toFixed(1)} s`);
  if (check.command === undefined) lines.push("A rule of avatar on the change itself.");
  return lines.join("<br>\n");
}

/** Escaping makes a text longer by a factor that depends on the text: halve what is shown until it fits. */
function fitted(evidence: string): string {
  for (let limit = TEXT_LIMIT; ; limit = Math.floor(limit / 2)) {
    const text = preformatted(clipMiddle(evidence, limit));
    if (text.length <= TEXT_LIMIT) return text;
  }
}

function verdictRun(context: CheckRunContext): CheckRunRequest {
  const { verdict } = context;
  const total = verdict.checks.reduce((sum, check) => sum + (check.durationMs ?? 0), 0);
  return {
    ...frame(context, "verdict", total),
    conclusion: verdict.passed ? "success" : "failure",
    title: clipEnd(verdict.summary, 200),
    summary: clipEnd(verdictSummary(verdict), TEXT_LIMIT),
    text: verdictTable(verdict),
    actions: verdict.passed ? [REVERIFY] : [REVERIFY, FIX_THIS],
  };
}

function verdictSummary({ summary, recommendedNextAction, proof }: Verdict): string {
  const next = recommendedNextAction === null ? "" : `\n\nNext: ${escapeMarkdown(recommendedNextAction)}`;
  const judged = `Tree <code>${proof.treeSha}</code>, base <code>${proof.baseSha}</code>, plan <code>${proof.planDigest}</code>.`;
  return `${escapeMarkdown(summary)}${next}\n\n${judged} No model had a say in this.`;
}

function verdictTable({ checks }: Verdict): string {
  const rows = checks.map((check) => {
    const word = { pass: "passed", fail: "failed", skip: "not run" }[check.status];
    return `| ${escapeInline(check.name)} | ${check.kind} | ${word} |`;
  });
  const text = ["| Check | Kind | Result |", "| --- | --- | --- |", ...rows].join("\n");
  return text.length <= TEXT_LIMIT ? text : text.slice(0, text.lastIndexOf("\n", TEXT_LIMIT));
}
