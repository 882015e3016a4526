import { expect, test } from "@jest/globals";
import { walkScript } from "../../../src/plan/shell/walk-script.ts";

function units(source: string, variables: Record<string, string> = {}): string[] {
  return walkScript(source, "/w", variables).units.map(
    (unit) =>
      `${unit.folder ?? "?"}: ${unit.text}${unit.harmless ? " (harmless)" : ""}${unit.background ? " (background)" : ""}`,
  );
}

test("`cd` moves what follows, a subshell gives it back", () => {
  expect(units("cd a/b\nmake\n(cd ../c && make)\nmake test")).toEqual([
    "/w/a/b: make",
    "/w/a/c: make",
    "/w/a/b: make test",
  ]);
});

test("a `cd` that only a running shell can follow is not followed", () => {
  expect(units('cd "$(mktemp -d)"\nmake')).toEqual(["?: make"]);
  expect(units("cd dist/pkg-*/\nmake")).toEqual(["?: make"]);
  expect(units("cd $PLACE\nmake", { PLACE: "x" })).toEqual(["/w/x: make"]);
});

test("exports and assignments are carried, what is computed goes with the line that reads it", () => {
  const { units: found } = walkScript("export A=1\nB=two\nN=$(nproc)\nmake -j$N", "/w", {});
  expect(found.map((unit) => [unit.text, unit.variables])).toEqual([
    ["N=$(nproc)\nmake -j$N", { A: "1", B: "two" }],
  ]);
});

test("conditions that the text decides are decided, others keep the statement whole", () => {
  const source =
    'if [[ "$OS" == "linux" ]]; then make test; else make mac; fi\n[ $EXTRA = false ] || make extra';
  expect(units(source, { OS: "linux", EXTRA: "true" })).toEqual(["/w: make test", "/w: make extra"]);
  expect(units(source, { OS: "mac", EXTRA: "false" })).toEqual(["/w: make mac"]);
  expect(units(source)).toEqual([
    '/w: if [[ "$OS" == "linux" ]]; then make test; else make mac; fi',
    "/w: [ $EXTRA = false ] || make extra",
  ]);
});

test("parts of an `&&` line share a chain, other lines have none of it", () => {
  const { units: found } = walkScript("a && b\nc\nd && e", "/w", {});
  expect(found.map((unit) => unit.chain)).toEqual([1, 1, null, 2, 2]);
});

test("`|| true` is harmless, `|| exit 1` is not", () => {
  expect(units("a || true\nb || exit 1\nc || { echo no; exit 1; }\nd || echo no\ne &")).toEqual([
    "/w: a || true (harmless)",
    "/w: b || exit 1",
    "/w: c || { echo no; exit 1; }",
    "/w: d || echo no (harmless)",
    "/w: e (background)",
  ]);
});

test("here-documents stay with their command, continuation lines with their line", () => {
  expect(units("node <<'EOF'\nconsole.log(1)\nEOF\nmake \\\n  all")).toEqual([
    "/w: node <<'EOF'\nconsole.log(1)\nEOF",
    "/w: make \\\n  all",
  ]);
});

test("a function goes with the line that calls it", () => {
  expect(units("check() { pytest; }\ncheck\nmake")).toEqual(["/w: check() { pytest; }\ncheck", "/w: make"]);
});

test("what does not parse is said, not half read", () => {
  const walk = walkScript("if true; then make", "/w", {});
  expect(walk.units).toEqual([]);
  expect(walk.errors).not.toEqual([]);
  expect(walkScript('echo "$(if)"', "/w", {}).errors).not.toEqual([]);
});
