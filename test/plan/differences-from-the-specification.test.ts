import { expect, test } from "@jest/globals";
import { checkCoversContent } from "../../src/plan/check-covers-content.ts";
import { effectiveInvocation } from "../../src/plan/effective-invocation.ts";
import { vacuousDeclaredCheck } from "../../src/plan/vacuous-declared-check.ts";

// The original splits lines at operators without seeing quotes, and says so. Here a shell grammar reads them. These are
// the inputs on which the answers differ, each with what the original says and why ours is right.

test.each([
  ['echo "a | b"', "the bar is text that echo prints; nothing behind it runs"],
  ['echo "x; pytest"', "pytest is a word in a text"],
  ["echo 'a && b'", "the operator is a word in a text"],
  ['grep -q "a|b" f', "the bar belongs to the pattern"],
  ["bash -c 'echo ok'", "bash runs one line, and that line only prints"],
])("%j proves nothing; the original takes a phantom stage for a program: %s", (command) =>
  expect(vacuousDeclaredCheck(command)).toBe(true),
);

test("a second line runs; the original sees only operators and takes its words for arguments of echo", () => {
  expect(vacuousDeclaredCheck("echo start\npytest")).toBe(false);
});

test("an alternative inside quotes does not make a line pass; the original takes it for one that cannot fail", () => {
  expect(checkCoversContent('grep -q "this || echo that" README.md')).toBe(true);
});

test("a line given to a shell is read on; the original stops at the shell and sees no document", () => {
  expect(checkCoversContent("bash -c 'grep -q Install README.md'")).toBe(true);
});

test.each([
  ["bash -c 'pytest -q'", "pytest", ["-q"], "the original names bash"],
  ['OPTS="-x -y" pytest', "pytest", [], 'the original takes -y" for the program'],
  ['"my tool" x', "my tool", ["x"], 'the original takes "my for the program'],
])("%j executes %j with %j: %s", (command, program, args) => {
  expect(effectiveInvocation(command)).toEqual([program, args]);
});
