import type { CheckResult, ProofAnswer } from "../domain/verdict.ts";

/** One question of the proof: its answer and, where something was run for it, the check that people see. */
export interface Examined {
  answer: ProofAnswer;
  check: CheckResult | null;
  /** What to do when the check decides and did not pass. */
  nextAction: string;
}

export function unexamined(note: string): Examined {
  return { answer: { answer: "not examined", note }, check: null, nextAction: "" };
}
