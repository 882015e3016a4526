import type { Proof, ProofAnswer } from "../domain/verdict.ts";
import { inertBlock, inertSpan } from "./inert-markdown.ts";
import type { Ledger } from "./ledger.ts";
import { table } from "./render-parts.ts";

/** Each attempt at "done": what the verifier found, and for every failed check what it said. */
export function renderVerdicts(verdicts: Ledger["verdicts"]): string {
  return verdicts.map(renderVerdict).join("\n\n");
}

function renderVerdict({ attempt, verdict, line }: Ledger["verdicts"][number]): string {
  const { passed, summary, checks, recommendedNextAction, proof } = verdict;
  const results = table(
    ["check", "required", "result", "exit code", "says"],
    checks.map((check) => [
      inertSpan(check.name),
      check.kind === "required" ? "yes" : "no",
      check.status,
      check.exitCode === undefined || check.exitCode === null ? "–" : String(check.exitCode),
      inertSpan(check.status === "skip" ? (check.skipReason ?? "") : check.evidence),
    ]),
  );
  const failed = checks
    .filter((check) => check.status === "fail")
    .flatMap((check) => [`${inertSpan(check.name)} failed:`, inertBlock(check.evidence)]);
  const next = recommendedNextAction === null ? "" : `Next: ${inertSpan(recommendedNextAction, 400)}`;
  const parts = [
    `### Attempt ${attempt}: ${passed ? "passed" : "not passed"}`,
    `${inertSpan(summary, 600)} (journal ${line})`,
    results,
    ...failed,
    next,
    renderProof(proof),
  ];
  return parts.filter((text) => text !== "").join("\n\n");
}

function renderProof(proof: Proof): string {
  const question = (name: string, { answer, note }: ProofAnswer) =>
    `- ${name}: **${answer}** ${inertSpan(note, 400)}`;
  return [
    `- Judged: tree ${inertSpan(proof.treeSha)} on base ${inertSpan(proof.baseSha)}, plan ${inertSpan(proof.planDigest)}`,
    question("Existing tests hold unchanged", proof.existingTests),
    question("New tests fail without the change", proof.reproduction),
    question("Every part of the change is needed", proof.necessity),
  ].join("\n");
}
