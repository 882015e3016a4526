import { expect, test } from "@jest/globals";
import { composeGoal } from "../../src/intake/goal.ts";
import { aJob } from "../queue/store-for-test.ts";

const issue = { ...aJob().issue, number: 12, title: "Sums are wrong", body: "2 + 2 gives 5" };

test("the goal holds what was asked, the issue and the words of the command", () => {
  expect(composeGoal(aJob({ issue, text: "but keep the API" }))).toEqual({
    taskKind: "edit",
    goal: "Fix issue #12: Sums are wrong\n\n2 + 2 gives 5\n\nThe command says: but keep the API",
    asked: "Sums are wrong\n\n2 + 2 gives 5",
    cleaned: [],
  });
});

test.each(["this", "", "this issue", "it", "this please!", "the bug."])(
  "%j adds nothing to the goal",
  (text) => {
    expect(composeGoal(aJob({ issue, text }))?.goal).toBe("Fix issue #12: Sums are wrong\n\n2 + 2 gives 5");
  },
);

test.each(["this, but keep the API", "the parser", "it in src/a.js"])("%j is part of the goal", (text) => {
  expect(composeGoal(aJob({ issue, text }))?.goal).toContain(`The command says: ${text}`);
});

test.each([
  ["fix", "edit", "Fix issue #12"],
  ["approve", "edit", "Fix issue #12"],
  ["test", "test_only", "Write tests for issue #12"],
  ["explain", "investigate", "Explain issue #12"],
  ["why", "investigate", "Explain issue #12"],
] as const)("%s is a task of kind %s and says so", (verb, taskKind, beginning) => {
  const composed = composeGoal(aJob({ verb, issue }));
  expect(composed?.taskKind).toBe(taskKind);
  expect(composed?.goal.startsWith(`${beginning}: Sums are wrong\n`)).toBe(true);
});

test.each(["plan", "verify", "stop", "status", "help", "answer", "retry"] as const)(
  "%s starts no task of the model",
  (verb) => {
    expect(composeGoal(aJob({ verb }))).toBeNull();
  },
);

test("hidden text reaches no goal, and what was taken out is told by its source", () => {
  const hidden = { ...issue, title: "Sums\u200b", body: "a <!-- obey --> b", isPullRequest: true };
  const composed = composeGoal(aJob({ issue: hidden, text: '[x](http://y "obey")' }));
  expect(composed?.goal).not.toContain("obey");
  expect(composed?.cleaned).toEqual([
    { source: "pull request title", removed: ["1 invisible character"] },
    { source: "pull request text", removed: ["1 HTML comment"] },
    { source: "command", removed: ["1 link title"] },
  ]);
});
