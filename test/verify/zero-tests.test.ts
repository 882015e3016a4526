import { describe, expect, test } from "@jest/globals";
import { tallyTests } from "../../src/verify/zero-tests.ts";

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
    expect(tallyTests(output)?.ran).toBe(0);
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
  ])("%s", (_name, output, ran) => {
    expect(tallyTests(output)?.ran).toBe(ran);
  });

  test("an output that names no known runner is not guessed at", () => {
    expect(tallyTests("compiled 3 files\nall good\n")).toBeNull();
  });
});
