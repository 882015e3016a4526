import { executed } from "../domain/test-count.ts";
import { onBase } from "./against-baseline.ts";
import type { ChangeParts } from "./change-parts.ts";
import { type Examined, unexamined } from "./examined.ts";
import type { PlannedResult, VerifyRequest } from "./verify-request.ts";

const NAME = "new tests run";

/**
 * For a task that may change tests only: whether its new test files are part of the run at all. A file that no runner
 * picks up passes every check and tests nothing.
 */
export function examineNewTests(
  { plan, baseline }: VerifyRequest,
  { newTests }: ChangeParts,
  planned: readonly PlannedResult[],
): Examined {
  if (newTests.length === 0) return unexamined("The change adds no test file.");
  const counted = planned.flatMap(({ check, result }) => {
    const base = onBase(baseline, plan, check);
    if (result.status !== "pass" || result.tests === undefined || base === null) return [];
    // A base that passed and reported no test ran none, or its runner says nothing of an empty run.
    const was = base.tests === undefined ? 0 : executed(base.tests);
    return [{ name: check.name, was, is: executed(result.tests) }];
  });
  if (counted.length === 0) return unexamined("No check says how many tests it ran.");
  const evidence = counted
    .map(({ name, was, is }) => `"${name}": ${is} tests ran, ${was} on the base.`)
    .join("\n");
  const runs = counted.some(({ was, is }) => is > was);
  const check = { name: NAME, kind: "required", skipReason: null } as const;
  if (runs)
    return {
      answer: { answer: "yes", note: evidence },
      check: { ...check, status: "pass", evidence },
      nextAction: "",
    };
  const files = newTests.join(", ");
  return {
    answer: { answer: "no", note: `No more tests run than on the base, in spite of ${files}.` },
    check: { ...check, status: "fail", evidence: `${evidence}\nNo check runs ${files}.` },
    nextAction: `Place or name the new test files so that the plan's commands run them (check "${NAME}"): ${files}.`,
  };
}
