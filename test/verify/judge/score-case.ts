import type { CheckResult, Verdict } from "../../../src/domain/verdict.ts";
import type { Carrier, Expectation, JudgeCase } from "./corpus.ts";
import type { Hearing } from "./courtroom.ts";

/** `wrong` is a verdict that is right by luck, since another check than the expected one carried it, or none at all. */
export type Score = "right" | "false success" | "false failure" | "wrong" | "not heard";

export interface Scored {
  judged: JudgeCase;
  score: Score;
  /** What a reader needs to see why; empty when right. */
  because: string;
}

export function scoreCase(judged: JudgeCase, hearing: Hearing): Scored {
  if (hearing.kind === "not heard") return { judged, score: "not heard", because: hearing.reason };
  if (hearing.kind === "broke down") return { judged, score: "wrong", because: hearing.error };
  const { verdict } = hearing;
  const { expect } = judged;
  if (verdict.passed !== expect.passed) {
    const score = verdict.passed ? "false success" : "false failure";
    return { judged, score, because: `${verdict.summary} ${evidenceOf(verdict)}` };
  }
  const because = expect.passed ? wrongAnswers(expect, verdict) : wrongCarrier(expect.by, verdict);
  return { judged, score: because === "" ? "right" : "wrong", because };
}

function wrongAnswers(expect: Extract<Expectation, { passed: true }>, { proof }: Verdict): string {
  const questions = ["existingTests", "reproduction"] as const;
  return questions
    .filter((question) => expect[question] !== undefined && expect[question] !== proof[question].answer)
    .map((question) => `${question}: ${proof[question].answer} (${proof[question].note})`)
    .join("; ");
}

function wrongCarrier(by: readonly Carrier[], verdict: Verdict): string {
  const carriers = verdict.checks.filter(refuses);
  if (carriers.some((check) => by.some((carrier) => isCarrier(check, carrier)))) return "";
  const expected = by.join(" or ");
  if (carriers.length === 0 && by.includes("plan")) return "";
  return `expected of ${expected}: ${verdict.summary}`;
}

function refuses({ kind, status }: CheckResult): boolean {
  return kind === "required" && status === "fail";
}

function isCarrier({ name, command }: CheckResult, carrier: Carrier): boolean {
  return carrier === "plan" ? command !== undefined : name === carrier;
}

function evidenceOf({ checks }: Verdict): string {
  return checks
    .filter((check) => check.status !== "pass")
    .map((check) => `[${check.name}] ${check.evidence.slice(0, 400)}`)
    .join("\n");
}
