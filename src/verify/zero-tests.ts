/** What the test runners in one output say they executed; skipped tests were not executed. */
export interface TestTally {
  runners: readonly string[];
  ran: number;
}

interface Runner {
  name: string;
  /** Tests executed by each report found; no report, no entry. */
  read(output: string): number[];
}

/** Null when no known runner reported. */
export function tallyTests(output: string): TestTally | null {
  const reports = RUNNERS.map((runner) => ({ name: runner.name, counts: runner.read(output) }));
  const found = reports.filter(({ counts }) => counts.length > 0);
  if (found.length === 0) return null;
  const ran = found.flatMap(({ counts }) => counts).reduce((sum, count) => sum + count, 0);
  return { runners: found.map(({ name }) => name), ran };
}

function rows(output: string, pattern: RegExp): Record<string, string>[] {
  return [...output.matchAll(pattern)].map((match) => match.groups ?? {});
}

function number(text: string | undefined): number {
  return Number(text ?? 0);
}

/** The number in front of a word: `3 passed` in a summary line. */
function before(line: string, words: string): number {
  const found = new RegExp(String.raw`(\d+) (?:${words})\b`, "gu");
  return [...line.matchAll(found)].reduce((sum, match) => sum + number(match[1]), 0);
}

/** One number for each match of a pattern: of its group `n`, or the given one. */
function each(pattern: RegExp, count: (groups: Record<string, string>) => number) {
  return (output: string) => rows(output, pattern).map((groups) => Math.max(0, count(groups)));
}

function none(pattern: RegExp) {
  return each(pattern, () => 0);
}

function both(...readers: ((output: string) => number[])[]) {
  return (output: string) => readers.flatMap((read) => read(output));
}

// node:test counts a file that holds no test at all as one passed test named after the file
function nodeTest(output: string): number[] {
  const empty = rows(output, /^(?:✔ |ok \d+ - )(?<file>\S*[\w-]\.[cm]?[jt]sx?)(?: \([\d.]+ms\))?$/gmu);
  const counts = rows(
    output,
    /^(?:ℹ|#) tests (?<all>\d+)\n(?:(?:ℹ|#) .*\n)*?(?:ℹ|#) skipped (?<skipped>\d+)\n(?:ℹ|#) todo (?<todo>\d+)/gmu,
  ).map(({ all, skipped, todo }) => number(all) - number(skipped) - number(todo));
  const [first, ...others] = counts;
  return first === undefined ? [] : [Math.max(0, first - empty.length), ...others];
}

// the plan says that TAP is spoken; lines of node:test have their own summary and are read above
function tap(output: string): number[] {
  if (!/^1\.\.\d+/mu.test(output) || /^# tests \d+$/mu.test(output)) return [];
  return [rows(output, /^(?:not )?ok\b(?!.*# (?:skip|todo))/gimu).length];
}

// one line for each package; how many tests it held is not told, so a package with tests counts as one
function goTest(output: string): number[] {
  const packages = rows(
    output,
    /^(?:ok|FAIL|---\sFAIL:)\s+\S+[ \t]+(?:\(cached\)|\(?[\d.]+s\)?)(?<rest>.*)$/gmu,
  );
  const empty = rows(output, /^\?\s+\S+\s+\[no test files\]$/gmu);
  return [
    ...packages.map(({ rest }) => (rest?.includes("[no tests to run]") === true ? 0 : 1)),
    ...empty.map(() => 0),
  ];
}

const RUNNERS: readonly Runner[] = [
  { name: "node:test", read: nodeTest },
  { name: "TAP", read: tap },
  {
    name: "jest or vitest",
    read: both(
      each(/^\s*Tests:?\s+(?<line>(?:\d+ .*|no tests.*))$/gmu, ({ line = "" }) =>
        before(line, "passed|failed"),
      ),
      none(/^No tests? (?:files )?found, exiting with code \d/gmu),
    ),
  },
  { name: "mocha", read: each(/^\s+(?<n>\d+) (?:passing|failing)\b/gmu, ({ n }) => number(n)) },
  {
    name: "ava",
    read: both(
      each(/^\s*(?<n>\d+) tests? (?:passed|failed)$/gmu, ({ n }) => number(n)),
      none(/Couldn[’']t find any files to test/gu),
    ),
  },
  {
    name: "jasmine",
    read: both(
      each(
        /^(?<n>\d+) specs?, \d+ failures?(?:, (?<p>\d+) pending)?/gmu,
        ({ n, p }) => number(n) - number(p),
      ),
      none(/^No specs found/gmu),
    ),
  },
  { name: "karma", read: each(/Executed (?<n>\d+) of \d+\b/gu, ({ n }) => number(n)) },
  {
    name: "pytest",
    read: both(
      each(
        /^(?:=+ )?(?<line>\d+ (?:passed|failed|error|skipped|deselected|xfailed|xpassed|warning).*) in [\d.]+s/gmu,
        (g) => before(g["line"] ?? "", "passed|failed|errors?|xfailed|xpassed"),
      ),
      none(/^(?:=+ )?no tests ran\b/gmu),
    ),
  },
  {
    name: "unittest",
    read: each(
      /^Ran (?<n>\d+) tests? in [\d.]+s\n(?:\n.*?skipped=(?<s>\d+))?/gmu,
      ({ n, s }) => number(n) - number(s),
    ),
  },
  { name: "go test", read: goTest },
  {
    name: "cargo test",
    read: both(
      each(/^test result: \w+\. (?<p>\d+) passed; (?<f>\d+) failed/gmu, ({ p, f }) => number(p) + number(f)),
      each(/(?<n>\d+) tests? run: /gu, ({ n }) => number(n)),
    ),
  },
  {
    name: "rspec",
    read: each(
      /^(?<n>\d+) examples?, \d+ failures?(?:, (?<p>\d+) pending)?/gmu,
      ({ n, p }) => number(n) - number(p),
    ),
  },
  {
    name: "minitest",
    read: each(
      /^(?<n>\d+) (?:runs|tests), \d+ assertions(?<rest>.*)$/gmu,
      ({ n, rest = "" }) => number(n) - before(rest, "skips|pendings|omissions"),
    ),
  },
  {
    name: "ExUnit or bats",
    read: both(
      each(
        /^(?<all>(?:\d+ \w+, )*\d+ tests?), \d+ failures?(?<rest>.*)$/gmu,
        ({ all = "", rest = "" }) =>
          before(all, "doctests?|tests?|property|properties") - before(rest, "excluded|skipped"),
      ),
      none(/^There are no tests to run/gmu),
    ),
  },
  {
    name: "phpunit",
    read: both(
      each(/^OK(?:, but .*)? ?\((?<n>\d+) tests?/gmu, ({ n }) => number(n)),
      each(/^Tests: (?<n>\d+), Assertions: \d+(?<rest>.*)$/gmu, ({ n, rest = "" }) => {
        const skipped = /Skipped: (?<s>\d+)/u.exec(rest)?.groups?.["s"];
        return number(n) - number(skipped);
      }),
      none(/^No tests executed!/gmu),
    ),
  },
  {
    name: "surefire",
    read: both(
      each(
        /Tests run: (?<n>\d+), Failures: \d+, Errors: \d+, Skipped: (?<s>\d+)/gu,
        ({ n, s }) => number(n) - number(s),
      ),
      none(/No tests to run\./gu),
    ),
  },
  { name: "gradle", read: none(/^> Task \S*:test NO-SOURCE$/gmu) },
  {
    name: "ctest",
    read: both(
      each(/\d+% tests passed, \d+ tests failed out of (?<n>\d+)/gu, ({ n }) => number(n)),
      none(/^No tests were found!!!/gmu),
    ),
  },
  {
    name: "dotnet test",
    read: both(
      each(/Failed:\s+(?<f>\d+), Passed:\s+(?<p>\d+), Skipped:\s+\d+/gu, ({ f, p }) => number(f) + number(p)),
      none(/^No test (?:is available in|matches the given)/gmu),
    ),
  },
  {
    name: "deno test",
    read: each(
      /^(?:ok|FAILED) \| (?<p>\d+) passed.* \| (?<f>\d+) failed/gmu,
      ({ p, f }) => number(p) + number(f),
    ),
  },
  { name: "bun test", read: each(/^Ran (?<n>\d+) tests? across \d+ files?/gmu, ({ n }) => number(n)) },
  { name: "XCTest", read: each(/^\s*Executed (?<n>\d+) tests?, with /gmu, ({ n }) => number(n)) },
];
