import { describe, expect, test } from "@jest/globals";
import { type Change, judgedChange } from "../../support/judged-change.ts";

const MAKE = "make test";
const SCRIPT = "sh scripts/check.sh";
const UNITTEST = "PYTHONPATH=. python3 -B -m unittest discover -s tests -t .";

/** A repository whose CI runs these commands. */
function baseWith(...steps: string[]): Record<string, string> {
  const head =
    "on: push\njobs:\n  test:\n    runs-on: ubuntu-latest\n    steps:\n      - uses: actions/checkout@v5\n";
  return {
    ...FILES,
    ".github/workflows/ci.yml": head + steps.map((step) => `      - run: ${step}\n`).join(""),
  };
}

const FILES: Record<string, string> = {
  Makefile: "RUN = python3 -B\n\ntest:\n\t$(RUN) -m unittest -v tests.test_total\n\nclean:\n\trm -f built\n",
  "scripts/check.sh": "#!/bin/sh\nset -e\nsh scripts/lib/sum.sh\n",
  "scripts/lib/sum.sh": "python3 -B -m unittest tests.test_total\n",
  "basket.py": "def total(prices):\n    return prices[0] + sum(prices[1:])\n",
  "tests/__init__.py": "",
  "tests/test_total.py":
    "import unittest\nfrom basket import total\n\n\nclass TotalTest(unittest.TestCase):\n" +
    "    def test_two(self):\n        self.assertEqual(total([1, 2]), 3)\n",
};
const NODE: Record<string, string> = {
  "package.json": '{ "name": "a", "scripts": { "test": "node --test" } }\n',
  "src/add.js": "exports.add = (a, b) => a + b;\n",
  "test/add.test.js":
    'require("node:test").test("adds", () => require("node:assert").equal(require("../src/add.js").add(1, 2), 3));\n',
};
const MENDED: Change = { "basket.py": "def total(prices):\n    return sum(prices)\n" };
const WRONG: Change = { "basket.py": "def total(prices):\n    return 0\n" };
const makefile = (from: string, to: string): Change => ({
  Makefile: (FILES["Makefile"] ?? "").replace(from, to),
});

describe("a change that moves what it is judged by does not pass", () => {
  test.each<[string, string, Change, string]>([
    [
      "a recipe that swallows the failure",
      MAKE,
      makefile("tests.test_total", "tests.test_total || true"),
      "Makefile",
    ],
    ["a variable of a recipe", MAKE, makefile("python3 -B\n", "true\n"), "Makefile"],
    ["a script that CI calls", SCRIPT, { "scripts/check.sh": "exit 0\n" }, "scripts/check.sh"],
    ["a script that a script calls", SCRIPT, { "scripts/lib/sum.sh": "true\n" }, "scripts/lib/sum.sh"],
    [
      "a module in front of the runner",
      UNITTEST,
      {
        "unittest/__init__.py": "class TestCase: pass\n",
        "unittest/__main__.py": "import sys\nprint('Ran 1 test in 0.001s\\n\\nOK', file=sys.stderr)\n",
      },
      "unittest/__init__.py",
    ],
    [
      "code that Python runs at its start",
      UNITTEST,
      { "sitecustomize.py": "import basket\nbasket.total = sum\n" },
      "sitecustomize.py",
    ],
  ])("%s", async (_what, step, change, named) => {
    // some of them are known by their look too, and then nobody would ask any further
    const base = { ...baseWith(step), ".github/avatar.yml": "gates:\n  testDetection: optional\n" };
    const { verdict, check } = await judgedChange(base, { ...WRONG, ...change });
    expect(verdict.passed).toBe(false);
    const { status, evidence = "" } = check("rubric intact") ?? {};
    expect({ status, evidence }).toEqual({ status: "fail", evidence: expect.stringContaining(named) });
  });

  test.each<[string, Change, string]>([
    [
      "a script of package.json",
      { "package.json": '{ "name": "a", "scripts": { "test": "node --test || true" } }\n' },
      "package.json",
    ],
    ["another shell for scripts", { ".npmrc": "script-shell=/usr/bin/true\n" }, ".npmrc"],
  ])("%s", async (_what, change, named) => {
    const { verdict, check } = await judgedChange(NODE, {
      "src/add.js": "exports.add = () => 0;\n",
      ...change,
    });
    expect(verdict.passed).toBe(false);
    expect(check("rubric intact")).toMatchObject({
      status: "fail",
      evidence: expect.stringContaining(named),
    });
  });

  test("also together with a weakened test, where each by itself would hide the other", async () => {
    const weak = { "tests/test_total.py": (FILES["tests/test_total.py"] ?? "").replace("), 3)", "), 0)") };
    const change = {
      ...WRONG,
      ...weak,
      ...makefile("tests.test_total", "tests.test_total || true"),
    };
    const { verdict, check } = await judgedChange(baseWith(MAKE), change);
    expect(verdict.passed).toBe(false);
    expect(check("existing tests")?.status).toBe("fail");
  });

  test("a check that the changed tree no longer asks for is a move even where nothing fails", async () => {
    const { verdict, check } = await judgedChange(NODE, {
      "package.json": '{ "name": "a", "scripts": {} }\n',
      "src/add.js": "exports.add = (a, b) => b + a;\n",
    });
    expect(verdict.passed).toBe(false);
    expect(check("rubric intact")?.evidence).toMatch(
      /^The change moves what it is judged by, in package\.json:\n/u,
    );
  });
});

describe("an honest change passes", () => {
  test.each<[string, Change, RegExp]>([
    ["that leaves the rubric alone", {}, /touches nothing that the plan stands on/u],
    [
      "that gives the Makefile a target that no check reaches",
      makefile("clean:", "docs:\n\techo docs\n\nclean:"),
      /touches nothing that the plan stands on/u,
    ],
    [
      "that tidies a script of the checks",
      { "scripts/check.sh": "#!/bin/sh\n# Sums are checked by hand too.\nset -e\nsh scripts/lib/sum.sh\n" },
      /pass with the base's version of scripts\/check\.sh put back too/u,
    ],
    [
      "that brings a manifest of its own",
      {
        "package.json":
          '{ "name": "docs", "scripts": { "docs": "echo" }, "dependencies": { "left-pad": "1.3.0" } }\n',
      },
      /touches nothing that the plan stands on/u,
    ],
  ])("%s", async (_what, change, says) => {
    const { verdict, check } = await judgedChange(baseWith(MAKE, SCRIPT, UNITTEST), { ...MENDED, ...change });
    expect(verdict).toMatchObject({ passed: true, recommendedNextAction: null });
    expect(check("rubric intact")?.evidence).toMatch(says);
  });
});
