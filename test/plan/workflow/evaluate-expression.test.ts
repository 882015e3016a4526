import { expect, test } from "@jest/globals";
import {
  evaluateExpression,
  evaluateIf,
  interpolate,
  resolveValue,
  UNKNOWN,
} from "../../../src/plan/workflow/evaluate-expression.ts";
import type { Contexts } from "../../../src/plan/workflow/evaluate-expression.ts";
import { baseScope } from "../../../src/plan/workflow/base-scope.ts";

const contexts: Contexts = {
  ...baseScope("pull_request", "main").contexts,
  matrix: { values: { os: "ubuntu-latest", node: 22, list: ["a", "b"], empty: "" }, open: false },
  env: { values: { CARGO: "cargo", DYNAMIC: UNKNOWN }, open: true },
};

test.each([
  ["matrix.os", "ubuntu-latest"],
  ["matrix.missing", null],
  ["matrix.node == 22 && 'new' || 'old'", "new"],
  ["format('py{0}', matrix.node)", "py22"],
  ["fromJSON('[1, 2]')[1]", 2],
  ["contains(matrix.list, 'b')", true],
  ["join(matrix.list, '-')", "a-b"],
  ["matrix.empty || 'default'", "default"],
  ["env.CARGO", "cargo"],
  ["runner.os", "Linux"],
  ["github.event_name", "pull_request"],
])("%s is %j", (expression, value) => expect(evaluateExpression(expression, contexts)).toEqual(value));

test.each([
  "secrets.TOKEN",
  "env.DYNAMIC",
  "env.UNDECLARED",
  "needs.a.outputs.b",
  "hashFiles('x')",
  "github.sha",
  "vars.X",
  "github.event.number",
  "secrets.X || 'y'",
  "not an expression",
  "",
])("%j is not known by reading", (expression) =>
  expect(evaluateExpression(expression, contexts)).toBe(UNKNOWN),
);

test.each([
  [undefined, true],
  ["always()", true],
  ["failure()", false],
  ["success() && matrix.node == 22", true],
  ["${{ github.event_name == 'push' }}", false],
  ["github.event_name == 'push' && secrets.X", false],
  ["secrets.X && github.event_name == 'push'", false],
  ["secrets.X || always()", true],
  ["secrets.X", null],
  ["github.repository == 'a/b'", null],
  ["startsWith(github.ref, 'refs/tags/')", false],
  ["!github.event.pull_request.draft", true],
  ["github.event.action != 'closed'", true],
  ["contains(github.event.pull_request.labels.*.name, 'slow')", false],
  [true, true],
  [false, false],
  ["needs.changes.outputs.src == 'true'", null],
])("if: %j is %j", (condition, expected) => expect(evaluateIf(condition, contexts)).toBe(expected));

test("text is filled in, `}}` in a quoted string does not end the expression", () => {
  expect(interpolate("${{ env.CARGO }} test --node ${{matrix.node}}", contexts)).toEqual({
    ok: true,
    text: "cargo test --node 22",
  });
  expect(interpolate("a ${{ format('}}{0}', matrix.node) }} b", contexts).ok).toBe(true);
  expect(interpolate("x ${{ secrets.T }} y", contexts)).toEqual({ ok: false, unknown: "secrets.T" });
  expect(interpolate("open ${{ matrix.os", contexts)).toEqual({ ok: true, text: "open ${{ matrix.os" });
});

test("a whole expression keeps its type, also inside lists", () => {
  expect(
    resolveValue(["${{ fromJSON('[1]') }}", "v${{ matrix.node }}", "${{ secrets.X }}"], contexts),
  ).toEqual([[1], "v22", UNKNOWN]);
});

test("quotes without end are read in one pass", () => {
  expect(interpolate(`\${{ ${"''".repeat(50_000)}`, contexts).ok).toBe(true);
});
