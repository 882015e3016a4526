import { expect, test } from "@jest/globals";
import { defaultBranches, gateEvent } from "../../../src/plan/workflow/triggers.ts";

test.each([
  ["push", "push"],
  [["push", "pull_request"], "pull_request"],
  [{ pull_request: null }, "pull_request"],
  [{ pull_request: { branches: ["main"] } }, "pull_request"],
  [{ pull_request: { branches: ["release/**"] }, push: { branches: ["main"] } }, "push"],
  [{ push: { branches: ["**"] } }, "push"],
  [{ push: { branches: ["**", "!main"] } }, null],
  [{ push: { "branches-ignore": ["main"] } }, null],
  [{ push: { "branches-ignore": ["dependabot/**"] } }, "push"],
  [{ push: { tags: ["v*"] } }, null],
  [{ merge_group: null }, "merge_group"],
  [{ pull_request: { types: ["labeled"] } }, null],
  [{ pull_request: { types: ["opened", "synchronize"] } }, "pull_request"],
  [{ schedule: [{ cron: "0 0 * * *" }] }, null],
  ["workflow_dispatch", null],
  ["release", null],
  [["issues", "issue_comment"], null],
  ["pull_request_target", null],
  [null, null],
  [7, null],
])("%j gates by %j", (on, event) => expect(gateEvent(on, ["main"])).toBe(event));

test("workflows written for another default branch still count", () => {
  expect(defaultBranches("main", [{ push: { branches: ["main"] } }])).toEqual(["main"]);
  expect(defaultBranches("main", [{ push: { branches: ["master", "v1"] } }])).toEqual(["main", "master"]);
  expect(defaultBranches("main", [{ push: { branches: ["3.x"] } }])).toEqual(["main", "3.x"]);
  expect(defaultBranches("main", [{ push: { branches: ["release/**", "gh-pages"] } }])).toEqual(["main"]);
});

test("a branch filter made to be slow is not run", () => {
  expect(gateEvent({ push: { branches: ["*a".repeat(90)] } }, ["a".repeat(200)])).toBeNull();
});

test("a stray workflow for another branch does not rename the default one", () => {
  const master = { pull_request: { branches: ["master"] } };
  const main = { push: { branches: ["main"] } };
  expect(defaultBranches("main", [master, master, main])).toEqual(["main", "master"]);
  expect(defaultBranches("main", [master, main])).toEqual(["main"]);
  expect(defaultBranches("main", [{ push: { branches: ["main", "master"] } }, master, main])).toEqual([
    "main",
  ]);
});
