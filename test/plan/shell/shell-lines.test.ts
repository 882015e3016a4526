import { expect, test } from "@jest/globals";
import { createShellLines } from "../../../src/plan/shell/shell-lines.ts";

const lines = createShellLines();

test("words, quotes and variables set before the command", () => {
  expect(lines.readArgv(`CI=1 NAME='a b' pytest -k "x and y" --flag=z`)).toEqual({
    ok: true,
    argv: ["pytest", "-k", "x and y", "--flag=z"],
    env: { CI: "1", NAME: "a b" },
  });
});

test.each([
  ["a && b", "&&"],
  ["a || b", "||"],
  ["a | b", "|"],
  ["a; b", ";"],
  ["a\nb", "new line"],
  ["a > f", ">"],
  ["a < f", "<"],
  ["a &", "&"],
  ["echo $HOME", "$HOME"],
  ["echo $(ls)", "$(ls)"],
  ["echo `ls`", "`ls`"],
  ["rm *.py", "*.py"],
  ["ls ~/x", "~/x"],
  ["(a)", "Brackets"],
  ["! a", "`!`"],
  ["if a; then b; fi", "Conditions"],
  ["echo 'open", "parse"],
  ["", "empty"],
  ["A=1", "only sets variables"],
])("%j needs a shell, and the answer says why", (line, part) => {
  const reading = lines.readArgv(line);
  expect(reading.ok).toBe(false);
  expect(reading.ok ? "" : reading.problem).toContain(part);
});

test("operators inside quotes are words", () => {
  expect(lines.readArgv(`grep -q 'a && b | c > d * $x' file`)).toMatchObject({
    ok: true,
    argv: ["grep", "-q", "a && b | c > d * $x", "file"],
  });
});
