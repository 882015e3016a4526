import { afterEach, describe, expect, test } from "@jest/globals";
import { PlannedCheck } from "../../src/domain/plan.ts";
import { ProofGates } from "../../src/domain/proof-gates.ts";
import type { VerifyRequest } from "../../src/verify/verify-request.ts";
import { verify } from "../../src/verify/verify.ts";
import { type Files, localCheckout, type LocalCheckout } from "../support/local-checkout.ts";

const GAP = Array.from({ length: 12 }, (_, at) => `ROW_${at} = ${at}\n`).join("");
const source = (total: string, mean: string): string =>
  `def total(prices):\n    return ${total}\n\n\n${GAP}\n\ndef mean(prices):\n    return ${mean}\n`;
const tests = (...lines: string[]): string =>
  "import unittest\nimport basket\n\n\nclass BasketTest(unittest.TestCase):\n    def test_it(self):\n" +
  lines.map((line) => `        ${line}\n`).join("");

const BASE: Files = {
  "basket.py": source("prices[0]", "prices[0] / 1"),
  "tests/__init__.py": "",
  "tests/test_basket.py": tests("self.assertEqual(basket.total([2]), 2)"),
};
const MENDED = source("sum(prices)", "sum(prices) / len(prices)");
const TOTAL = "self.assertEqual(basket.total([1, 2]), 3)";
const MEAN = "self.assertEqual(basket.mean([1, 3]), 2)";
const PLAN = [
  PlannedCheck.parse({
    name: "unit",
    command: "python3 -B -m unittest",
    kind: "test",
    provenance: "ci:ci.yml#t/0",
  }),
];

const opened: LocalCheckout[] = [];
afterEach(async () => {
  for (const checkout of opened.splice(0)) {
    expect(checkout.open()).toBe(0);
    await checkout.remove();
  }
});

async function judge(files: Files, request: Partial<VerifyRequest> = {}) {
  const checkout = await localCheckout(BASE);
  opened.push(checkout);
  const verdict = await verify({
    plan: PLAN,
    baseline: [],
    candidate: await checkout.change(files),
    checkout,
    taskKind: "edit",
    gates: ProofGates.parse({}),
    timeoutMs: 60_000,
    signal: new AbortController().signal,
    ...request,
  });
  return { verdict, check: verdict.checks.find(({ name }) => name === "necessity") };
}

describe("necessity", () => {
  test("a change whose parts are all needed says so, and a comment is no part", async () => {
    const mended = MENDED.replace("ROW_5 =", "# six rows above\nROW_5 =");
    const { verdict, check } = await judge({ "basket.py": mended, "tests/test_more.py": tests(TOTAL, MEAN) });
    expect(verdict).toMatchObject({ passed: true, proof: { necessity: { answer: "yes" } } });
    expect(check).toMatchObject({ kind: "optional", status: "pass" });
    expect(verdict.proof.necessity.note).toBe(
      "2 parts of the source taken out one at a time: each time a test fails.",
    );
  });

  test("a part that no test misses is named with its place; it informs and does not decide", async () => {
    const { verdict, check } = await judge({ "basket.py": MENDED, "tests/test_more.py": tests(TOTAL) });
    expect(verdict).toMatchObject({ passed: true, proof: { necessity: { answer: "no" } } });
    expect(check).toMatchObject({ kind: "optional", status: "fail" });
    expect(check?.evidence).toContain("basket.py:20 (+1 −1): not needed by any check");
    expect(check?.evidence).not.toContain("basket.py:2 ");
  });

  test("the repository can make it decide", async () => {
    const gates = ProofGates.parse({ necessity: "required" });
    const files = { "basket.py": MENDED, "tests/test_more.py": tests(TOTAL) };
    const { verdict } = await judge(files, { gates });
    expect(verdict).toMatchObject({ passed: false, summary: "Not passed: failed: necessity." });
    expect(verdict.recommendedNextAction).toContain("basket.py:20");
    const off = await judge(files, { gates: ProofGates.parse({ necessity: "off" }) });
    expect(off.check).toBeUndefined();
    expect(off.verdict.proof.necessity.answer).toBe("not examined");
  });

  test("a new file that nothing uses is not needed", async () => {
    const files = {
      "basket.py": MENDED,
      "extra.py": "def unused():\n    return 1\n",
      "tests/test_more.py": tests(TOTAL, MEAN),
    };
    expect((await judge(files)).check?.evidence).toContain("extra.py: not needed by any check");
  });

  test("more parts than there is time for: the largest are asked, the rest is counted", async () => {
    const more = Object.fromEntries(
      [1, 2, 3, 4].map((at) => [`extra${at}.py`, "VALUE = 1\n".repeat(at + 1)]),
    );
    const { verdict, check } = await judge({
      "basket.py": MENDED,
      ...more,
      "tests/test_more.py": tests(TOTAL, MEAN),
    });
    expect(verdict.proof.necessity.note).toBe(
      "3 parts of the source taken out one at a time, the largest first: 3 missed by no test. 3 parts not examined.",
    );
    expect(check?.evidence).toContain("extra4.py");
    expect(check?.evidence).not.toContain("extra1.py");
  });

  test("a single part is known from the tests alone on the base, without another run", async () => {
    const one = source("sum(prices)", "prices[0] / 1");
    const { verdict, check } = await judge({ "basket.py": one, "tests/test_more.py": tests(TOTAL) });
    expect(verdict.proof).toMatchObject({ reproduction: { answer: "yes" }, necessity: { answer: "yes" } });
    expect(check).toMatchObject({ status: "pass" });
    expect(check).not.toHaveProperty("durationMs");
  });

  test("a change without which the tests never end is needed", async () => {
    const loops = source("prices[0]", "sum(prices) / len(prices)").replace(
      "def total(prices):\n",
      "def total(prices):\n    while len(prices) > 1 and not STOP:\n        pass\n",
    );
    const checkout = await localCheckout({ ...BASE, "basket.py": `${loops}\n\nSTOP = False\n` });
    opened.push(checkout);
    const files = {
      "basket.py": `${loops.replace("return prices[0]\n", "return sum(prices)\n")}\n\nSTOP = True\n`,
      "tests/test_more.py": tests(TOTAL),
    };
    const { verdict } = await judge(files, {
      checkout,
      candidate: await checkout.change(files),
      timeoutMs: 3000,
    });
    expect(verdict).toMatchObject({ passed: true, proof: { necessity: { answer: "yes" } } });
  });

  test.each<[string, Files, RegExp]>([
    ["documents", { "docs/a.md": "# A\n" }, /no source/u],
    ["tests", { "tests/test_more.py": tests("self.assertEqual(basket.total([3]), 3)") }, /no source/u],
  ])("a change of %s only has no part to take out", async (_what, files, says) => {
    const { verdict, check } = await judge(files);
    expect(check).toBeUndefined();
    expect(verdict.proof.necessity.note).toMatch(says);
  });
});
