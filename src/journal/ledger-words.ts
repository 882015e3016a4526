import type { CheckResult } from "../domain/verdict.ts";
import type { Ledger } from "./ledger.ts";

// What both forms of the ledger, Markdown and terminal, say in the same words. Texts are not escaped yet.

/** Lines of the journal, runs of them drawn together: "3, 9–12". */
export function lineRanges(lines: readonly number[]): string {
  const runs: [number, number][] = [];
  for (const line of lines) {
    const last = runs.at(-1);
    if (last !== undefined && line === last[1] + 1) last[1] = line;
    else runs.push([line, line]);
  }
  return runs.map(([from, to]) => (from === to ? String(from) : `${from}–${to}`)).join(", ");
}

export function costWords({ turns, usage, cost }: Ledger["spent"]): string {
  const count = (value: number) => value.toLocaleString("en-US");
  const cached = usage.cachedTokens > 0 ? ` (${count(usage.cachedTokens)} cached)` : "";
  const estimated = usage.reported ? "" : ", partly estimated";
  return (
    `$${cost.toFixed(4)} for ${count(turns)} ${turns === 1 ? "turn" : "turns"}: ` +
    `${count(usage.promptTokens)} prompt tokens${cached}, ${count(usage.completionTokens)} completion tokens${estimated}`
  );
}

/** The first line of what was asked, and all of it where that is more. */
export function askedOf(goal: string): { title: string; whole: string | null } {
  const whole = goal.trim();
  const [title = ""] = whole.split(/\r\n?|\n/u, 1);
  return { title, whole: title === whole && title.length <= TITLE ? null : whole };
}

/** Longest title that is shown. */
export const TITLE = 300;

/** A commit, tree or digest where its whole length is told elsewhere; any other text as it is. */
export function shortId(id: string): string {
  return /^[0-9a-f]{13,}$/u.test(id) ? id.slice(0, 12) : id;
}

/** Rules on the change itself that it kept: named only, for they say nothing more. */
export function heldGuards(checks: readonly CheckResult[]): CheckResult[] {
  return checks.filter(isHeldGuard);
}

/** The results that a reviewer reads one by one. */
export function tellingChecks(checks: readonly CheckResult[]): CheckResult[] {
  return checks.filter((check) => !isHeldGuard(check));
}

function isHeldGuard({ status, command }: CheckResult): boolean {
  return status === "pass" && command === undefined;
}

/** Why it was skipped, or the first words of the evidence, the output itself left out. */
export function saysOf({ status, skipReason, evidence }: CheckResult): string {
  if (status === "skip") return skipReason ?? "";
  const [sentence = "", next = ""] = evidence.split("\n", 2);
  return next.startsWith("First failure: ") ? `${sentence} ${next}` : sentence;
}

export function secondsOf(durationMs: number | undefined): string {
  return durationMs === undefined ? "–" : `${(durationMs / 1000).toFixed(1)} s`;
}

/** The questions of the proof that were asked; in an attempt that failed the others say nothing. */
export function proofAnswers({ passed, proof }: Ledger["verdicts"][number]["verdict"]): ProofLine[] {
  const answers: ProofLine[] = [
    { question: "Existing tests hold unchanged", ...proof.existingTests },
    { question: "New tests fail without the change", ...proof.reproduction },
    { question: "Every part of the change is needed", ...proof.necessity },
  ];
  return answers.filter(({ answer }) => passed || answer !== "not examined");
}

interface ProofLine {
  question: string;
  answer: string;
  note: string;
}
