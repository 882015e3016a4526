import { expect, test } from "@jest/globals";
import { configOverrideChecks } from "../../src/plan/config-override-checks.ts";

const empty = { operator: { test: [], lint: [] }, repository: { test: [], lint: [], setup: null } };

test("no configuration, no checks; blank commands say nothing", () => {
  expect(configOverrideChecks(null)).toEqual([]);
  expect(configOverrideChecks(empty)).toEqual([]);
  expect(configOverrideChecks({ ...empty, operator: { test: ["  "], lint: [""] } })).toEqual([]);
});

test("one check for each command, test first, in the order given", () => {
  const checks = configOverrideChecks({ ...empty, operator: { test: ["a", "b"], lint: ["c"] } });
  expect(checks.map(({ kind, command, provenance }) => [kind, command, provenance])).toEqual([
    ["test", "a", "config:AVATAR_TEST_COMMAND"],
    ["test", "b", "config:AVATAR_TEST_COMMAND"],
    ["lint", "c", "config:AVATAR_LINT_COMMAND"],
  ]);
});
