import { expect, test } from "@jest/globals";
import * as fc from "fast-check";
import { spawnSync } from "node:child_process";
import { parseShell } from "../../../src/plan/shell/parse-shell.ts";

/** Lines as CI files write them, sound and broken. */
const LINES = [
  "npm test",
  "FOO=1 BAR='a b' pytest -q \"$X\"",
  "a && b || c; d",
  "cat <<EOF > f\nhi $x\nEOF",
  "for f in *.sh; do shellcheck $f; done",
  'if [[ "$a" == b* ]]; then x; elif y; then z; else q; fi',
  "case $x in a) b;; *) c;; esac",
  "! grep -r foo .",
  "f() { make; }; f",
  "diff <(a) <(b)",
  "x=(1 2 3)",
  "make \\\n  test",
  "echo $((1 + 2)) `date`",
  "if true; then make",
  "echo 'open",
  "a && ",
  "( make",
  "done",
  "echo )",
];

test.each(LINES)("agrees with bash on whether this is sound: %j", (line) => {
  const bash = spawnSync("bash", ["-n"], { input: line, encoding: "utf8" });
  const sound = bash.status === 0 && !/warning|unexpected/.test(bash.stderr);
  expect(parseShell(line).errors.length === 0).toBe(sound);
});

test("positions of words lie where the words are", () => {
  const script = parseShell("A=1 pytest  -q 'x y'");
  const node = script.statements[0]?.node;
  if (node?.kind !== "simple") throw new Error("not a simple command");
  expect(node.words.map((word) => script.source.slice(word.start, word.end))).toEqual([
    "pytest",
    "-q",
    "'x y'",
  ]);
});

test("never throws, however broken or deep the text is", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom(..."abc $(){}[]'\"`\\\n;&|<>=!#*~-0".split("")), maxLength: 60 }),
      (text) => {
        parseShell(text);
      },
    ),
    { numRuns: 500 },
  );
  for (const deep of [
    "(".repeat(20_000),
    "$(".repeat(20_000),
    "{ ".repeat(20_000),
    "if ".repeat(20_000),
    "a|".repeat(50_000),
    "x".repeat(300_000),
  ]) {
    parseShell(deep);
  }
});
