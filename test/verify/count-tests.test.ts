import { spawnSync } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { executed } from "../../src/domain/test-count.ts";
import { cleanOutput } from "../../src/verify/clean-output.ts";
import { countTests, leastReports } from "../../src/verify/count-tests.ts";
import { countSuites } from "../../src/verify/read-test-results.ts";
import { tellingCommand } from "../../src/verify/telling-command.ts";

const ran = (output: string) => {
  const count = countTests(output);
  return count === null ? null : executed(count);
};

const SUMMARY = (tests: number, skipped = 0) =>
  `ℹ tests ${tests}\nℹ suites 0\nℹ pass ${tests - skipped}\nℹ fail 0\nℹ cancelled 0\nℹ skipped ${skipped}\nℹ todo 0\nℹ duration_ms 5\n`;
const TAP_SUMMARY = SUMMARY(0).replaceAll("ℹ", "#");

describe("outputs of runs in which no test ran", () => {
  test.each([
    ["node:test without files", SUMMARY(0)],
    ["node:test with a file that holds no test", `✔ test/empty.test.mjs (160.2ms)\n${SUMMARY(1)}`],
    ["node:test, all skipped", SUMMARY(2, 2)],
    ["node:test as TAP", `TAP version 13\n1..0\n${TAP_SUMMARY}`],
    ["TAP", "TAP version 13\n1..0\n"],
    ["TAP, all skipped", "1..1\nok 1 - a # SKIP no database\n"],
    ["jest", "No tests found, exiting with code 0\n"],
    ["jest, all skipped", "Test Suites: 1 skipped, 0 of 1 total\nTests:       3 skipped, 3 total\n"],
    ["vitest", "No test files found, exiting with code 0\n"],
    ["vitest with empty files", " Test Files  1 skipped (1)\n      Tests  no tests\n"],
    ["mocha", "\n\n  0 passing (2ms)\n\n"],
    ["ava", "  ✖ Couldn’t find any files to test\n"],
    ["jasmine", "0 specs, 0 failures\n"],
    ["karma", "Chrome: Executed 0 of 0 SUCCESS (0.002 secs / 0 secs)\n"],
    ["pytest", "collected 0 items\n\n====== no tests ran in 0.01s ======\n"],
    ["pytest, all deselected", "====== 5 deselected in 0.02s ======\n"],
    ["pytest, all skipped", "====== 2 skipped in 0.02s ======\n"],
    ["pytest -q", "no tests ran in 0.01s\n"],
    ["unittest", "\n------\nRan 0 tests in 0.000s\n\nOK\n"],
    ["unittest, all skipped", "\n------\nRan 2 tests in 0.000s\n\nOK (skipped=2)\n"],
    ["go test without test files", "?   \texample.org/a\t[no test files]\n"],
    [
      "go test with a filter",
      "testing: warning: no tests to run\nok  \texample.org/a\t0.003s [no tests to run]\n",
    ],
    [
      "cargo test",
      "running 0 tests\n\ntest result: ok. 0 passed; 0 failed; 0 ignored; 0 measured; 4 filtered out; finished in 0.00s\n",
    ],
    ["cargo nextest", "     Summary [   0.000s] 0 tests run: 0 passed, 3 skipped\n"],
    ["rspec", "No examples found.\n\nFinished in 0.0002 seconds\n0 examples, 0 failures\n"],
    ["minitest", "0 runs, 0 assertions, 0 failures, 0 errors, 0 skips\n"],
    ["bats", "0 tests, 0 failures\n"],
    ["mix", "There are no tests to run\n"],
    ["phpunit", "No tests executed!\n"],
    ["surefire", "[INFO] Tests run: 0, Failures: 0, Errors: 0, Skipped: 0\n"],
    ["gradle", "> Task :test NO-SOURCE\n"],
    ["ctest", "No tests were found!!!\n"],
    ["dotnet", "No test is available in /x/y.dll.\n"],
    ["deno", "ok | 0 passed | 0 failed (1ms)\n"],
    ["bun", "Ran 0 tests across 1 files. [5.00ms]\n"],
    ["swift", "\t Executed 0 tests, with 0 failures (0 unexpected) in 0.000 (0.000) seconds\n"],
  ])("%s", (_name, output) => {
    expect(ran(output)).toBe(0);
  });
});

describe("outputs of runs in which tests ran", () => {
  test.each([
    ["node:test", `✔ adds (1.2ms)\n${SUMMARY(1)}`, 1],
    ["node:test, one file empty, one not", `✔ test/empty.test.js (9ms)\n✔ adds (1ms)\n${SUMMARY(2)}`, 1],
    ["TAP", "TAP version 13\nok 1 - a\nnot ok 2 - b\n1..2\n", 2],
    ["jest", "Tests:       1 failed, 1 skipped, 3 passed, 5 total\n", 4],
    ["vitest", " Test Files  1 passed (1)\n      Tests  3 passed (3)\n", 3],
    ["mocha", "\n  12 passing (20ms)\n  1 failing\n", 13],
    ["pytest", "===== 1 failed, 2 passed, 1 warning in 0.12s =====\n", 3],
    ["pytest -q", "3 passed in 0.01s\n", 3],
    ["unittest", "\n------\nRan 3 tests in 0.001s\n\nFAILED (failures=1, skipped=1)\n", 2],
    [
      "go test, one package of two",
      "?   \texample.org/a\t[no test files]\nok  \texample.org/b\t(cached)\n",
      1,
    ],
    [
      "cargo test with empty doc tests",
      "test result: ok. 4 passed; 0 failed; 0 ignored\n\nrunning 0 tests\n\ntest result: ok. 0 passed; 0 failed; 0 ignored\n",
      4,
    ],
    ["workspaces", `  0 passing (1ms)\n\n  3 passing (2ms)\n`, 3],
    ["rspec", "3 examples, 0 failures, 1 pending\n", 2],
    ["minitest", "5 runs, 9 assertions, 0 failures, 0 errors, 1 skips\n", 4],
    ["mix", "2 doctests, 5 tests, 0 failures, 1 skipped\n", 6],
    ["phpunit", "OK (3 tests, 5 assertions)\n", 3],
    ["surefire", "[INFO] Tests run: 7, Failures: 0, Errors: 0, Skipped: 2\n", 5],
    ["ctest", "100% tests passed, 0 tests failed out of 3\n", 3],
    ["dotnet", "Passed!  - Failed:     0, Passed:     3, Skipped:     0, Total:     3\n", 3],
  ])("%s", (_name, output, expected) => {
    expect(ran(output)).toBe(expected);
  });

  test("an output that names no known runner is not guessed at", () => {
    expect(countTests("compiled 3 files\nall good\n")).toBeNull();
  });
});

const figures = (output: string) => {
  const count = countTests(output);
  return count && [count.runner, count.passed, count.failed, count.skipped];
};

describe("passed, failed and skipped, in each runner's own words", () => {
  test.each<[string, string, [string, number, number, number]]>([
    ["jest", "Tests:       1 failed, 1 skipped, 1 todo, 1 passed, 4 total\n", ["jest", 1, 1, 2]],
    ["vitest", "      Tests  1 failed | 1 passed | 1 skipped | 1 todo (4)\n", ["vitest", 1, 1, 2]],
    ["mocha", "\n  1 passing (14ms)\n  2 pending\n  1 failing\n\n  1) a\n", ["mocha", 1, 1, 2]],
    [
      "ava, which leaves out the passed where one failed",
      "\n  - [skip] s\n  ✔ ok\n  ✘ [fail]: bad\n  ✔ [expected fail] f\n  ─\n\n  1 test failed\n  1 known failure\n  1 test skipped\n  1 test todo\n",
      ["ava", 1, 1, 3],
    ],
    ["jasmine", "3 specs, 1 failure, 1 pending spec\n", ["jasmine", 1, 1, 1]],
    [
      "karma",
      "Chrome: Executed 1 of 4 SUCCESS\nChrome: Executed 3 of 4 (1 FAILED) (skipped 1)\n",
      ["karma", 2, 1, 1],
    ],
    ["node-tap", "# { total: 5, pass: 2, fail: 1, todo: 1, skip: 1 }\n", ["TAP", 2, 1, 2]],
    ["tape", "1..2\n# tests 2\n# pass  1\n# fail  1\n", ["TAP", 1, 1, 0]],
    ["bats as TAP", "1..3\nok 1 ok\nnot ok 2 bad\n# (in test file)\nok 3 skip # skip\n", ["TAP", 1, 1, 1]],
    ["bats", " ✓ ok\n ✗ bad\n - skip (skipped)\n\n3 tests, 1 failure, 1 skipped\n", ["bats", 1, 1, 1]],
    [
      "prove",
      "t.t .. ok\nAll tests successful.\nFiles=1, Tests=3,  0 wallclock secs\nResult: PASS\n",
      ["TAP", 3, 0, 0],
    ],
    [
      "pytest",
      "==== 1 failed, 3 passed, 2 skipped, 2 xfailed, 1 xpassed, 1 error in 10.95s ====\n",
      ["pytest", 4, 2, 4],
    ],
    [
      "pytest, after more than a minute",
      "==== 3 passed, 1 warning in 61.02s (0:01:01) ====\n",
      ["pytest", 3, 0, 0],
    ],
    [
      "unittest",
      "Ran 4 tests in 0.002s\n\nFAILED (failures=1, skipped=1, expected failures=1)\n",
      ["unittest", 1, 1, 2],
    ],
    ["rspec", "3 examples, 1 failure, 1 pending\n", ["rspec", 1, 1, 1]],
    ["minitest", "3 runs, 2 assertions, 1 failures, 0 errors, 1 skips\n", ["minitest", 1, 1, 1]],
    [
      "test-unit",
      "2 tests, 1 assertions, 0 failures, 0 errors, 0 pendings, 1 omissions, 0 notifications\n",
      ["minitest", 1, 0, 1],
    ],
    ["phpunit", "Tests: 4, Assertions: 2, Failures: 1, Skipped: 1, Incomplete: 1.\n", ["phpunit", 1, 1, 2]],
    ["Pest", "  Tests:    1 failed, 2 skipped, 3 passed (4 assertions)\n", ["Pest", 3, 1, 2]],
    [
      "ExUnit",
      "Finished in 0.02 seconds\n4 tests, 1 failure, 1 excluded, 1 skipped\n\nRandomized with seed 1\n",
      ["ExUnit", 1, 1, 2],
    ],
    [
      "go test, in packages",
      "ok  \ta\t0.1s\n--- FAIL: TestX (0.00s)\nFAIL\nFAIL\tb\t0.1s\n?   \tc\t[no test files]\n",
      ["go test, by package", 1, 1, 0],
    ],
    [
      "go test -v, a name once for each package",
      "=== RUN   TestA\n=== RUN   TestA/one\n--- PASS: TestA (0.00s)\n    --- PASS: TestA/one (0.00s)\nok  \ta\t0.1s\n=== RUN   TestA\n--- PASS: TestA (0.00s)\n--- PASS: TestA (0.00s)\n--- SKIP: TestB (0.00s)\nok  \tb\t0.1s\n",
      ["go test", 3, 0, 1],
    ],
    [
      "go test -json",
      '{"Time":"t","Action":"pass","Package":"a","Test":"TestA"}\n{"Action":"skip","Package":"a","Test":"TestB"}\n{"Action":"pass","Package":"a"}\n',
      ["go test", 1, 0, 1],
    ],
    [
      "cargo test, several binaries",
      "running 3 tests\ntest result: FAILED. 1 passed; 1 failed; 1 ignored; 0 measured; 0 filtered out\n\nrunning 1 test\ntest result: ok. 1 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out\n",
      ["cargo test", 2, 1, 1],
    ],
    [
      "cargo nextest",
      "     Summary [   0.401s] 13 tests run: 12 passed (1 slow, 1 flaky), 1 failed, 2 skipped\n",
      ["cargo nextest", 12, 1, 2],
    ],
    [
      "maven, class by class and then the sum",
      "[INFO] Tests run: 3, Failures: 0, Errors: 0, Skipped: 0, Time elapsed: 0.05 s - in AppTest\n[INFO] Results:\n[WARNING] Tests run: 7, Failures: 1, Errors: 1, Skipped: 2\n",
      ["surefire", 3, 2, 2],
    ],
    ["gradle, where something failed", "29 tests completed, 1 failed, 2 skipped\n", ["gradle", 26, 1, 2]],
    [
      "the console of JUnit 5",
      "[         1 tests skipped      ]\n[         4 tests started      ]\n[         0 tests aborted      ]\n[         3 tests successful   ]\n[         1 tests failed       ]\n",
      ["JUnit", 3, 1, 1],
    ],
    [
      "ctest",
      "3/4 Test #3: sk ...............................***Skipped   0.00 sec\n4/4 Test #4: dis ..............................***Not Run (Disabled)   0.00 sec\n\n67% tests passed, 1 tests failed out of 3\n",
      ["ctest", 1, 1, 2],
    ],
    [
      "dotnet test, two assemblies",
      "Passed!  - Failed:     0, Passed:     3, Skipped:     1, Total:     4, Duration: 1 ms - a.dll\nFailed!  - Failed:     1, Passed:     2, Skipped:     0, Total:     3, Duration: 1 ms - b.dll\n",
      ["dotnet test", 5, 1, 1],
    ],
    [
      "dotnet test with the newer logger",
      "Test summary: total: 4, failed: 1, succeeded: 2, skipped: 1, duration: 1.2s\n",
      ["dotnet test", 2, 1, 1],
    ],
    [
      "bun",
      " 2 pass\n 1 skip\n 1 fail\n 4 expect() calls\nRan 4 tests across 1 file. [12.00ms]\n",
      ["bun test", 2, 1, 1],
    ],
    ["deno", "FAILED | 3 passed (2 steps) | 1 failed | 1 ignored (5ms)\n", ["deno test", 3, 1, 1]],
    [
      "ScalaTest",
      "[info] Tests: succeeded 3, failed 1, canceled 0, ignored 1, pending 1\n",
      ["ScalaTest", 3, 1, 2],
    ],
    [
      "XCTest, whose last line holds the others",
      "\t Executed 2 tests, with 0 failures (0 unexpected)\n\t Executed 5 tests, with 1 test skipped and 1 failure (0 unexpected)\n",
      ["XCTest", 3, 1, 1],
    ],
  ])("%s", (_name, output, expected) => {
    expect(figures(output)).toEqual(expected);
  });

  test("two runners in one output are added up and both named", () => {
    const both = "  3 passing (2ms)\n\nTests:       2 passed, 2 total\n";
    expect(figures(both)).toEqual(["jest and mocha", 5, 0, 0]);
  });
});

describe("a summary that a test prints", () => {
  const FAKE_TAP = "# tests 90\n# suites 0\n# pass 90\n# fail 0\n# cancelled 0\n# skipped 0\n# todo 0\n";

  test.each<[string, string, number]>([
    [
      "pytest",
      "==== test session starts ====\n==== 90 passed in 0.1s ====\n==== 2 passed in 0.12s ====\n",
      2,
    ],
    [
      "cargo",
      "running 1 test\ntest result: ok. 90 passed; 0 failed\ntest result: ok. 1 passed; 0 failed\n",
      1,
    ],
    ["node:test as TAP", `TAP version 13\n${FAKE_TAP}# x\n${SUMMARY(2).replaceAll("ℹ", "#")}`, 2],
    [
      "minitest",
      "# Running:\n90 runs, 9 assertions, 0 failures, 0 errors, 0 skips\n1 runs, 1 assertions, 0 failures, 0 errors, 0 skips\n",
      1,
    ],
    [
      "go test -v, one name again and again",
      `=== RUN   TestA\n${"--- PASS: TestA (0.00s)\n".repeat(90)}ok  \ta\t0.1s\n`,
      1,
    ],
    ["TAP, more lines than the plan has", `1..2\n${"ok 1 - fake\n".repeat(90)}ok 2 - real\n`, 2],
  ])("gives way to what %s says itself", (_name, output, expected) => {
    expect(ran(output)).toBe(expected);
  });

  test("two genuine runs of one runner still add up", () => {
    const pytest = (n: number) => `==== test session starts ====\n==== ${n} passed in 0.12s ====\n`;
    expect(ran(pytest(3) + pytest(4))).toBe(7);
  });

  test("where a runner says nothing at its start, the least of more reports than it can have counts", () => {
    const count = countTests("  90 passing (1ms)\n\n  2 passing (3ms)\n");
    expect(leastReports(count!, 1)).toBe(2);
    expect(leastReports(count!, 2)).toBe(92);
  });
});

test("colours do not stand in the way", () => {
  const coloured =
    "\u001B[31m==== \u001B[1m1 failed\u001B[0m, \u001B[32m3 passed\u001B[0m\u001B[31m in 2.97s\u001B[0m ====\n";
  expect(figures(cleanOutput(coloured, "/tree"))).toEqual(["pytest", 3, 1, 0]);
});

test("an output cut in its middle still has the summary at its end", () => {
  const cut =
    "==== test session starts ====\ntests/a.py ....\n… 9 characters left out …\n==== 3 passed in 0.1s ====\n";
  expect(figures(cut)).toEqual(["pytest", 3, 0, 0]);
});

describe("runners of this machine", () => {
  const FILES: Record<string, string> = {
    "a.test.mjs": `import test from "node:test";
test("one", () => {});
test.skip("two", () => {});
test("three", () => { throw new Error("x"); });
`,
    "early.test.mjs": `import test from "node:test";\nprocess.exit(0);\ntest("never", () => {});\n`,
    "jest/b.test.js": `test("one", () => {});\ntest.skip("two", () => {});\n`,
    "jest/package.json": "{}",
    "test_c.py":
      "import unittest\n\n\nclass T(unittest.TestCase):\n    def test_one(self):\n        pass\n\n" +
      "    @unittest.skip('no')\n    def test_two(self):\n        pass\n",
  };
  const JEST = join(import.meta.dirname, "../../node_modules/jest/bin/jest.js");
  let root = "";
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), "avatar-count-"));
    for (const [path, text] of Object.entries(FILES)) {
      await mkdir(dirname(join(root, path)), { recursive: true });
      await writeFile(join(root, path), text);
    }
  });
  afterAll(async () => rm(root, { recursive: true, force: true }));

  function output(command: string): string {
    const env = { ...process.env, NODE_TEST_CONTEXT: undefined, NODE_OPTIONS: undefined };
    const run = spawnSync("bash", ["-c", `${command} 2>&1`], { cwd: root, encoding: "utf8", env });
    return cleanOutput(run.stdout, root);
  }

  test.each<[string, [string, number, number, number]]>([
    [`${process.execPath} --test a.test.mjs`, ["node:test", 1, 1, 1]],
    [`${process.execPath} --test --test-reporter=tap a.test.mjs`, ["node:test", 1, 1, 1]],
    [`${process.execPath} --test a.test.mjs early.test.mjs`, ["node:test", 1, 1, 1]],
    [`cd jest && ${process.execPath} ${JEST}`, ["jest", 1, 0, 1]],
    ["python3 -B -m unittest test_c", ["unittest", 1, 0, 1]],
  ])("%s", (command, expected) => {
    expect(figures(output(command))).toEqual(expected);
  });
});

test("JUnit files are counted suite by suite", () => {
  const tags = `<testsuite name="A" tests="3" skipped="1" failures="0" errors="0" time="0.1">
<testsuite name="B" tests="2" skipped="0" failures="1" errors="0">`;
  expect(countSuites(tags)).toMatchObject({ passed: 3, failed: 1, skipped: 1, total: 5, reports: [2, 2] });
  expect(countSuites("")).toBeNull();
});

test.each([
  ["go test ./...", "go test -v ./..."],
  ["CGO_ENABLED=0 go test -race ./...", "CGO_ENABLED=0 go test -v -race ./..."],
  ["go test -v ./...", "go test -v ./..."],
  ["go test -json ./... | tee out", "go test -json ./... | tee out"],
  ["go test ./... > out", "go test ./... > out"],
  ["cargo test", "cargo test"],
  ["go testing", "go testing"],
])("%s is run as %s", (command, expected) => {
  expect(tellingCommand(command)).toBe(expected);
});
