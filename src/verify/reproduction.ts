import type { ProofGates } from "../domain/proof-gates.ts";
import { onBase } from "./against-baseline.ts";
import type { ChangeParts } from "./change-parts.ts";
import { type Examined, unexamined } from "./examined.ts";
import { rerunTests, testsThatPassed } from "./rerun-tests.ts";
import type { PlannedResult, VerifyRequest } from "./verify-request.ts";

const NAME = "reproduction";
const NO_TEST = "The change brings no test.";

/** Whether the tests of the change fail where only they are laid over the base: then they do notice the change. */
export async function examineReproduction(
  request: VerifyRequest,
  parts: ChangeParts,
  planned: readonly PlannedResult[],
): Promise<Examined> {
  const { taskKind, plan, baseline, candidate, checkout, gates } = request;
  const gate = gates.reproduction;
  if (gate === "off") return unexamined("Switched off in .github/avatar.yml (gates.reproduction).");
  if (taskKind === "test_only")
    return unexamined("The task was to change tests only; they are part of the plan's run.");
  if (!parts.bringsTest) return withoutTest(gate);
  if (parts.others.length === 0) return unexamined("The change consists of tests only.");
  const tests = testsThatPassed(planned);
  if (tests.length === 0) return unexamined("The plan has no test command to run them with.");
  const telling = tests.filter((check) => (onBase(baseline, plan, check)?.status ?? "pass") === "pass");
  if (telling.length === 0) return unexamined("The tests fail on the base without them too.");
  const testsAlone = await checkout.recombine(candidate, { restore: parts.others });
  const rerun = await rerunTests(request, testsAlone, telling);
  if (rerun.kind === "set-up failed")
    return unexamined("Set-up failed on the base with the tests of the change.");
  const check = { name: NAME, kind: gate, skipReason: null, durationMs: rerun.durationMs } as const;
  if (rerun.kind === "failed") {
    const note = `With the tests of the change alone on the base, "${rerun.result.name}" fails.`;
    const evidence = `${note}\n${rerun.result.evidence}`;
    return { answer: { answer: "yes", note }, check: { ...check, status: "pass", evidence }, nextAction: "" };
  }
  const note = "The tests of the change pass on the base too, so they do not show what it mends.";
  return {
    answer: { answer: "no", note },
    check: { ...check, status: "fail", evidence: note },
    nextAction: `Write a test that fails without the change (check "${NAME}").`,
  };
}

function withoutTest(gate: Exclude<ProofGates["reproduction"], "off">): Examined {
  const none = unexamined(NO_TEST);
  if (gate === "optional") return none;
  const evidence = `${NO_TEST} .github/avatar.yml asks for one (gates.reproduction).`;
  return {
    ...none,
    check: { name: NAME, kind: gate, status: "fail", skipReason: null, evidence },
    nextAction: `Add a test that fails without the change (check "${NAME}").`,
  };
}
