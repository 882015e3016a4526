import { type Examined, unexamined } from "../examined.ts";
import { rerunTests } from "../rerun-tests.ts";
import type { PlannedResult, VerifyRequest } from "../verify-request.ts";
import { type MovedRubric, RUBRIC } from "./moved-rubric.ts";

const SHOWN = 5;

/** Whether the checks pass also with the base's version of what they stand on put back. Null where nothing is to ask. */
export async function examineRubric(
  request: VerifyRequest,
  { touched, differences }: MovedRubric,
  planned: readonly PlannedResult[],
): Promise<Examined | null> {
  if (touched.length === 0 || differences.length > 0) return null;
  const passed = planned.filter(({ result }) => result.status === "pass").map(({ check }) => check);
  const restored = await request.checkout.recombine(request.candidate, { restore: touched });
  const rerun = await rerunTests(request, restored, passed);
  const names = `${touched.slice(0, SHOWN).join(", ")}${touched.length > SHOWN ? ` and ${touched.length - SHOWN} more` : ""}`;
  const check = { name: RUBRIC, kind: "required", skipReason: null, durationMs: rerun.durationMs } as const;
  const { answer } = unexamined("");
  if (rerun.kind === "passed") {
    const evidence = `The checks pass with the base's version of ${names} put back too.`;
    return { answer, check: { ...check, status: "pass", evidence }, nextAction: "" };
  }
  const how = rerun.kind === "failed" ? `"${rerun.result.name}" fails` : "the set-up fails";
  const output = rerun.kind === "failed" ? rerun.result.evidence : rerun.evidence;
  return {
    answer,
    check: {
      ...check,
      status: "fail",
      evidence: `With the base's version of ${names} put back, ${how}: the change passes only by what it is judged with.\n${output}`,
    },
    nextAction: `Leave ${names} as on the base and mend the code instead (check "${RUBRIC}").`,
  };
}
