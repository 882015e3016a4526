import { UNKNOWN } from "./evaluate-expression.ts";
import type { Value } from "./evaluate-expression.ts";
import type { Cell } from "./expand-matrix.ts";

const ENVIRONMENT_AXIS =
  /^(os|osver|oses|platform|platforms|runner|runners|runs-?on|host|machine|arch|architecture|image|container|docker|distro|distribution|.*version.*|node|nodejs|node_js|deno|bun|python|py|pyver|ruby|rb|php|go|golang|java|jdk|jvm|scala|kotlin|gradle|maven|dotnet|framework|sdk|rust|toolchain|channel|elixir|otp|erlang|ghc|cabal|stack|compiler|compilers|cc|cxx|std|cxx_standard|standard|zig|swift|xcode|julia|perl|lua|ocaml|haskell|r|dart|flutter|build_?type|config|configuration|mode|target|targets|triple|abi|libc|database|db|postgres|postgresql|mysql|redis|mongodb|experimental|allow.?fail.*|continue.on.error|coverage|locale|tz|browser|dependencies|deps|dependency.*|composer.*|stability|react|vue|typescript|ts|django|rails|laravel|symfony|numpy|opt.*|shared.*|flags|cflags|extra|features?|cargo_?flags|name|title|label|shard.*|index|chunk|part_?index|group|partition|timeout.*|prefix|asset.*|ext|exe|suffix)$/i;
const SYSTEM_VALUE =
  /^(ubuntu|debian|fedora|centos|alpine|arch|opensuse|rocky|almalinux|macos|windows|linux|darwin|freebsd|x86|x64|amd64|arm|aarch|i686|gcc|g\+\+|clang|msvc|cl$|ghc|temurin|zulu|corretto|adopt|stable|beta|nightly|latest|lts|current|head|pypy|cpython|jruby|truffleruby|default|none|true|false|on$|off$)/i;
const VERSION_VALUE =
  /^(v|py|php|ruby|node|go|java|jdk|python|gcc|clang|>=|\^|~|=)?-?\d+([._]\d+)*([._]x|\.\*|-dev|-ea|t|rc\d*|-?(alpha|beta|rc)[.\d]*)?$/i;
const PRERELEASE =
  /nightly|beta|alpha|\brc|[.\d](rc|a|b)\d|-dev|-ea\b|head|pypy|jruby|truffleruby|graal|experimental|canary|unstable|snapshot|edge|\d+t$|debug|trunk|next/i;

/** Which axes are work of their own (test parts, tox environments) rather than a machine to run the same on. */
export function workAxes(cells: readonly Cell[], usedInSteps: (axis: string) => boolean): string[] {
  const names = new Set(cells.flatMap((cell) => Object.keys(cell)));
  return [...names].filter((axis) => isWork(axis, cells) && usedInSteps(axis));
}

function isWork(axis: string, cells: readonly Cell[]): boolean {
  const values = cells.map((cell) => cell[axis]);
  if (new Set(values.map((value) => JSON.stringify(value))).size < 2) return false;
  if (values.every((value) => typeof value === "object" && value !== null && !Array.isArray(value)))
    return true;
  if (axis.length > 100 || ENVIRONMENT_AXIS.test(axis)) return false;
  return values.every(
    (value) =>
      (typeof value === "string" &&
        value !== "" &&
        !SYSTEM_VALUE.test(value) &&
        !VERSION_VALUE.test(value) &&
        !/^(no|none)\b|[_-]?none[_-]/i.test(value)) ||
      (typeof value === "object" && value !== null && value),
  );
}

/** Best first: the plain Linux machine with the newest stable versions. */
export function rankCells(cells: readonly Cell[], runsOn: (cell: Cell) => string): Cell[] {
  const axes = [...new Set(cells.flatMap((cell) => Object.keys(cell)))];
  const emptyAxes = new Set(axes.filter((axis) => cells.some((cell) => isEmpty(cell[axis]))));
  const scored = cells.map((cell, index) => ({
    cell,
    index,
    score: scoreCell(cell, axes, emptyAxes, runsOn(cell)),
  }));
  return scored.sort((a, b) => compareScores(b.score, a.score) || a.index - b.index).map((one) => one.cell);
}

/** Compared from left to right: rough things first, so that a version never outweighs a wrong machine. */
function scoreCell(
  cell: Cell,
  axes: readonly string[],
  emptyAxes: ReadonlySet<string>,
  runsOn: string,
): number[] {
  const values = axes.map((axis) => cell[axis]);
  const scalars = values.filter(
    (value): value is string | number | boolean =>
      value !== null && value !== undefined && typeof value !== "object" && value !== UNKNOWN,
  );
  const flags = axes.filter(
    (axis) => /experimental|allow.?fail|continue.on.error/i.test(axis) && cell[axis] === true,
  ).length;
  const prerelease = scalars.filter((value) => PRERELEASE.test(String(value))).length;
  const stable = scalars.filter((value) =>
    /^(stable|latest|current|lts(\/\*)?|lts\/-?\w*|default|release)$/i.test(String(value)),
  ).length;
  return [
    /ubuntu|linux|self-hosted/i.test(runsOn) || runsOn === "" ? 1 : 0,
    -flags,
    /arm|aarch/i.test(runsOn) ? 0 : 1,
    -prerelease,
    stable,
    -special(cell, axes),
    -axes.filter((axis) => emptyAxes.has(axis) && !isEmpty(cell[axis])).length,
    ...axes
      .filter((axis) => ENVIRONMENT_AXIS.test(axis) && !/^(cxx|std|standard|cxx_standard)$/i.test(axis))
      .map((axis) => versionNumber(cell[axis])),
  ];
}

function isEmpty(value: Value | undefined): boolean {
  return value === undefined || value === null || value === "" || value === false;
}

/** How far a cell is from the plain one: options that other cells leave empty, minimum versions, sanitizers. */
function special(cell: Cell, axes: readonly string[]): number {
  return axes.filter((axis) => {
    const value = cell[axis];
    if (value === undefined || isEmpty(value) || value === UNKNOWN) return false;
    return /min|lowest|oldest|legacy|old|valgrind|sanit|asan|msrv|no-|without|32/i.test(
      String(typeof value === "object" ? JSON.stringify(value) : value),
    );
  }).length;
}

function versionNumber(value: Value | undefined): number {
  if (value === undefined || value === null || typeof value === "object" || value === UNKNOWN) return 0;
  const text = String(value);
  const match = /(\d+)(?:[._](\d+))?(?:[._](\d+))?/.exec(text);
  if (match === null) return /latest|stable|current/i.test(text) ? 1e9 : 0;
  return Number(match[1]) * 1e6 + Number(match[2] ?? 0) * 1e3 + Number(match[3] ?? 0);
}

function compareScores(left: readonly number[], right: readonly number[]): number {
  for (let index = 0; index < Math.max(left.length, right.length); index += 1) {
    const difference = (left[index] ?? 0) - (right[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
