import { describe, expect, test } from "@jest/globals";
import { firstFailure } from "../../src/verify/first-failure.ts";

describe("the first failing assertion, with file and line", () => {
  test.each([
    [
      "node:test",
      `(node:12) Warning: look at src/noise.js:99\n✖ adds (3ms)\nℹ tests 1\n\n✖ failing tests:\n\ntest at test/a.test.js:3:1\n✖ adds (3ms)\n  AssertionError [ERR_ASSERTION]: 1 == 2\n      at assert (node:assert:100:3)\n      at TestContext.<anonymous> (test/a.test.js:4:10)\n      at Test.runInAsyncScope (node:async_hooks:227:14)`,
      "test/a.test.js:4",
      "1 == 2",
    ],
    [
      "jest",
      "FAIL test/a.test.js\n  ● suite › adds\n\n    expect(received).toBe(expected) // Object.is equality\n\n    Expected: 4\n    Received: 3\n\n      3 | test()\n\n      at Object.toBe (test/a.test.js:4:21)\n      at run (node_modules/jest/x.js:1:1)",
      "test/a.test.js:4",
      "Expected: 4, Received: 3",
    ],
    [
      "vitest",
      " FAIL  test/a.test.ts > adds\nAssertionError: expected 3 to be 4 // Object.is equality\n ❯ test/a.test.ts:5:13",
      "test/a.test.ts:5",
      "expected 3 to be 4",
    ],
    [
      "mocha",
      "  1 passing\n  1 failing\n\n  1) adds:\n     AssertionError [ERR_ASSERTION]: 3 == 4\n      at Context.<anonymous> (test/x.js:5:12)",
      "test/x.js:5",
      "3 == 4",
    ],
    [
      "pytest",
      "====== FAILURES ======\n_____ test_add _____\n\n    def test_add():\n>       assert add(1, 2) == 4\nE       assert 3 == 4\nE        +  where 3 = add(1, 2)\n\ntests/test_a.py:4: AssertionError\n=== short test summary info ===",
      "tests/test_a.py:4",
      "assert 3 == 4",
    ],
    [
      "unittest",
      'FAIL: test_add (tests.test_a.T.test_add)\n----------\nTraceback (most recent call last):\n  File "/usr/lib/python3.11/unittest/mock.py", line 1, in x\n  File "tests/test_a.py", line 7, in test_add\n    self.assertEqual(3, 4)\nAssertionError: 3 != 4\n',
      "tests/test_a.py:7",
      "AssertionError: 3 != 4",
    ],
    [
      "go test",
      "--- FAIL: TestAdd (0.00s)\n    a_test.go:9: got 3, want 4\nFAIL",
      "a_test.go:9",
      "got 3, want 4",
    ],
    [
      "cargo test",
      "failures:\n\n---- tests::adds stdout ----\nthread 'tests::adds' panicked at src/lib.rs:9:5:\nassertion `left == right` failed\n  left: 3",
      "src/lib.rs:9",
      "assertion `left == right` failed",
    ],
    ["rustc", "error[E0308]: mismatched types\n --> src/lib.rs:3:5\n  |", "src/lib.rs:3", "mismatched types"],
    ["tsc", "src/a.ts(3,5): error TS2322: Type 'x' is wrong.", "src/a.ts:3", "error TS2322"],
    [
      "eslint",
      "\nsrc/a.js\n  2:1  warning  w  r\n  3:5  error  'x' is not defined  no-undef\n",
      "src/a.js:3",
      "'x' is not defined",
    ],
    ["ruff", "pkg/a.py:1:8: F401 [*] `os` imported but unused", "pkg/a.py:1", "F401"],
    ["gcc", "src/a.c:2:3: warning: unused\nsrc/a.c:5:1: error: expected ';'", "src/a.c:5", "expected ';'"],
    [
      "rspec",
      "Failures:\n\n  1) adds works\n     Failure/Error: expect(3).to eq 4\n       expected: 4\n            got: 3\n     # ./spec/a_spec.rb:6:in `block (2 levels) in <top (required)>'",
      "spec/a_spec.rb:6",
      "expect(3).to eq 4",
    ],
    [
      "minitest",
      "  1) Failure:\nTestA#test_add [test/a_test.rb:5]:\nExpected: 4\n  Actual: 3",
      "test/a_test.rb:5",
      "Expected: 4",
    ],
    [
      "JUnit",
      "org.opentest4j.AssertionFailedError: expected: <4> but was: <3>\n\tat org.junit.jupiter.api.Assertions.fail(Assertions.java:55)\n\tat com.example.AddTest.adds(AddTest.java:12)",
      "AddTest.java:12",
      "expected: <4> but was: <3>",
    ],
  ])("%s", (_name, output, place, message) => {
    const failure = firstFailure(output);
    expect(`${failure?.file}:${failure?.line}`).toBe(place);
    expect(failure?.message).toContain(message);
  });

  test("no place is invented where the output names none", () => {
    expect(firstFailure("something went wrong\nat 12:30 o'clock")).toBeNull();
  });
});
