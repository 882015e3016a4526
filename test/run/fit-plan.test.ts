import { expect, test } from "@jest/globals";
import type { CommandRunner } from "../../src/domain/ports/command-runner.ts";
import type { Workspace } from "../../src/domain/ports/workspace.ts";
import { resolvePlan } from "../../src/plan/verification-planner.ts";
import { fitPlan } from "../../src/run/fit-plan.ts";
import { gitWorkspace } from "../support/git-workspace.ts";

const CI = (steps: readonly string[]): string =>
  `on: pull_request\njobs:\n  ci:\n    runs-on: ubuntu-latest\n    steps:\n${steps.map((line) => `      - run: ${line}\n`).join("")}`;

const options = {
  operator: { test: [], lint: [], setup: null },
  repository: { test: [], lint: [], setup: null },
  defaultBranch: "main",
  signal: new AbortController().signal,
};

/** A machine that has these programs, and what the plan for CI becomes on it. */
async function fit(programs: readonly string[], steps: readonly string[]) {
  const files = {
    ".github/workflows/ci.yml": CI(steps),
    "go.mod": "module example.org/shop\n\ngo 1.24\n",
    "package.json": JSON.stringify({
      name: "shop",
      scripts: steps.includes("npm test") ? { test: "node --test" } : {},
    }),
  };
  const repository = await gitWorkspace(files);
  const workspace: Workspace = repository;
  const commands: CommandRunner = {
    run: async () => ({
      exitCode: 0,
      output: programs.map((program) => `have ${program}`).join("\n"),
      ended: "exited",
      durationMs: 1,
      truncated: false,
      hosts: [],
    }),
  };
  try {
    const plan = await resolvePlan(workspace, options);
    return await fitPlan(plan, { workspace, commands }, options);
  } finally {
    await repository.remove();
  }
}

test("a test whose toolchain is missing is left out with the reason, while others stay", async () => {
  const plan = await fit(["node", "npm"], ["go test ./...", "npm test"]);
  expect(plan.checks.map(({ command }) => command)).toEqual(["npm test"]);
  expect(plan.excluded).toEqual([
    expect.objectContaining({ command: "go test ./...", reason: expect.stringContaining("needs Go") }),
  ]);
});

test("where no required test is left, lint does not stand in for it", async () => {
  await expect(fit(["node", "npm", "npx"], ["go test ./...", "npx eslint ."])).rejects.toMatchObject({
    code: "SETUP_FAILED",
    message: expect.stringMatching(/^No test .* on this machine: needs Go/),
  });
});

test("a plan that never held a test is left as it is", async () => {
  const plan = await fit(["node", "npm", "npx"], ["npx eslint ."]);
  expect(plan.checks.map(({ kind }) => kind)).toEqual(["lint"]);
});
