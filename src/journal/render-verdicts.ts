import type { CheckResult } from "../domain/verdict.ts";
import { heldGuards, proofAnswers, saysOf, secondsOf, shortId, tellingChecks } from "./ledger-words.ts";
import type { Ledger } from "./ledger.ts";
import { code, foldedOutput, prose, table } from "./render-parts.ts";

/** Each attempt at "done": what the verifier found, and for every failed check what it said. */
export function renderVerdicts(verdicts: Ledger["verdicts"]): string {
  return verdicts.map(renderVerdict).join("\n\n");
}

function renderVerdict({ attempt, verdict, line }: Ledger["verdicts"][number]): string {
  const { passed, summary, checks, recommendedNextAction } = verdict;
  const held = heldGuards(checks).map(({ name }) => prose(name, 100));
  const parts = [
    `#### Attempt ${attempt}: ${passed ? "passed" : "not passed"}`,
    `Verdict: ${prose(summary, 600)} (journal ${line})`,
    results(tellingChecks(checks)),
    held.length === 0 ? "" : `Guards kept: ${held.join(", ")}.`,
    ...checks.filter(({ status }) => status === "fail").map(failure),
    recommendedNextAction === null ? "" : `Next: ${prose(recommendedNextAction)}`,
    proof(verdict),
  ];
  return parts.filter((text) => text !== "").join("\n\n");
}

function results(checks: readonly CheckResult[]): string {
  return table(
    ["Check", "Result", "Time", "Says"],
    checks.map((check) => [
      prose(check.name, 100),
      WORDS[check.status] + (check.kind === "optional" ? " (optional)" : ""),
      secondsOf(check.durationMs),
      prose(saysOf(check)),
    ]),
  );
}

const WORDS = { pass: "passed", fail: "**failed**", skip: "not run" } as const;

function failure({ name, evidence }: CheckResult): string {
  return foldedOutput(`What ${prose(name, 100)} said`, evidence);
}

function proof(verdict: Ledger["verdicts"][number]["verdict"]): string {
  const { treeSha, baseSha, planDigest } = verdict.proof;
  const judged = `tree ${code(treeSha)}, base ${code(shortId(baseSha))}, plan ${code(shortId(planDigest))}`;
  const answers = proofAnswers(verdict).map(
    ({ question, answer, note }) => `- ${question}: **${answer}**. ${prose(note)}`,
  );
  return [`- Judged: ${judged}`, ...answers].join("\n");
}
