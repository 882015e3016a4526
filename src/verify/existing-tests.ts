import type { ChangeParts } from "./change-parts.ts";
import { type Examined, unexamined } from "./examined.ts";
import { type Rerun, rerunTests, testsThatPassed } from "./rerun-tests.ts";
import type { PlannedResult, VerifyRequest } from "./verify-request.ts";

const NAME = "existing tests";
const SHOWN = 5;

/** Whether the tests that were there before still pass as they stood, with the change in place. */
export async function examineExistingTests(
  request: VerifyRequest,
  parts: ChangeParts,
  planned: readonly PlannedResult[],
): Promise<Examined> {
  const { existingTests } = parts;
  const gate = request.gates.existingTests;
  if (gate === "off") return unexamined("Switched off in .github/avatar.yml (gates.existingTests).");
  if (existingTests.length === 0) return untouched();
  const tests = testsThatPassed(planned);
  if (tests.length === 0) return unexamined("The plan has no test command to run them with.");
  const rerun = await rerunAsTheyStood(request, parts, tests);
  const check = { name: NAME, kind: gate, skipReason: null, durationMs: rerun.durationMs } as const;
  const put = `${counted(existingTests)} put back as on the base`;
  if (rerun.kind === "passed") {
    const note = `The tests pass with ${put}.`;
    return {
      answer: { answer: "yes", note },
      check: { ...check, status: "pass", evidence: note },
      nextAction: "",
    };
  }
  const { evidence, blamed } = shortfall(rerun, existingTests);
  const note = `With ${put}, ${rerun.kind === "failed" ? `"${rerun.result.name}" fails` : "the set-up fails"}.`;
  return {
    answer: { answer: "no", note },
    check: {
      ...check,
      status: "fail",
      evidence: `${note} The change needs them changed: ${blamed}.\n${evidence}`,
    },
    nextAction: `Leave ${blamed} as on the base and mend the code instead: as it stood before, it does not pass (check "${NAME}").`,
  };
}

function untouched(): Examined {
  return {
    answer: { answer: "yes", note: "The change touches no existing test file; they ran as they are." },
    check: null,
    nextAction: "",
  };
}

// New test files stay at first. They may lean on a file that is put back, so the old tests get a second run alone.
async function rerunAsTheyStood(
  request: VerifyRequest,
  { existingTests, newTests }: ChangeParts,
  tests: ReturnType<typeof testsThatPassed>,
): Promise<Rerun> {
  const { checkout, candidate } = request;
  const restored = await checkout.recombine(candidate, { restore: existingTests });
  const first = await rerunTests(request, restored, tests);
  if (first.kind === "passed" || newTests.length === 0) return first;
  const alone = await checkout.recombine(candidate, { restore: [...existingTests, ...newTests] });
  const second = await rerunTests(request, alone, tests);
  return { ...second, durationMs: first.durationMs + second.durationMs };
}

function shortfall(
  rerun: Exclude<Rerun, { kind: "passed" }>,
  existingTests: readonly string[],
): { evidence: string; blamed: string } {
  const evidence = rerun.kind === "failed" ? rerun.result.evidence : rerun.evidence;
  const named = existingTests.filter((path) => evidence.includes(path));
  return { evidence, blamed: listed(named.length > 0 ? named : existingTests) };
}

function listed(paths: readonly string[]): string {
  const more = paths.length > SHOWN ? ` and ${paths.length - SHOWN} more` : "";
  return `${paths.slice(0, SHOWN).join(", ")}${more}`;
}

function counted(paths: readonly string[]): string {
  return paths.length === 1 ? "1 existing test file" : `${paths.length} existing test files`;
}
