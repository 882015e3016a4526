import type { ChangeParts } from "./change-parts.ts";
import type { Candidate } from "../domain/ports/checkouts.ts";
import { onBase } from "./against-baseline.ts";
import { type Examined, unexamined } from "./examined.ts";
import { type InlineTests, withInlineTests } from "./inline-tests.ts";
import { type Rerun, rerunTests, testsThatPassed } from "./rerun-tests.ts";
import type { PlannedResult, VerifyRequest } from "./verify-request.ts";

const NAME = "existing tests";
const SHOWN = 5;

/** The answer, and what the test commands said with the test files as on the base; null where they were not run. */
export interface ExistingTests extends Examined {
  stood: readonly PlannedResult[] | null;
}

/** Whether the tests that were there before still pass as they stood, with the change in place. */
export async function examineExistingTests(
  request: VerifyRequest,
  parts: ChangeParts,
  planned: readonly PlannedResult[],
): Promise<ExistingTests> {
  const { existingTests, inline = [] } = parts;
  const gate = request.gates.existingTests;
  if (gate === "off")
    return { ...unexamined("Switched off in .github/avatar.yml (gates.existingTests)."), stood: null };
  if (existingTests.length + inline.length === 0) return withoutNewTests(request, parts, planned);
  const tests = testsThatPassed(planned);
  if (tests.length === 0)
    return { ...unexamined("The plan has no test command to run them with."), stood: null };
  const rerun = await rerunAsTheyStood(request, parts, tests);
  const check = { name: NAME, kind: gate, skipReason: null, durationMs: rerun.durationMs } as const;
  const put = `${named(existingTests, inline)} put back as on the base`;
  if (rerun.kind === "passed") {
    const note = `The tests pass with ${put}.`;
    return {
      answer: { answer: "yes", note },
      check: { ...check, status: "pass", evidence: note },
      nextAction: "",
      stood: rerun.results,
    };
  }
  const { evidence, blamed } = shortfall(rerun, [...existingTests, ...inline.map(({ path }) => path)]);
  const note = `With ${put}, ${rerun.kind === "failed" ? `"${rerun.result.name}" fails` : "the set-up fails"}.`;
  return {
    answer: { answer: "no", note },
    check: {
      ...check,
      status: "fail",
      evidence: `${note} The change needs them changed: ${blamed}.\n${evidence}`,
    },
    nextAction: `Leave ${blamed} as on the base and mend the code instead: as it stood before, it does not pass (check "${NAME}").`,
    stood: null,
  };
}

const UNTOUCHED: ExistingTests = {
  answer: { answer: "yes", note: "The change touches no existing test file; they ran as they are." },
  check: null,
  nextAction: "",
  stood: null,
};

// A new file among the tests can change how the old ones run, as a conftest.py does: they have to pass without it too.
async function withoutNewTests(
  request: VerifyRequest,
  parts: ChangeParts,
  planned: readonly PlannedResult[],
): Promise<ExistingTests> {
  const { plan, baseline, gates } = request;
  const tests = testsThatPassed(planned).filter((check) => onBase(baseline, plan, check)?.status === "pass");
  if (parts.newTests.length === 0 || tests.length === 0) return UNTOUCHED;
  const rerun = await rerunAsTheyStood(request, parts, tests);
  if (rerun.kind === "passed") return { ...UNTOUCHED, stood: rerun.results };
  if (rerun.kind === "set-up failed") return UNTOUCHED;
  const note = `Without the new test files of the change, "${rerun.result.name}" fails.`;
  const evidence = `${note} The existing tests have to pass without ${listed(parts.newTests)}.\n${rerun.result.evidence}`;
  const kind = gates.existingTests === "required" ? "required" : "optional";
  return {
    answer: { answer: "no", note },
    check: { name: NAME, kind, status: "fail", skipReason: null, durationMs: rerun.durationMs, evidence },
    nextAction: `Make the existing tests pass without ${listed(parts.newTests)} (check "${NAME}").`,
    stood: null,
  };
}

// Alone first: only then does their number tell. New test files may hold what the change needs, so a second run keeps
// them; where there are none, it repeats a failure that may not last.
async function rerunAsTheyStood(
  request: VerifyRequest,
  { existingTests, newTests, rubric = [], inline = [] }: ChangeParts,
  tests: ReturnType<typeof testsThatPassed>,
): Promise<Rerun> {
  const { checkout } = request;
  const candidate = await withInlinePutBack(request, inline);
  const base = [...existingTests, ...rubric];
  const alone = await checkout.recombine(candidate, { restore: [...base, ...newTests] });
  const first = await rerunTests(request, alone, tests);
  if (first.kind !== "failed") return first;
  const isAboutNew = existingTests.length + inline.length === 0;
  const other = isAboutNew ? alone : await checkout.recombine(candidate, { restore: base });
  const second = await rerunTests(request, other, tests);
  return { ...second, durationMs: first.durationMs + second.durationMs };
}

function withInlinePutBack(
  { checkout, candidate }: VerifyRequest,
  inline: readonly InlineTests[],
): Promise<Candidate> | Candidate {
  if (inline.length === 0) return candidate;
  return checkout.candidateFromPatch(withInlineTests(candidate.patch, inline));
}

function shortfall(
  rerun: Exclude<Rerun, { kind: "passed" }>,
  existingTests: readonly string[],
): { evidence: string; blamed: string } {
  const evidence = rerun.kind === "failed" ? rerun.result.evidence : rerun.evidence;
  const shown = existingTests.filter((path) => evidence.includes(path));
  return { evidence, blamed: listed(shown.length > 0 ? shown : existingTests) };
}

function listed(paths: readonly string[]): string {
  const more = paths.length > SHOWN ? ` and ${paths.length - SHOWN} more` : "";
  return `${paths.slice(0, SHOWN).join(", ")}${more}`;
}

function named(paths: readonly string[], inline: readonly InlineTests[]): string {
  const files = paths.length === 1 ? "1 existing test file" : `${paths.length} existing test files`;
  const inside = `the existing tests inside ${listed(inline.map(({ path }) => path))}`;
  if (inline.length === 0) return files;
  return paths.length === 0 ? inside : `${files} and ${inside}`;
}
