import { join } from "node:path";
import { afterEach, describe, expect, test } from "@jest/globals";
import { PlannedCheck } from "../../src/domain/plan.ts";
import { ProofGates } from "../../src/domain/proof-gates.ts";
import type { CheckResult, Verdict } from "../../src/domain/verdict.ts";
import { runBaseline } from "../../src/verify/run-baseline.ts";
import { verify } from "../../src/verify/verify.ts";
import { type Files, localCheckout, type LocalCheckout } from "../support/local-checkout.ts";

const nodeTest = (name: string, body: string) =>
  `import test from "node:test";\nimport assert from "node:assert/strict";\nimport { add } from "../src/add.js";\n${body.replaceAll("NAME", name)}`;
const ADDS = `test("NAME adds", () => assert.equal(add(1, 2), 3));\n`;
const ZERO = `test("NAME adds nothing", () => assert.equal(add(0, 0), 0));\n`;
const BASE: Files = {
  "package.json": `{"type":"module"}`,
  "src/add.js": "export const add = (a, b) => Number(a) + b;\n",
  "test/a.test.js": nodeTest("a", ADDS + ZERO),
  "test/b.test.js": nodeTest("b", ADDS + ZERO),
};
// the honest change: text on both sides is a number too
const MENDED = "export const add = (a, b) => Number(a) + Number(b);\n";
const WRONG = 'export const add = (a, b) => (b === "2" ? 3 : 0);\n';
const NEW_TEST = nodeTest("c", `test("NAME adds text", () => assert.equal(add(1, "2"), 3));\n`);
const HONEST: Files = { "src/add.js": MENDED, "test/c.test.js": NEW_TEST };
const NODE_TEST = planned({ name: "unit tests", command: `${process.execPath} --test "test/**/*.test.js"` });

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
  kept: CheckResult | undefined;
}

async function judge(
  files: Files,
  {
    base = BASE,
    plan = [NODE_TEST],
    gates = {},
  }: { base?: Files; plan?: PlannedCheck[]; gates?: object } = {},
): Promise<Judged> {
  const checkout = await localCheckout(base);
  opened.push(checkout);
  const limits = { timeoutMs: 60_000, signal: new AbortController().signal };
  const asBase = { ...checkout, candidateFromPatch: async () => checkout.change({}) };
  const baseline = await runBaseline({ plan, checkout: asBase, ...limits });
  const verdict = await verify({
    plan,
    baseline,
    candidate: await checkout.change(files),
    checkout,
    taskKind: "edit",
    gates: ProofGates.parse(gates),
    ...limits,
  });
  return { verdict, kept: verdict.checks.find(({ name }) => name === "tests kept") };
}

describe("an honest change", () => {
  test("keeps the tests of the base and says how many ran before and now", async () => {
    const { verdict, kept } = await judge(HONEST);
    expect(verdict).toMatchObject({ passed: true });
    expect(kept).toMatchObject({ kind: "required", status: "pass" });
    expect(kept?.evidence).toBe(`"unit tests": 4 tests ran on the base, 5 with the change.`);
    const unit = verdict.checks.find(({ name }) => name === "unit tests");
    expect(unit?.tests).toMatchObject({ runner: "node:test", passed: 5, failed: 0, skipped: 0 });
  });

  test("may rename a test, move a test file and add a test that is skipped", async () => {
    const { verdict, kept } = await judge({
      "src/add.js": MENDED,
      "test/a.test.js": nodeTest("other", ADDS + ZERO),
      "test/b.test.js": null,
      "test/deep/b.test.js": nodeTest("b", ADDS + ZERO).replace("../src", "../../src"),
      "test/c.test.js": NEW_TEST.replace('test("', 'test.skip("'),
    });
    expect(kept?.evidence).toContain("4 tests ran on the base, 4 with the change");
    expect(verdict).toMatchObject({ passed: true });
  });
});

// each keeps the tests of the base from judging a change that is wrong
describe("a change under which fewer tests run without saying so does not pass", () => {
  test.each<[string, Files]>([
    ["ends the process where it is imported", { "src/add.js": `${WRONG}process.exit(0);\n` }],
    [
      "ends it only under the runner, in one file of two",
      { "src/add.js": `${MENDED}if (String(process.argv[1]).includes("a.test")) process.exit(0);\n` },
    ],
    [
      "adds as many tests as it silences",
      {
        "src/add.js": `${MENDED}if (String(process.argv[1]).includes("a.test")) process.exit(0);\n`,
        "test/c.test.js": nodeTest("c", ADDS + ZERO),
      },
    ],
  ])("%s", async (_how, files) => {
    const { verdict, kept } = await judge(files);
    expect(verdict.passed).toBe(false);
    const failed = verdict.checks.filter(({ status }) => status === "fail").map(({ name }) => name);
    expect(failed.length).toBeGreaterThan(0);
    if (kept !== undefined) {
      expect(kept).toMatchObject({ kind: "required", status: "fail" });
      expect(verdict.proof.existingTests.answer).toBe("no");
      expect(kept.evidence).toContain("something in it keeps them from running");
      expect(verdict.recommendedNextAction).toContain("Let every test of the base run again");
    }
  });

  test("prints a summary of its own and then ends early", async () => {
    const summary = ["tests 4", "suites 0", "pass 4", "fail 0", "cancelled 0", "skipped 0", "todo 0"];
    const printed = summary.map((line) => `ℹ ${line}`).join("\\n");
    const source = `${WRONG}console.log("\\n${printed}");\nprocess.exit(0);\n`;
    const { verdict } = await judge({ "src/add.js": source });
    expect(verdict.passed).toBe(false);
  });

  test("also where existing tests are not asked for", async () => {
    const source = `${MENDED}if (String(process.argv[1]).includes("a.test")) process.exit(0);\n`;
    const { verdict, kept } = await judge(
      { "src/add.js": source },
      { gates: { existingTests: "off", testDetection: "off" } },
    );
    expect(kept).toMatchObject({ kind: "required", status: "fail" });
    expect(verdict.passed).toBe(false);
  });
});

describe("jest", () => {
  const JEST = planned({
    name: "unit tests",
    command: `${process.execPath} ${join(import.meta.dirname, "../../node_modules/jest/bin/jest.js")} --ci`,
  });
  const suite = (body: string) => `const { add } = require("../src/add.js");\n${body}`;
  const two = suite(
    `test("adds", () => expect(add(1, 2)).toBe(3));\ntest("adds nothing", () => expect(add(0, 0)).toBe(0));\n`,
  );
  const base: Files = {
    "package.json": "{}",
    "src/add.js": "exports.add = (a, b) => Number(a) + b;\n",
    "test/a.test.js": two,
    "test/b.test.js": two,
  };
  const source = { "src/add.js": "exports.add = (a, b) => Number(a) + Number(b);\n" };

  test("a change of the code alone passes", async () => {
    const { verdict, kept } = await judge(source, { base, plan: [JEST] });
    expect(verdict.passed).toBe(true);
    expect(kept?.evidence).toBe(`"unit tests": 4 tests ran on the base, 4 with the change.`);
  });

  test.each<[string, Files, string]>([
    [
      "a filter in the configuration",
      { "package.json": `{"jest":{"testPathIgnorePatterns":["a.test"]}}` },
      "something in it keeps them from running",
    ],
    [
      "a test that lets only itself run",
      { "test/a.test.js": two.replace('test("adds"', 'test.only("adds"') },
      `test/a.test.js:2 lets only some tests run: test.only("adds"`,
    ],
  ])("%s is found and named", async (_how, cheat, named) => {
    const { verdict, kept } = await judge({ ...source, ...cheat }, { base, plan: [JEST] });
    expect(verdict.passed).toBe(false);
    expect(kept).toMatchObject({ kind: "required", status: "fail" });
    expect(kept?.evidence).toContain(named);
  });

  test("to let no test run and call it passed is not passed", async () => {
    const none = { "package.json": `{"jest":{"testMatch":["**/none.js"],"passWithNoTests":true}}` };
    const { verdict } = await judge({ ...source, ...none }, { base, plan: [JEST] });
    expect(verdict).toMatchObject({ passed: false, summary: "Not passed: failed: unit tests." });
    expect(verdict.recommendedNextAction).toContain("no test ran (jest)");
  });
});

describe("unittest", () => {
  const old =
    "import unittest\nfrom basket import total\n\n\nclass TotalTest(unittest.TestCase):\n" +
    "    def test_one(self):\n        self.assertEqual(total([2]), 2)\n\n" +
    "    def test_two(self):\n        self.assertEqual(total([2, 2]), 4)\n";
  const PYTHON: Files = {
    "basket.py": "def total(prices):\n    return sum(prices)\n",
    "tests/__init__.py": "",
    "tests/test_total.py": old,
  };
  const UNITTEST = planned({ name: "unit tests", command: "python3 -B -m unittest" });
  const other = { "basket.py": "def total(prices):\n    return sum(list(prices))\n" };

  test("a change of the code alone passes", async () => {
    const { verdict, kept } = await judge(other, { base: PYTHON, plan: [UNITTEST] });
    expect(verdict.passed).toBe(true);
    expect(kept?.evidence).toBe(`"unit tests": 2 tests ran on the base, 2 with the change.`);
  });

  test("a loader planted in the package takes a test out of the run", async () => {
    const loader =
      "def load_tests(loader, tests, pattern):\n    return loader.loadTestsFromName('tests.test_new')\n";
    const test_new = old.replaceAll("total(", "sum(").replace("import total", "import total as _");
    const files = { ...other, "tests/__init__.py": loader, "tests/test_new.py": test_new };
    const { verdict } = await judge(files, { base: PYTHON, plan: [UNITTEST] });
    expect(verdict.passed).toBe(true);
    const one = old.slice(0, old.indexOf("    def test_two"));
    const fewer = await judge(
      { ...files, "tests/test_new.py": one.replaceAll("total([2])", "2") },
      { base: PYTHON, plan: [UNITTEST] },
    );
    expect(fewer.verdict.passed).toBe(false);
    expect(fewer.kept).toMatchObject({ kind: "required", status: "fail" });
  });

  test("a skip on a test of the base is shown with its line, and gates as the existing tests do", async () => {
    const files = {
      ...other,
      "tests/test_total.py": old.replace("    def test_two", "    @unittest.skip('slow')\n    def test_two"),
    };
    const { verdict, kept } = await judge(files, { base: PYTHON, plan: [UNITTEST] });
    expect(verdict.passed).toBe(false);
    expect(kept).toMatchObject({ kind: "required", status: "fail" });
    expect(kept?.evidence).toContain("tests/test_total.py:9 leaves tests out: @unittest.skip('slow')");
    const lowered = await judge(files, {
      base: PYTHON,
      plan: [UNITTEST],
      gates: { existingTests: "optional" },
    });
    expect(lowered.verdict.passed).toBe(true);
    expect(lowered.kept).toMatchObject({ kind: "optional", status: "fail" });
  });

  test("a skip is not hidden by a test that is added beside it", async () => {
    const files = {
      ...other,
      "tests/test_total.py":
        old.replace("    def test_two", "    @unittest.skip('slow')\n    def test_two") +
        "\n    def test_three(self):\n        self.assertEqual(total([3]), 3)\n",
    };
    const { verdict, kept } = await judge(files, { base: PYTHON, plan: [UNITTEST] });
    expect(verdict.passed).toBe(false);
    expect(kept?.evidence).toContain("1 tests are skipped, 0 on the base");
  });

  test("a new test that is skipped here takes nothing away", async () => {
    const files = {
      ...other,
      "tests/test_total.py": `${old}\n    @unittest.skip('later')\n    def test_three(self):\n        self.assertEqual(total([3]), 3)\n`,
    };
    expect((await judge(files, { base: PYTHON, plan: [UNITTEST] })).verdict.passed).toBe(true);
  });
});

describe("tests that the change removes openly", () => {
  const base = { ...BASE, "src/old.js": "export const old = 1;\n", "test/old.test.js": OLD_TEST() };
  const files: Files = { "src/add.js": MENDED, "src/old.js": null, "test/old.test.js": null };

  function OLD_TEST() {
    return `import test from "node:test";\nimport { old } from "../src/old.js";\ntest("old", () => { if (old !== 1) throw new Error(); });\n`;
  }

  test("do not go silently: the change is not passed unless the repository lets it", async () => {
    const { verdict, kept } = await judge(files, { base });
    expect(verdict.passed).toBe(false);
    // the old tests fail as they stood, and that is what a person is asked about: once
    expect(verdict.question).toContain("test/old.test.js");
    expect(kept).toMatchObject({ kind: "optional", status: "fail" });
    expect(kept?.evidence).toBe(
      `"unit tests": 5 tests ran on the base, 4 with the change.\nThe change deletes test/old.test.js.`,
    );
  });

  test("where existing tests inform only, it passes and the loss is still shown", async () => {
    const { verdict, kept } = await judge(files, { base, gates: { existingTests: "optional" } });
    expect(verdict.passed).toBe(true);
    expect(kept).toMatchObject({ kind: "optional", status: "fail" });
    expect(verdict.summary).toContain("tests kept");
  });

  test("a test taken out of a file is named", async () => {
    const { verdict, kept } = await judge({ "src/add.js": MENDED, "test/a.test.js": nodeTest("a", ADDS) });
    expect(verdict.passed).toBe(false);
    expect(kept?.evidence).toContain(`The change takes "a adds nothing" out of test/a.test.js.`);
    expect(verdict.recommendedNextAction).toContain("gates.existingTests");
  });
});

describe("a build tool that keeps its count to files", () => {
  const gradlew = (tests: number) =>
    "mkdir -p build/test-results/test\n" +
    `echo '<testsuite name="A" tests="${tests}" skipped="0" failures="0" errors="0">' > build/test-results/test/TEST-A.xml\n` +
    "echo BUILD SUCCESSFUL\n";
  const plan = [planned({ name: "gradle", command: "bash gradlew test" })];
  const base: Files = { gradlew: gradlew(3), "src/A.java": "class A {}\n" };

  test("is counted there", async () => {
    const { verdict, kept } = await judge({ "src/A.java": "class A { }\n" }, { base, plan });
    expect(verdict.passed).toBe(true);
    expect(kept?.evidence).toBe(`"gradle": 3 tests ran on the base, 3 with the change.`);
  });

  test("and a count that shrinks is found", async () => {
    const { verdict, kept } = await judge({ gradlew: gradlew(2) }, { base, plan });
    expect(verdict.passed).toBe(false);
    expect(kept).toMatchObject({ kind: "required", status: "fail" });
  });
});

test("where no runner is known the evidence says so, and nothing is said of kept tests", async () => {
  const plan = [planned({ name: "script", command: "echo all good" })];
  const { verdict, kept } = await judge({ "src/add.js": MENDED }, { plan });
  expect(verdict.passed).toBe(true);
  expect(kept).toBeUndefined();
  expect(verdict.checks.find(({ name }) => name === "script")?.evidence).toContain(
    "names no test runner that avatar knows",
  );
});

test("a new file among the tests that makes the old ones pass does not count: they have to pass without it", async () => {
  const base: Files = {
    "basket.py": "def total(prices):\n    return sum(prices)\n",
    "tests/__init__.py": "",
    "tests/test_total.py":
      "import unittest\nfrom basket import total\n\n\nclass TotalTest(unittest.TestCase):\n" +
      "    def test_one(self):\n        self.assertEqual(total([2]), 2)\n",
  };
  const plan = [planned({ name: "unit tests", command: "python3 -B -m unittest" })];
  const cheat: Files = {
    "basket.py": "def total(prices):\n    return 0\n",
    "tests/test_aaa.py":
      "import unittest\n\n\nclass Quiet(unittest.TestCase):\n    def test_a(self):\n        pass\n\n\n" +
      "unittest.TestCase.assertEqual = lambda *a: None\n",
  };
  const { verdict } = await judge(cheat, { base, plan });
  expect(verdict.checks.find(({ name }) => name === "unit tests")?.status).toBe("pass");
  expect(verdict).toMatchObject({ passed: false, proof: { existingTests: { answer: "no" } } });
  expect(verdict.recommendedNextAction).toContain("tests/test_aaa.py");
  expect(verdict.question).toBeUndefined();
});

test("a check that is red on the base and gets redder fails the change", async () => {
  const base = {
    ...BASE,
    "test/a.test.js": nodeTest("a", `test("net", () => { throw new Error("no network"); });\n`),
  };
  const other = planned({ name: "other tests", command: `${process.execPath} --test test/c/c.test.js` });
  const same = { ...base, "test/c/c.test.js": nodeTest("c", ADDS).replace("../src", "../../src") };
  const plan = [NODE_TEST, other];
  const honest = await judge({ "src/add.js": MENDED }, { base: same, plan });
  expect(honest.verdict.passed).toBe(true);
  const { verdict } = await judge(
    { "src/add.js": "export const add = (a, b) => (a === 0 ? 7 : a + b);\n" },
    { base: same, plan },
  );
  expect(verdict).toMatchObject({ passed: false, summary: "Not passed: failed: unit tests." });
});
