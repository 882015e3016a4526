import {
  before,
  behind,
  both,
  each,
  firstOf,
  matches,
  none,
  number,
  reportOf,
  type Runner,
} from "./report.ts";

const pytest = both(
  each(
    /^(?:=+ )?(?<line>\d+ (?:passed|failed|errors?|skipped|deselected|xfailed|xpassed|warnings?|rerun)\b.*) in [\d.:]+s?\b/gmu,
    ({ line = "" }) => ({
      passed: before(line, "passed|xpassed"),
      failed: before(line, "failed|errors?"),
      skipped: before(line, "skipped|xfailed"),
    }),
  ),
  none(/^(?:=+ )?no tests ran\b/gmu),
);

const unittest = each(
  /^Ran (?<n>\d+) tests? in [\d.]+s\n(?:(?:.*\n){0,2}?(?:OK|FAILED|NO TESTS RAN)(?: \((?<detail>.*)\))?$)?/gmu,
  ({ n, detail = "" }) => {
    const failed = behind(detail, "(?<!expected )failures|errors|unexpected successes");
    const skipped = behind(detail, "skipped|expected failures");
    return { passed: number(n) - failed - skipped, failed, skipped };
  },
);

const rspec = both(
  each(
    /^(?<n>\d+) examples?, (?<f>\d+) failures?(?:, (?<p>\d+) pending)?(?:, (?<e>\d+) errors? occurred)?/gmu,
    ({ n, f, p, e }) => ({
      passed: number(n) - number(f) - number(p),
      failed: number(f) + number(e),
      skipped: number(p),
    }),
  ),
);

const minitest = each(/^(?<n>\d+) (?:runs|tests), \d+ assertions(?<rest>.*)$/gmu, ({ n, rest = "" }) => {
  const failed = before(rest, "failures|errors");
  const skipped = before(rest, "skips|pendings|omissions");
  return { passed: number(n) - failed - skipped, failed, skipped };
});

const phpunit = both(
  each(/^OK ?\((?<n>\d+) tests?, \d+ assertions?/gmu, ({ n }) => ({ passed: number(n) })),
  each(/^Tests: (?<n>\d+), Assertions: \d+(?<rest>.*)$/gmu, ({ n, rest = "" }) => {
    const failed = behind(rest, "Failures|Errors");
    const skipped = behind(rest, "Skipped|Incomplete");
    return { passed: number(n) - failed - skipped, failed, skipped };
  }),
  none(/^No tests executed!/gmu),
);

const pest = each(/^ {2}Tests:[ ]{2,}(?<line>.*)\(\d+ assertions?\)$/gmu, ({ line = "" }) => ({
  passed: before(line, "passed"),
  failed: before(line, "failed"),
  skipped: before(line, "skipped|todos?|incomplete"),
}));

function suite(all: string, rest: string) {
  const failed = before(rest, "failures?|invalid");
  const skipped = before(rest, "skipped|excluded");
  return { passed: before(all, "doctests?|tests?|property|properties") - failed - skipped, failed, skipped };
}

/** ExUnit and bats end alike; only ExUnit tells its seed. */
function exUnitOrBats(name: "ExUnit" | "bats") {
  const read = both(
    each(/^(?<all>(?:\d+ \w+, )*\d+ tests?)(?<rest>, \d+ failures?.*)$/gmu, ({ all = "", rest = "" }) =>
      suite(all, rest),
    ),
    none(/^There are no tests to run/gmu),
  );
  const isExUnit = /^(?:Running ExUnit|Randomized) with seed|^There are no tests to run/mu;
  return (output: string) => (isExUnit.test(output) === (name === "ExUnit") ? read(output) : []);
}

/** `prove` tells only how many ran; the harness names those that failed. */
const prove = (output: string) =>
  [...output.matchAll(/^Files=\d+, Tests=(?<n>\d+),/gmu)].map((match) => {
    const failed = [...output.matchAll(/^\s*Failed (?<f>\d+)\/\d+ subtests/gmu)].reduce(
      (sum, found) => sum + number(found.groups?.["f"]),
      0,
    );
    return reportOf(match.index, { passed: number(match.groups?.["n"]) - failed, failed });
  });

/** `# tests 2`, `# pass 1`, … as tape, ava and mocha end their TAP, and node-tap's one line. */
const tapSummary = both(
  each(/^# tests +(?<all>\d+)\n(?!# suites )(?<rows>(?:# \w+ *\d*\n?)*)/gmu, ({ all, rows = "" }) => {
    const count = (words: string) =>
      number(new RegExp(String.raw`^# (?:${words}) +(\d+)$`, "mu").exec(rows)?.[1]);
    const failed = count("fail");
    const skipped = count("skip|skipped");
    return { passed: number(all) - failed, failed, skipped };
  }),
  each(/^# \{ total: (?<all>\d+)(?<rest>, [^}]*)? \}$/gmu, ({ all, rest = "" }) => {
    const failed = behind(rest, "fail");
    const skipped = behind(rest, "skip|todo");
    return { passed: number(all) - failed - skipped, failed, skipped };
  }),
);

// the plan says how many there are; a line that a test prints on its own does not add to it
function tapLines(output: string) {
  const plans = [...output.matchAll(/^1\.\.(?<n>\d+)/gmu)];
  const first = plans[0];
  if (first === undefined || /^# suites \d+$/mu.test(output)) return [];
  const planned = plans.reduce((sum, plan) => sum + number(plan.groups?.["n"]), 0);
  const skipped = matches(output, /^(?:not )?ok\b.*# (?:skip|todo)/gimu);
  const failed = matches(output, /^not ok\b(?!.*# (?:skip|todo))/gimu);
  const passed = matches(output, /^ok\b(?!.*# (?:skip|todo))/gimu);
  return [reportOf(first.index, { passed: Math.min(passed, planned - failed - skipped), failed, skipped })];
}

export const SCRIPT_RUNNERS: readonly Runner[] = [
  { name: "pytest", starts: /^=+ test session starts =+$/gmu, read: pytest },
  { name: "unittest", read: unittest },
  { name: "rspec", read: rspec },
  { name: "minitest", starts: /^# Running:$|^Loaded suite /gmu, read: minitest },
  { name: "phpunit", starts: /^PHPUnit \d[\w.]* by /gmu, read: phpunit },
  { name: "Pest", read: pest },
  { name: "ExUnit", read: exUnitOrBats("ExUnit") },
  { name: "bats", read: exUnitOrBats("bats") },
  { name: "TAP", read: firstOf(prove, tapSummary, tapLines) },
];
