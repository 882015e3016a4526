import { afterEach, describe, expect, test } from "@jest/globals";
import { PlannedCheck } from "../../src/domain/plan.ts";
import { ProofGates } from "../../src/domain/proof-gates.ts";
import type { Verdict } from "../../src/domain/verdict.ts";
import { runBaseline } from "../../src/verify/run-baseline.ts";
import { verify } from "../../src/verify/verify.ts";
import { type Files, localCheckout, type LocalCheckout } from "../support/local-checkout.ts";

const testOf = (expected: string) =>
  `import unittest\nfrom basket import total\n\n\nclass TotalTest(unittest.TestCase):\n` +
  `    def test_total(self):\n        self.assertEqual(${expected})\n`;

// a test that shows the defect is in the base already
const BASE: Files = {
  "basket.py": "def total(prices):\n    return prices[0]\n",
  "tests/__init__.py": "",
  "tests/test_total.py": testOf("total([1, 2]), 3"),
};
const MENDED: Files = { "basket.py": "def total(prices):\n    return sum(prices)\n" };
const IDLE: Files = { "readme.md": "Baskets.\n" };
const UNITTEST = planned({ name: "unit tests", command: "python3 -B -m unittest" });
const COMPILES = planned({ name: "compiles", kind: "lint", command: "python3 -c 'import basket'" });
const LOCKED = planned({ name: "database", command: "echo no database here; exit 7" });

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

async function judge(files: Files, plan: readonly PlannedCheck[], base: Files = BASE) {
  const checkout = await localCheckout(base);
  opened.push(checkout);
  const limits = { timeoutMs: 60_000, signal: new AbortController().signal };
  const baseline = await runBaseline({
    plan,
    checkout: { ...checkout, candidateFromPatch: async () => checkout.change({}) },
    ...limits,
  });
  const candidate = await checkout.change(files);
  const gates = ProofGates.parse({});
  const verdict = await verify({ plan, baseline, candidate, checkout, taskKind: "edit", gates, ...limits });
  return { baseline, verdict };
}

function result(verdict: Verdict, name: string) {
  return verdict.checks.find((check) => check.name === name);
}

test("the baseline says of each check how it ends on the base, and stops chains as a verdict does", async () => {
  const behind = planned({ name: "behind", command: "true", chain: "c" });
  const { baseline } = await judge(MENDED, [COMPILES, { ...UNITTEST, chain: "c" }, behind]);
  expect(baseline.map(({ name, status, exitCode }) => ({ name, status, exitCode }))).toEqual([
    { name: "compiles", status: "pass", exitCode: 0 },
    { name: "unit tests", status: "fail", exitCode: 1 },
    { name: "behind", status: "skip", exitCode: null },
  ]);
  expect(baseline[1]?.failure).toBe("tests/test_total.py: AssertionError: 1 != 3");
});

describe("a check that fails on the base", () => {
  test("and turns green is evidence, and is said to be", async () => {
    const { verdict } = await judge(MENDED, [UNITTEST]);
    expect(verdict.passed).toBe(true);
    const { kind, status, evidence } = result(verdict, "unit tests") ?? {};
    expect({ kind, status }).toEqual({ kind: "required", status: "pass" });
    expect(evidence).toMatch(/^Failed on the base and passes with the change\.\n/u);
  });

  test("and fails in the same way does not fail a change that passes the rest", async () => {
    const { verdict } = await judge(MENDED, [LOCKED, UNITTEST]);
    expect(verdict).toMatchObject({ passed: true });
    expect(result(verdict, "database")).toMatchObject({ kind: "optional", status: "fail", exitCode: 7 });
    expect(result(verdict, "database")?.evidence).toMatch(/^The same on the base/u);
    expect(verdict.summary).toContain("Optional and not passed: database.");
  });

  test("takes what stands behind it in its chain out of the judgement too", async () => {
    const behind = planned({ name: "behind", command: "true", chain: "c" });
    const { verdict } = await judge(MENDED, [{ ...LOCKED, chain: "c" }, behind, UNITTEST]);
    expect(verdict.passed).toBe(true);
    expect(result(verdict, "behind")).toMatchObject({ kind: "optional", status: "skip" });
  });

  test("is no evidence: where every required test stays red, nothing else makes the change pass", async () => {
    const { verdict } = await judge(IDLE, [COMPILES, UNITTEST, LOCKED]);
    expect(verdict).toMatchObject({
      passed: false,
      summary: "Not passed: no required test passes, as on the base: unit tests, database.",
    });
    expect(verdict.recommendedNextAction).toContain("tests/test_total.py:7");
  });

  test("and fails in another way is a failure of the change", async () => {
    const worse: Files = { "basket.py": "def total(prices):\n    return prices[7]\n" };
    const other = planned({ name: "other tests", command: "true" });
    const { verdict } = await judge(worse, [other, UNITTEST]);
    expect(verdict).toMatchObject({ passed: false, summary: "Not passed: failed: unit tests." });
    expect(result(verdict, "unit tests")?.evidence).toMatch(
      /^Fails on the base too, but in another way\.\n/u,
    );
  });
});

test("a check that passes on the base and fails with the change fails it, whatever else was red", async () => {
  const base = { ...BASE, ...MENDED };
  const broken: Files = { "basket.py": "def total(prices):\n    return prices[0]\n" };
  const other = planned({ name: "other tests", command: "true" });
  const { verdict } = await judge(broken, [LOCKED, other, UNITTEST], base);
  expect(verdict).toMatchObject({ passed: false, summary: "Not passed: failed: unit tests." });
});

test("where the tests are red on the base, new ones are not said to show anything", async () => {
  const more: Files = { ...MENDED, "tests/test_more.py": testOf("total([2, 2]), 4") };
  const { verdict } = await judge(more, [UNITTEST]);
  expect(verdict).toMatchObject({ passed: true, proof: { reproduction: { answer: "not examined" } } });
  expect(verdict.proof.reproduction.note).toBe("The tests fail on the base without them too.");
});

test("a weakened test is found also where it was red on the base", async () => {
  const weakened: Files = { ...IDLE, "tests/test_total.py": testOf("total([1, 2]), 1") };
  const { verdict } = await judge(weakened, [UNITTEST]);
  expect(verdict).toMatchObject({ passed: false, proof: { existingTests: { answer: "no" } } });
});
