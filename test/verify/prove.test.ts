import { afterEach, describe, expect, test } from "@jest/globals";
import { PlannedCheck } from "../../src/domain/plan.ts";
import { ProofGates } from "../../src/domain/proof-gates.ts";
import type { CheckResult, Verdict } from "../../src/domain/verdict.ts";
import { verify } from "../../src/verify/verify.ts";
import type { VerifyRequest } from "../../src/verify/verify-request.ts";
import { type Files, localCheckout, type LocalCheckout } from "../support/local-checkout.ts";

const testOf = (name: string, lines: string): string =>
  `import unittest\nfrom basket import total\n\n\nclass ${name}(unittest.TestCase):\n${lines}`;
const ONE = "    def test_one(self):\n        self.assertEqual(total([2]), 2)\n";
const NONE = "    def test_none(self):\n        self.assertEqual(total([]), 0)\n";

// the sum of nothing is the defect; the base's test does not ask for it
const BASE: Files = {
  "basket.py": "def total(prices):\n    return prices[0] + sum(prices[1:])\n",
  "tests/__init__.py": "",
  "tests/test_total.py": testOf("TotalTest", ONE),
};
const MENDED: Files = { "basket.py": "def total(prices):\n    return sum(prices)\n" };
const NEW_TEST: Files = { "tests/test_none.py": testOf("NoneTest", NONE) };
const MORE_IN_OLD_TEST: Files = { "tests/test_total.py": testOf("TotalTest", ONE + NONE) };
const RIGGED: Files = {
  "basket.py": "def total(prices):\n    return 0\n",
  "tests/test_total.py": testOf("TotalTest", ONE.replace("), 2)", "), 0)")),
};
const UNITTEST = planned({ name: "unit tests", command: "python3 -B -m unittest" });

const opened: LocalCheckout[] = [];
afterEach(async () => {
  for (const checkout of opened.splice(0)) {
    expect(checkout.open()).toBe(0);
    await checkout.remove();
  }
});

function planned(check: Partial<PlannedCheck> & { command: string }): PlannedCheck {
  return PlannedCheck.parse({ name: check.command, kind: "test", provenance: "ci:ci.yml#t/0", ...check });
}

interface Judged {
  verdict: Verdict;
  check: (name: string) => CheckResult | undefined;
  told: string[];
}

async function judge(
  files: Files,
  request: Partial<VerifyRequest> = {},
  base: Files = BASE,
): Promise<Judged> {
  const checkout = await localCheckout(base);
  opened.push(checkout);
  const told: string[] = [];
  const verdict = await verify({
    plan: [UNITTEST],
    candidate: await checkout.change(files),
    checkout,
    taskKind: "edit",
    gates: ProofGates.parse({}),
    baseline: [],
    timeoutMs: 60_000,
    signal: new AbortController().signal,
    onCheck: ({ name }) => void told.push(name),
    ...request,
  });
  return { verdict, told, check: (name) => verdict.checks.find((check) => check.name === name) };
}

describe("existing tests", () => {
  test("a change that leaves them alone has its answer without another run", async () => {
    const { verdict, check } = await judge({ ...MENDED, ...NEW_TEST });
    expect(verdict).toMatchObject({ passed: true, proof: { existingTests: { answer: "yes" } } });
    expect(verdict.proof.existingTests.note).toContain("touches no existing test file");
    expect(check("existing tests")).toBeUndefined();
  });

  test("a test added to an old file leaves the old ones as good as they were", async () => {
    const { verdict, check, told } = await judge({ ...MENDED, ...MORE_IN_OLD_TEST });
    expect(verdict).toMatchObject({
      passed: true,
      proof: { existingTests: { answer: "yes" }, reproduction: { answer: "yes" } },
    });
    expect(check("existing tests")).toMatchObject({ kind: "required", status: "pass" });
    expect(told).toEqual(verdict.checks.map(({ name }) => name));
    expect(told.slice(-3)).toEqual(["existing tests", "reproduction", "necessity"]);
  });

  test("a change that edits a test to make itself pass does not pass, and the test is named", async () => {
    const { verdict, check } = await judge(RIGGED);
    expect(verdict).toMatchObject({
      passed: false,
      summary: "Not passed: failed: existing tests.",
      proof: { existingTests: { answer: "no" } },
    });
    expect(check("unit tests")?.status).toBe("pass");
    expect(check("existing tests")?.evidence).toContain("AssertionError: 0 != 2");
    expect(verdict.recommendedNextAction).toContain("Leave tests/test_total.py as on the base");
  });

  test.each<[string, Files]>([
    ["deletes", { "tests/test_total.py": null, ...NEW_TEST }],
    [
      "renames and weakens",
      {
        "tests/test_total.py": null,
        "tests/test_sum.py": testOf("TotalTest", ONE.replace("), 2)", "), 0)")),
      },
    ],
  ])("a change that %s the test that stands in its way does not pass", async (_how, tests) => {
    const { verdict } = await judge({ ...RIGGED, ...tests });
    expect(verdict.passed).toBe(false);
    expect(verdict.recommendedNextAction).toContain("tests/test_total.py");
  });

  test("a new test that leans on an edited test helper does not make the old tests fail", async () => {
    const base = { ...BASE, "tests/prices.py": "ONE = [2]\n" };
    const { verdict } = await judge(
      {
        ...MENDED,
        "tests/prices.py": "ONE = [2]\nNONE = []\n",
        "tests/test_none.py": `from tests.prices import NONE\n${testOf("NoneTest", NONE)}`,
      },
      {},
      base,
    );
    expect(verdict).toMatchObject({ passed: true, proof: { existingTests: { answer: "yes" } } });
  });

  test("what the tests need built is built before they run as they stood", async () => {
    const build = planned({ name: "build", kind: "lint", command: "cp basket.py built.py", chain: "c" });
    const tested = planned({
      name: "unit tests",
      command: "test -e built.py && python3 -m unittest",
      chain: "c",
    });
    const { verdict } = await judge({ ...MENDED, ...MORE_IN_OLD_TEST }, { plan: [build, tested] });
    expect(verdict.proof.existingTests.answer).toBe("yes");
  });

  test("a test check that fails on the candidate already is not asked again", async () => {
    const optional = planned({ name: "nightly", command: "exit 3", required: false });
    const { verdict } = await judge({ ...MENDED, ...MORE_IN_OLD_TEST }, { plan: [optional, UNITTEST] });
    expect(verdict).toMatchObject({ passed: true, proof: { existingTests: { answer: "yes" } } });
  });
});

describe("reproduction", () => {
  test("new tests that fail without the change show what it mends", async () => {
    const { verdict, check } = await judge({ ...MENDED, ...NEW_TEST });
    expect(verdict.proof.reproduction).toEqual({
      answer: "yes",
      note: 'With the tests of the change alone on the base, "unit tests" fails.',
    });
    expect(check("reproduction")).toMatchObject({ kind: "optional", status: "pass" });
    expect(check("reproduction")?.evidence).toContain("IndexError");
  });

  test("new tests that pass on the base too are shown, and do not decide", async () => {
    const idle = { "tests/test_more.py": testOf("MoreTest", ONE) };
    const { verdict, check } = await judge({ ...MENDED, ...idle });
    expect(verdict).toMatchObject({ passed: true, proof: { reproduction: { answer: "no" } } });
    expect(check("reproduction")).toMatchObject({ kind: "optional", status: "fail" });
    expect(verdict.summary).toContain("Optional and not passed: reproduction");
  });

  test.each<[string, Files, Partial<VerifyRequest>, string]>([
    ["without a test", MENDED, {}, "The change brings no test."],
    [
      "of tests only",
      { "tests/test_more.py": testOf("MoreTest", ONE) },
      {},
      "The change consists of tests only.",
    ],
    [
      "for a task that was to change tests only",
      { "tests/test_more.py": testOf("MoreTest", ONE) },
      { taskKind: "test_only" },
      "The task was to change tests only",
    ],
    [
      "with no test command in its plan",
      { ...MENDED, ...NEW_TEST },
      { plan: [planned({ kind: "lint", command: "python3 -m compileall -q ." })] },
      "The plan has no test command",
    ],
  ])("is not examined for a change %s", async (_what, files, request, note) => {
    const { verdict, check } = await judge(files, request);
    expect(verdict.passed).toBe(true);
    expect(verdict.proof.reproduction.answer).toBe("not examined");
    expect(verdict.proof.reproduction.note).toContain(note);
    expect(check("reproduction")).toBeUndefined();
  });

  test("is not asked of a change that did not pass, nor of an investigation", async () => {
    const wrong = await judge({ "basket.py": "def total(prices):\n    return 1\n", ...NEW_TEST });
    expect(wrong.verdict.proof.reproduction.answer).toBe("not examined");
    expect(wrong.verdict.proof.existingTests.answer).toBe("not examined");
    const looked = await judge({}, { taskKind: "investigate" });
    expect(looked.verdict.proof.existingTests.note).toBe("An investigation changes nothing.");
  });
});

describe("gates of the repository", () => {
  test("off asks nothing", async () => {
    const gates = ProofGates.parse({ existingTests: "off", reproduction: "off", necessity: "off" });
    const { verdict, told } = await judge(RIGGED, { gates });
    expect(verdict).toMatchObject({
      passed: true,
      proof: { existingTests: { answer: "not examined" }, reproduction: { answer: "not examined" } },
    });
    expect(told.at(-1)).toBe("unit tests");
  });

  test("optional informs", async () => {
    const { verdict } = await judge(RIGGED, { gates: ProofGates.parse({ existingTests: "optional" }) });
    expect(verdict).toMatchObject({ passed: true, proof: { existingTests: { answer: "no" } } });
    expect(verdict.summary).toContain("existing tests");
  });

  test.each<[string, Files, string]>([
    ["brings no test", MENDED, "Add a test that fails without the change"],
    [
      "brings a test that passes on the base",
      { ...MENDED, "tests/test_more.py": testOf("MoreTest", ONE) },
      "Write a test that fails without the change",
    ],
  ])("a required reproduction rejects a change that %s", async (_what, files, action) => {
    const gates = ProofGates.parse({ reproduction: "required" });
    const { verdict } = await judge(files, { gates });
    expect(verdict.passed).toBe(false);
    expect(verdict.recommendedNextAction).toContain(action);
  });
});

test("the proof runs the plan's tests three times more at most", async () => {
  let runs = 0;
  const checkout = await localCheckout({ ...BASE, "tests/prices.py": "ONE = [2]\n" });
  opened.push(checkout);
  const counting: VerifyRequest["checkout"] = {
    ...checkout,
    freshTree: async (candidate, signal) => {
      runs += 1;
      return checkout.freshTree(candidate, signal);
    },
  };
  const candidate = await checkout.change({
    ...RIGGED,
    "tests/prices.py": "ONE = [2]\nNONE = []\n",
    "tests/test_zero.py": testOf(
      "ZeroTest",
      "    def test_zero(self):\n        self.assertEqual(total([2]), 0)\n",
    ),
  });
  const { passed } = await verify({
    plan: [UNITTEST],
    candidate,
    checkout: counting,
    taskKind: "edit",
    gates: ProofGates.parse({}),
    baseline: [],
    timeoutMs: 60_000,
    signal: new AbortController().signal,
  });
  expect({ passed, runs }).toEqual({ passed: false, runs: 4 });
});
