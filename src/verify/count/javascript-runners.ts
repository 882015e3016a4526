import { before, both, each, matches, none, number, type Report, reportOf, type Runner } from "./report.ts";

// node:test counts a file that holds no test, or ends before it comes to one, as a passed test named after the file
const EMPTY_FILE = /^(?:✔ |ok \d+ - )\S*[\w-]\.[cm]?[jt]sx?(?: \([\d.]+ms\))?$/gmu;
const NODE_SUMMARY = /^(?<mark>ℹ|#) tests (?<all>\d+)\n(?<rows>(?:\k<mark> (?!tests ).*\n?)+)/gmu;

function nodeTest(output: string): Report[] {
  let from = 0;
  return [...output.matchAll(NODE_SUMMARY)].flatMap((match) => {
    const rows = match.groups?.["rows"] ?? "";
    if (!/^. suites \d+$/mu.test(rows)) return [];
    const count = (word: string) => number(new RegExp(String.raw`^. ${word} (\d+)$`, "mu").exec(rows)?.[1]);
    const empty = matches(output.slice(from, match.index), EMPTY_FILE);
    from = match.index;
    const failed = count("fail") + count("cancelled");
    return reportOf(match.index, {
      passed: count("pass") - empty,
      failed,
      skipped: count("skipped") + count("todo"),
    });
  });
}

const jest = both(
  each(/^[ \t]*Tests:[ \t]+(?<line>\d+ .*\b\d+ total)$/gmu, ({ line = "" }) => counted(line)),
  none(/^No tests found, exiting with code \d/gmu),
);

const vitest = both(
  each(/^[ \t]*Tests[ \t]+(?<line>(?:\d+ \w+.*\(\d+\)|no tests.*))$/gmu, ({ line = "" }) => counted(line)),
  none(/^[ \t]*No test files found, exiting with code \d/gmu),
);

function counted(line: string) {
  return {
    passed: before(line, "passed"),
    failed: before(line, "failed"),
    skipped: before(line, "skipped|todo|pending"),
  };
}

const mocha = each(
  /^ {2}(?<passed>\d+) passing\b.*(?:\n {2}(?<pending>\d+) pending)?(?:\n {2}(?<failing>\d+) failing)?/gmu,
  ({ passed, pending, failing }) => ({
    passed: number(passed),
    failed: number(failing),
    skipped: number(pending),
  }),
);

// with a failure among them ava does not say how many passed; the lines of the tests do
function ava(output: string): Report[] {
  const pattern =
    /^ {2}(?:\d+ (?:tests? (?:passed|failed|skipped|todo)|known failures?|uncaught exceptions?|unhandled rejections?)(?:\n|$)(?: {2})?)+/gmu;
  let from = 0;
  return [...output.matchAll(pattern)].map((match) => {
    const [text] = match;
    const said = before(text, "tests? passed");
    const lines = matches(output.slice(from, match.index), /^ {2}✔ (?!\[)/gmu);
    from = match.index;
    const failed = before(text, "tests? failed|uncaught exceptions?|unhandled rejections?");
    const skipped = before(text, "tests? (?:skipped|todo)|known failures?");
    return reportOf(match.index, { passed: said === 0 ? lines : said, failed, skipped });
  });
}

// karma repeats its line as it goes on
function karma(output: string): Report[] {
  const last = each(/Executed (?<done>\d+) of (?<all>\d+)\b(?<rest>.*)/gu, ({ done, rest = "" }) => {
    const failed = number(/\((\d+) FAILED\)/u.exec(rest)?.[1]);
    const skipped = number(/\(skipped (\d+)\)/u.exec(rest)?.[1]);
    return { passed: number(done) - failed, failed, skipped };
  })(output).at(-1);
  return last === undefined ? [] : [last];
}

const bun = each(
  /(?<rows>(?:^ *\d+ (?:pass|fail|skip|todo|filtered out|expect\(\) calls|snapshots).*\n)*)^Ran \d+ tests? across \d+ files?/gmu,
  ({ rows = "" }) => ({
    passed: before(rows, "pass"),
    failed: before(rows, "fail"),
    skipped: before(rows, "skip|todo"),
  }),
);

const deno = each(
  /^(?:ok|FAILED) \| (?<passed>\d+) passed.* \| (?<failed>\d+) failed(?<rest>.*)/gmu,
  ({ passed, failed, rest = "" }) => ({
    passed: number(passed),
    failed: number(failed),
    skipped: before(rest, "ignored"),
  }),
);

export const JAVASCRIPT_RUNNERS: readonly Runner[] = [
  { name: "node:test", starts: /^TAP version 1[34]$/gmu, read: nodeTest },
  { name: "jest", read: jest },
  { name: "vitest", starts: /^ ?RUN {1,2}v\d/gmu, read: vitest },
  { name: "mocha", read: mocha },
  { name: "ava", read: both(ava, none(/Couldn[’']t find any files to test/gu)) },
  {
    name: "jasmine",
    read: both(
      each(/^(?<all>\d+) specs?, (?<f>\d+) failures?(?:, (?<p>\d+) pending)?/gmu, ({ all, f, p }) => ({
        passed: number(all) - number(f) - number(p),
        failed: number(f),
        skipped: number(p),
      })),
      none(/^No specs found/gmu),
    ),
  },
  { name: "karma", read: karma },
  { name: "bun test", starts: /^bun test v\d/gmu, read: bun },
  { name: "deno test", read: deno },
];
