import { expect, test } from "@jest/globals";
import { VerificationPlan } from "../../src/domain/plan.ts";
import { checksOf, planOf, planOfWorkflow, SILENT } from "./repository.ts";

const CI = `
on: [pull_request]
jobs:
  check:
    runs-on: ubuntu-latest
    steps:
      - run: npm ci
      - run: npm test
      - run: npx eslint .
`;

test("CI's own commands become checks with the place they were found in, and installing becomes set-up", async () => {
  const plan = await planOfWorkflow(CI, { "package.json": `{"scripts":{"test":"node --test"}}` });
  expect(checksOf(plan)).toEqual(["test npm test", "lint npx eslint ."]);
  expect(plan.checks.map((check) => check.provenance)).toEqual([
    "ci:.github/workflows/ci.yml#check/step 2",
    "ci:.github/workflows/ci.yml#check/step 3",
  ]);
  expect(plan.setup.map((step) => step.command)).toEqual(["npm ci"]);
  expect(VerificationPlan.parse(plan)).toEqual(plan);
});

test("configuration wins slot by slot, the repository's over the operator's", async () => {
  const plan = await planOf(
    { ".github/workflows/ci.yml": CI },
    {
      operator: { test: ["make operator-test"], lint: ["make operator-lint"] },
      repository: { test: ["make own-test"], lint: [], setup: null },
    },
  );
  expect(plan.checks.map(({ command, provenance }) => [command, provenance])).toEqual([
    ["make own-test", "config:.github/avatar.yml#verify.test"],
    ["make operator-lint", "config:AVATAR_LINT_COMMAND"],
  ]);
});

test("an overridden slot leaves the other slot to detection", async () => {
  const plan = await planOf(
    { ".github/workflows/ci.yml": CI },
    { operator: { test: [], lint: ["make style"] } },
  );
  expect(checksOf(plan)).toEqual(["test npm test", "lint make style"]);
});

test("configured set-up replaces what was found", async () => {
  const plan = await planOf(
    { ".github/workflows/ci.yml": CI },
    { repository: { ...SILENT.repository, setup: ["./prepare.sh"] } },
  );
  expect(plan.setup.map((step) => step.command)).toEqual(["./prepare.sh"]);
});

test("a repository that declares nothing gets an empty plan, never an invented one", async () => {
  const plan = await planOf({ "README.md": "# hello", "src/main.c": "int main(){}" });
  expect(plan).toEqual({ setup: [], checks: [], excluded: [], warnings: [] });
});

test("names are unique, and short where there is nothing to tell apart", async () => {
  const plan = await planOfWorkflow(`
on: pull_request
jobs:
  a:
    runs-on: ubuntu-latest
    steps:
      - run: npx jest unit
      - run: npx jest slow
      - run: npx eslint .
`);
  expect(plan.checks.map((check) => check.name)).toEqual([
    "test (npx jest unit)",
    "test (npx jest slow)",
    "lint",
  ]);
});

test("a build that a test of its job stands on stays before it; other checks follow the tests", async () => {
  const plan = await planOfWorkflow(`
on: pull_request
jobs:
  lint: { runs-on: ubuntu-latest, steps: [{ run: npx eslint . }] }
  test: { runs-on: ubuntu-latest, steps: [{ run: cmake --build build }, { run: ctest --test-dir build }] }
`);
  expect(checksOf(plan)).toEqual([
    "lint cmake --build build",
    "test ctest --test-dir build",
    "lint npx eslint .",
  ]);
});

test("Python tools named bare run as modules, also behind variables; what CI wraps stays as it is", async () => {
  const plan = await planOfWorkflow(`
on: pull_request
jobs:
  test:
    runs-on: ubuntu-latest
    steps:
      - run: pytest -q
      - run: FOO=1 pytest tests/slow
      - run: poetry run pytest -x
      - run: ruff check .
`);
  expect(plan.checks.map((check) => check.command)).toEqual([
    "python -m pytest -q",
    "FOO=1 python -m pytest tests/slow",
    "poetry run pytest -x",
    "python -m ruff check .",
  ]);
});

test("checks of one `&&` line are linked by a chain, others are not", async () => {
  const plan = await planOfWorkflow(`
on: pull_request
jobs:
  test:
    runs-on: ubuntu-latest
    steps:
      - run: npx tsc --noEmit && npx jest
      - run: npx eslint .
`);
  const chains = Object.fromEntries(plan.checks.map((check) => [check.command, check.chain]));
  expect(chains["npx jest"]).not.toBeNull();
  expect(chains["npx tsc --noEmit"]).toBe(chains["npx jest"]);
  expect(chains["npx eslint ."]).toBeNull();
});

test("CI that goes on after a failure makes an optional check", async () => {
  const plan = await planOfWorkflow(`
on: pull_request
jobs:
  hard: { runs-on: ubuntu-latest, steps: [{ run: npx jest }, { run: npx knip, continue-on-error: true }] }
  soft: { runs-on: ubuntu-latest, continue-on-error: true, steps: [{ run: npx tsc }] }
`);
  expect(Object.fromEntries(plan.checks.map((check) => [check.command, check.required]))).toEqual({
    "npx jest": true,
    "npx knip": false,
    "npx tsc": false,
  });
});
