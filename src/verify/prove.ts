import type { Proof } from "../domain/verdict.ts";
import { partsOf } from "./change-parts.ts";
import { type Examined, unexamined } from "./examined.ts";
import { examineExistingTests } from "./existing-tests.ts";
import { planDigest } from "./plan-digest.ts";
import { examineReproduction } from "./reproduction.ts";
import { examineTestsKept } from "./tests-kept.ts";
import type { PlannedResult, VerifyRequest } from "./verify-request.ts";

export interface Proven {
  proof: Proof;
  /** What was run for the answers, in the order it was run. */
  examined: readonly Examined[];
}

/** Asks of a change that passed its plan whether the tests are worth that pass. */
export async function prove(request: VerifyRequest, planned: readonly PlannedResult[]): Promise<Proven> {
  const parts = partsOf(request.candidate.patch);
  const existingTests = await examineExistingTests(request, parts, planned);
  const testsKept = examineTestsKept(request, { parts, planned, stood: existingTests.stood });
  const reproduction = await examineReproduction(request, parts, planned);
  return {
    proof: proofOf(request, { existingTests: weaker(existingTests, testsKept), reproduction }),
    examined: [existingTests, testsKept, reproduction],
  };
}

/** Tests that did not run did not pass either. */
function weaker(existingTests: Examined, testsKept: Examined): Examined {
  return testsKept.answer.answer === "no" ? { ...existingTests, answer: testsKept.answer } : existingTests;
}

/** The proof of a change for which nothing of it was asked. */
export function unproven(request: VerifyRequest): Proven {
  const why =
    request.taskKind === "investigate"
      ? "An investigation changes nothing."
      : "Not asked: the change did not pass.";
  const answer = unexamined(why);
  return { proof: proofOf(request, { existingTests: answer, reproduction: answer }), examined: [] };
}

function proofOf(
  { checkout, candidate, plan }: VerifyRequest,
  { existingTests, reproduction }: Record<"existingTests" | "reproduction", Examined>,
): Proof {
  return {
    baseSha: checkout.baseSha,
    treeSha: candidate.treeSha,
    planDigest: planDigest(plan),
    existingTests: existingTests.answer,
    reproduction: reproduction.answer,
    necessity: {
      answer: "not examined",
      note: "No part of the change was taken out to see whether a check notices.",
    },
  };
}
