import { expect, test } from "@jest/globals";
import { baseScope } from "../../../src/plan/workflow/base-scope.ts";
import { UNKNOWN } from "../../../src/plan/workflow/evaluate-expression.ts";
import { expandMatrix } from "../../../src/plan/workflow/expand-matrix.ts";
import { rankCells, workAxes } from "../../../src/plan/workflow/rank-cells.ts";

const { contexts } = baseScope("pull_request", "main");
const expand = (matrix: unknown): unknown => expandMatrix(matrix, contexts);

test("no matrix is one empty cell", () => {
  expect(expand(undefined)).toEqual([{}]);
  expect(expand({})).toEqual([{}]);
});

test("product, minus exclude", () => {
  expect(expand({ os: ["a", "b"], n: [1, 2], exclude: [{ os: "b", n: 1 }] })).toEqual([
    { os: "a", n: 1 },
    { os: "a", n: 2 },
    { os: "b", n: 2 },
  ]);
});

test("include extends the cells it does not contradict, else it adds one", () => {
  expect(expand({ os: ["a", "b"], include: [{ os: "a", extra: 1 }, { all: true }, { os: "c" }] })).toEqual([
    { os: "a", extra: 1, all: true },
    { os: "b", all: true },
    { os: "c" },
  ]);
  expect(expand({ include: [{ x: 1 }, { x: 2 }] })).toEqual([{ x: 1 }, { x: 2 }]);
});

test("an axis that is an expression is evaluated, or unknown", () => {
  expect(expand({ n: "${{ fromJSON('[1,2]') }}" })).toEqual([{ n: 1 }, { n: 2 }]);
  expect(expand({ n: "${{ fromJSON(needs.a.outputs.b) }}", os: ["x"] })).toEqual([{ n: UNKNOWN, os: "x" }]);
});

test("a huge product stops at the limit of GitHub", () => {
  const axis = Array.from({ length: 200 }, (_, index) => index);
  expect((expand({ a: axis, b: axis, c: axis, d: axis }) as unknown[]).length).toBe(256);
});

function best(matrix: unknown): unknown {
  return rankCells(expandMatrix(matrix, contexts), (cell) =>
    typeof cell["os"] === "string" ? cell["os"] : "ubuntu-latest",
  )[0];
}

test.each([
  [{ os: ["windows-latest", "macos-latest", "ubuntu-latest"] }, { os: "ubuntu-latest" }],
  [{ node: [18, 20, 22] }, { node: 22 }],
  [{ python: ["3.9", "3.10", "3.12", "3.15-dev", "pypy3.10"] }, { python: "3.12" }],
  [{ rust: ["1.70.0", "nightly", "stable", "beta"] }, { rust: "stable" }],
  [{ node: ["lts/*", 18] }, { node: "lts/*" }],
  [
    { go: ["1.21.x", "1.22.x"], tags: ["", "race"] },
    { go: "1.22.x", tags: "" },
  ],
  [{ php: ["8.1", "8.2"], include: [{ php: "8.3", experimental: true }] }, { php: "8.2" }],
  [{ os: ["ubuntu-24.04-arm", "ubuntu-24.04"] }, { os: "ubuntu-24.04" }],
  [
    { deps: ["lowest", "highest"], php: ["8.1"] },
    { deps: "highest", php: "8.1" },
  ],
  [{ mem: ["VALGRIND", "SANITIZERS", ""] }, { mem: "" }],
])("of %j the plain newest on Linux is %j", (matrix, expected) => expect(best(matrix)).toEqual(expected));

test("parts of the work stand apart, machines to run it on do not", () => {
  const axes = (matrix: unknown): string[] => workAxes(expandMatrix(matrix, contexts), () => true);
  expect(
    axes({ part: ["unit", "integration"], node: [20, 22], os: ["ubuntu-latest", "windows-latest"] }),
  ).toEqual(["part"]);
  expect(axes({ include: [{ env: { TOXENV: "py" } }, { env: { TOXENV: "lint" } }] })).toEqual(["env"]);
  expect(axes({ compiler: ["gcc", "clang"], distro: ["debian_12", "ubuntu_24"] })).toEqual([]);
  expect(axes({ script: ["lint", "test"], db: ["pg", "mysql"] })).toEqual(["script"]);
  expect(workAxes(expandMatrix({ part: ["a", "b"] }, contexts), () => false)).toEqual([]);
});
