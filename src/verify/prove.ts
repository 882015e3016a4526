import type { Proof } from "../domain/verdict.ts";
import { partsOf } from "./change-parts.ts";
import { type Examined, unexamined } from "./examined.ts";
import { examineExistingTests } from "./existing-tests.ts";
import type { InlineTests } from "./inline-tests.ts";
import { examineNecessity, MOST_RERUNS } from "./necessity.ts";
import { examineNewTests } from "./new-tests-run.ts";
import { planDigest } from "./plan-digest.ts";
import { examineReproduction } from "./reproduction.ts";
import { examineRubric } from "./rubric/examine-rubric.ts";
import type { MovedRubric } from "./rubric/moved-rubric.ts";
import { examineTestsKept } from "./tests-kept.ts";
import type { PlannedResult, VerifyRequest } from "./verify-request.ts";

export interface Proven {
  proof: Proof;
  /** What was run for the answers, in the order it was run. */
  examined: readonly Examined[];
}

/** Asks of a change that passed its plan whether the tests are worth that pass. */
export async function prove(
  request: VerifyRequest,
  planned: readonly PlannedResult[],
  { moved, inline }: { moved: MovedRubric; inline: readonly InlineTests[] },
): Promise<Proven> {
  const parts = { ...partsOf(request.candidate.patch), rubric: moved.touched, inline };
  const rubric = await examineRubric(request, moved, planned);
  const existingTests = await examineExistingTests(request, parts, planned);
  const testsKept = examineTestsKept(request, { parts, planned, existingTests });
  const reproduction = await examineReproduction(request, parts, planned);
  const newTests = request.taskKind === "test_only" ? [examineNewTests(request, parts, planned)] : [];
  const asked = [existingTests, testsKept, ...newTests, reproduction];
  const before = [...(rubric === null ? [] : [rubric]), ...asked];
  const necessity = before.some(decidesAgainst)
    ? unexamined(NOT_PASSED)
    : await examineNecessity(request, { parts, planned, reproduction, reruns: MOST_RERUNS - reruns(before) });
  return {
    proof: proofOf(request, { existingTests: weaker(existingTests, testsKept), reproduction, necessity }),
    examined: [...before, necessity],
  };
}

/** Tests that did not run did not pass either. */
function weaker(existingTests: Examined, testsKept: Examined): Examined {
  return testsKept.answer.answer === "no" ? { ...existingTests, answer: testsKept.answer } : existingTests;
}

const NOT_PASSED = "Not asked: the change did not pass.";

function decidesAgainst({ check }: Examined): boolean {
  return check?.kind === "required" && check.status === "fail";
}

function reruns(examined: readonly Examined[]): number {
  return examined.filter(({ check }) => check?.durationMs !== undefined).length;
}

/** The proof of a change for which nothing of it was asked. */
export function unproven(request: VerifyRequest): Proven {
  const why = request.taskKind === "investigate" ? "An investigation changes nothing." : NOT_PASSED;
  const answer = unexamined(why);
  return {
    proof: proofOf(request, { existingTests: answer, reproduction: answer, necessity: answer }),
    examined: [],
  };
}

function proofOf(
  { checkout, candidate, plan }: VerifyRequest,
  {
    existingTests,
    reproduction,
    necessity,
  }: Record<"existingTests" | "reproduction" | "necessity", Examined>,
): Proof {
  return {
    baseSha: checkout.baseSha,
    treeSha: candidate.treeSha,
    planDigest: planDigest(plan),
    existingTests: existingTests.answer,
    reproduction: reproduction.answer,
    necessity: necessity.answer,
  };
}
