import { expect, test } from "@jest/globals";
import { type Change, judgedChange } from "../support/judged-change.ts";

const TEST = (name: string): string =>
  `import test from "node:test";\nimport assert from "node:assert/strict";\nimport { add } from "../src/add.js";\ntest("${name}", () => assert.equal(add(1, 2), 3));\n`;
const BASE = {
  "package.json": '{ "type": "module", "scripts": { "test": "node --test test/*.test.js" } }\n',
  ".github/workflows/ci.yml":
    "on: pull_request\njobs:\n  test:\n    runs-on: ubuntu-latest\n    steps:\n      - run: npm test\n",
  "src/add.js": "export const add = (a, b) => a + b;\n",
  "test/add.test.js": TEST("adds"),
};

const judge = async (change: Change) => {
  const { verdict, check } = await judgedChange(BASE, change, "test_only");
  return { verdict, found: check("new tests run") };
};

test("tests that the plan runs are counted", async () => {
  const { verdict, found } = await judge({ "test/more.test.js": TEST("adds more") });
  expect(found).toMatchObject({
    status: "pass",
    evidence: expect.stringContaining("2 tests ran, 1 on the base"),
  });
  expect(verdict).toMatchObject({ passed: true });
});

test("a test file that no check picks up fails the task it was written for", async () => {
  const { verdict, found } = await judge({
    "test/more_tests/more.test.js": TEST("adds more").replace("..", "../.."),
  });
  expect(found).toMatchObject({
    status: "fail",
    evidence: expect.stringContaining("test/more_tests/more.test.js"),
  });
  expect(verdict).toMatchObject({ passed: false, recommendedNextAction: expect.stringContaining("so that") });
});

test("a task that adds no file is not asked", async () => {
  const { verdict, found } = await judge({ "test/add.test.js": TEST("adds whole numbers") });
  expect(found).toBeUndefined();
  expect(verdict.checks.filter(({ kind, status }) => kind === "required" && status === "fail")).toEqual([]);
});
