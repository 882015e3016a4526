import {
  before,
  both,
  each,
  firstOf,
  matches,
  none,
  number,
  type Report,
  reportOf,
  type Runner,
} from "./report.ts";

// cargo prints one summary a binary, one more for the documentation's examples
const cargo = each(
  /^test result: \w+\. (?<p>\d+) passed; (?<f>\d+) failed(?:; (?<i>\d+) ignored)?(?:; (?<m>\d+) measured)?/gmu,
  ({ p, f, i, m }) => ({ passed: number(p) + number(m), failed: number(f), skipped: number(i) }),
);

const nextest = each(/^\s*Summary \[[^\]]*\]\s+[\d/]+ tests? run:(?<line>.*)$/gmu, ({ line = "" }) => ({
  passed: before(line.replace(/\(.*?\)/gu, ""), "passed"),
  failed: before(line, "failed|exec failed|timed out"),
  skipped: before(line, "skipped"),
}));

const RESULTS: Record<string, keyof Omit<Report, "at">> = { pass: "passed", fail: "failed", skip: "skipped" };

/** Each test once: its name belongs to the package whose line ends the block. */
function goVerbose(output: string): Report[] {
  if (!/^=== RUN +/mu.test(output)) return [];
  const pattern =
    /--- (?<result>PASS|FAIL|SKIP): (?<name>(?:Test|Example|Fuzz)\S*) \([\d.]+s\)|^(?:ok|FAIL) *\t\S+/gmu;
  const seen = new Set<string>();
  const report = reportOf(0, {});
  for (const { groups } of output.matchAll(pattern)) {
    const name = groups?.["name"];
    if (name === undefined) seen.clear();
    else if (!seen.has(name)) {
      seen.add(name);
      report[RESULTS[groups?.["result"]?.toLowerCase() ?? ""] ?? "failed"] += 1;
    }
  }
  return report.passed + report.failed + report.skipped === 0 ? [] : [report];
}

/** The events of `go test -json`. */
function goJson(output: string): Report[] {
  const report = reportOf(0, {});
  const pattern = /^\{(?=.*"Package":)(?=.*"Test":).*"Action":"(?<result>pass|fail|skip)".*\}$/gmu;
  for (const { groups } of output.matchAll(pattern))
    report[RESULTS[groups?.["result"] ?? ""] ?? "failed"] += 1;
  return report.passed + report.failed + report.skipped === 0 ? [] : [report];
}

/** Without `-v` there is a line for each package; how many tests it held is not told. */
const goPackages = both(
  each(
    /^(?<word>ok|FAIL)\s+\S+[ \t]+(?:\(cached\)|[\d.]+s|\[.*failed\])(?<rest>.*)$/gmu,
    ({ word, rest = "" }) => {
      if (rest.includes("[no tests to run]")) return {};
      return word === "ok" ? { passed: 1 } : { failed: 1 };
    },
  ),
  none(/^\?\s+\S+\s+\[no test files\]$/gmu),
);

function goByPackage(output: string): Report[] {
  return goVerbose(output).length > 0 || goJson(output).length > 0 ? [] : goPackages(output);
}

// maven prints a line for each class and one for the module; the second has no time behind it
const surefire = both(
  firstOf(surefireLines("$"), surefireLines(",? Time elapsed")),
  none(/No tests to run\./gu),
);

function surefireLines(end: string) {
  const pattern = String.raw`Tests run: +(?<n>\d+), +Failures: +(?<f>\d+), +Errors: +(?<e>\d+), +Skipped: +(?<s>\d+)${end}`;
  return each(new RegExp(pattern, "gmu"), ({ n, f, e, s }) => {
    const failed = number(f) + number(e);
    return { passed: number(n) - failed - number(s), failed, skipped: number(s) };
  });
}

const junit = both(
  each(/^OK \((?<n>\d+) tests?\)$/gmu, ({ n }) => ({ passed: number(n) })),
  each(/^Tests run: +(?<n>\d+), +Failures: +(?<f>\d+)$/gmu, ({ n, f }) => ({
    passed: number(n) - number(f),
    failed: number(f),
  })),
  each(
    /^\[ +(?<s>\d+) tests skipped +\]\n(?:\[.*\]\n)*?\[ +(?<p>\d+) tests successful +\]\n\[ +(?<f>\d+) tests failed +\]/gmu,
    ({ s, p, f }) => ({ passed: number(p), failed: number(f), skipped: number(s) }),
  ),
);

const gradle = both(
  each(/^(?<n>\d+) tests? completed(?<rest>(?:, \d+ (?:failed|skipped))+)/gmu, ({ n, rest = "" }) => {
    const failed = before(rest, "failed");
    const skipped = before(rest, "skipped");
    return { passed: number(n) - failed - skipped, failed, skipped };
  }),
  none(/^> Task \S*:test NO-SOURCE$/gmu),
);

function ctestSummary(output: string): Report[] {
  const pattern = /^\d+% tests passed, (?<f>\d+) tests? failed out of (?<n>\d+)/gmu;
  let from = 0;
  return [...output.matchAll(pattern)].map(({ index, groups }) => {
    const part = output.slice(from, index);
    from = index;
    const notRun = matches(part, /^ *\d+\/\d+ Test +#\d+: .*\*\*\*Skipped/gmu);
    const disabled = matches(part, /^ *\d+\/\d+ Test +#\d+: .*\*\*\*Not Run \(Disabled\)/gmu);
    const failed = number(groups?.["f"]);
    const passed = number(groups?.["n"]) - failed - notRun;
    return reportOf(index, { passed, failed, skipped: notRun + disabled });
  });
}

// a line for each assembly, or the sum alone where the newer logger speaks
const dotnet = both(
  firstOf(
    each(/Failed:\s+(?<f>\d+), Passed:\s+(?<p>\d+), Skipped:\s+(?<s>\d+), Total:\s+\d+/gu, ({ f, p, s }) => ({
      passed: number(p),
      failed: number(f),
      skipped: number(s),
    })),
    each(
      /^\s*Test summary: total: \d+, failed: (?<f>\d+), succeeded: (?<p>\d+), skipped: (?<s>\d+)/gmu,
      ({ f, p, s }) => ({ passed: number(p), failed: number(f), skipped: number(s) }),
    ),
    each(/^Total tests: (?<n>\d+)(?<rows>(?:\n +(?:Passed|Failed|Skipped): \d+)*)/gmu, ({ rows = "" }) => ({
      passed: number(/Passed: (\d+)/u.exec(rows)?.[1]),
      failed: number(/Failed: (\d+)/u.exec(rows)?.[1]),
      skipped: number(/Skipped: (\d+)/u.exec(rows)?.[1]),
    })),
  ),
  none(/^No test (?:is available in|matches the given)/gmu),
);

const sbt = each(
  /^\[info\] Tests: succeeded (?<p>\d+), failed (?<f>\d+), canceled (?<c>\d+), ignored (?<i>\d+), pending (?<q>\d+)/gmu,
  ({ p, f, c, i, q }) => ({
    passed: number(p),
    failed: number(f),
    skipped: number(c) + number(i) + number(q),
  }),
);

// each suite sums up those inside it; the outermost comes last
function xctest(output: string): Report[] {
  const last = each(
    /^\s*Executed (?<n>\d+) tests?, with (?:(?<s>\d+) tests? skipped and )?(?<f>\d+) failures?/gmu,
    ({ n, s, f }) => ({ passed: number(n) - number(f) - number(s), failed: number(f), skipped: number(s) }),
  )(output).at(-1);
  return last === undefined ? [] : [last];
}

export const COMPILED_RUNNERS: readonly Runner[] = [
  { name: "cargo test", starts: /^running \d+ tests?$/gmu, read: cargo },
  { name: "cargo nextest", read: nextest },
  { name: "go test", read: firstOf(goJson, goVerbose) },
  { name: "go test, by package", read: goByPackage },
  { name: "surefire", read: surefire },
  { name: "JUnit", read: junit },
  { name: "gradle", read: gradle },
  {
    name: "ctest",
    starts: /^Test project /gmu,
    read: both(ctestSummary, none(/^No tests were found!!!/gmu)),
  },
  { name: "dotnet test", read: dotnet },
  { name: "ScalaTest", read: sbt },
  { name: "XCTest", read: xctest },
];
