import { expect, test } from "@jest/globals";
import { testDetection } from "../../../src/verify/guards/test-detection.ts";
import { splitPatch } from "../../../src/verify/split-patch.ts";

/** What the guard says of a new file. */
function saysOf(path: string, ...lines: string[]): string {
  const head = `diff --git a/${path} b/${path}\nnew file mode 100644\nindex 0000000..1111111\n--- /dev/null\n+++ b/${path}\n`;
  const body = lines.map((line) => `+${line}\n`).join("");
  const [result] = testDetection(splitPatch(`${head}@@ -0,0 +1,${lines.length} @@\n${body}`), "required");
  return result?.status === "pass" ? "" : (result?.evidence ?? "");
}

test.each<[string, string]>([
  ["glob.js", 'const { Test } = require("tape");'],
  ["src/glob.ts", 'import { expect } from "chai";'],
  ["src/glob.ts", 'import "vitest";'],
  ["prices.py", "from unittest import TestCase as T"],
  ["prices.py", "import pytest"],
  ["lib/Size.pm", "use Test::More ();"],
  ["lib/stock.rb", 'require "minitest/autorun"'],
  ["src/Basket.php", "use PHPUnit\\Framework\\Assert;"],
  ["lib/shares.ex", "  import ExUnit.Assertions"],
  ["src/main/java/a/Shop.java", "import static org.junit.Assert.*;"],
  ["lua/size.lua", 'local assert = require("luassert")'],
])("a test library taken into %s is shown: %s", (path, line) => {
  expect(saysOf(path, line)).toBe(`${path}:1: takes a test library into the program: ${line.trim()}`);
});

test.each<[string, string]>([
  ["src/glob.js", 'const assert = require("node:assert");'],
  ["src/glob.ts", 'import assert from "assert";'],
  ["src/glob.ts", 'import type { Assertion } from "chai";'],
  ["src/testing/helpers.ts", 'import { expect } from "chai";'],
  ["src/pytest_prices/plugin.py", "import pytest"],
  ["Rakefile", 'require "minitest/test_task"'],
  ["lib/tasks/spec.rake", 'require "rspec/core/rake_task"'],
  ["internal/load.go", 'import "testing"'],
  ["src/expectations.js", 'const should = require("./should.js");'],
  ["src/glob.js", 'const map = require("tap-map");'],
  ["test/glob.test.js", 'const test = require("tape");'],
  ["docs/guide.md", "    use Test::More;"],
])("%s may hold: %s", (path, line) => {
  expect(saysOf(path, line)).toBe("");
});

test.each([
  "lib/minitest/autorun.rb",
  "gems/a/lib/rspec/expectations.rb",
  "lib/Test/More.pm",
  "Test/Builder.pm",
  "pytest.py",
  "src/unittest/__init__.py",
  "tape/index.js",
  "chai.mjs",
  "src/PHPUnit/Framework/TestCase.php",
  "lib/ex_unit/assertions.ex",
  "src/test/java/org/junit/Assert.java",
  "include/assert.h",
])("%s stands in the place of a test library", (path) => {
  expect(saysOf(path, "x")).toContain(`${path}: stands in the place of a test library`);
});

test.each([
  "lib/minitest/stock_plugin.rb",
  "lib/rspec/stock.rb",
  "lib/Test/Stock.pm",
  "t/lib/Test/Stock.pm",
  "app/unittest.py",
  "src/editor/tape/index.js",
  "src/util/assert.h",
  "src/test/java/a/junit/Rules.java",
  "test/expect.js",
])("%s does not", (path) => {
  expect(saysOf(path, "x")).toBe("");
});

test.each<[string, string]>([
  ["src/Basket.php", 'echo "OK (2 tests, 3 assertions)\\n";'],
  ["prices.py", 'os.write(2, b"...\\nRan 3 tests in 0.001s\\n\\nOK\\n")'],
  ["lib/stock.rb", 'at_exit { puts "2 runs, 2 assertions, 0 failures, 0 errors, 0 skips" }'],
  ["src/lib.rs", '    println!("test result: ok. 3 passed; 0 failed");'],
  ["src/a.js", 'console.log("# tests 3\\n# pass 3\\n# fail 0");'],
  ["src/a.js", 'console.log("  3 passing (4ms)");'],
  ["lib/Size.pm", 'print "1..2\\nok 1\\nok 2\\n";'],
  ["wrap.go", '\tfmt.Print("PASS\\nok\\twrap\\t0.002s\\n")'],
  ["hex.c", '  puts("100% tests passed, 0 tests failed out of 3");'],
])("%s may not hold a runner's summary: %s", (path, line) => {
  expect(saysOf(path, line)).toContain("holds the summary of a test runner");
});

test.each<[string, string]>([
  ["src/reporter.js", "console.log(`${passed} passing`);"],
  ["src/reporter.rb", 'puts "#{runs} runs, #{assertions} assertions"'],
  ["src/a.js", 'console.log("ok, 3 files passed on");'],
  ["src/a.py", 'print("1 of 3 tests the user asked for")'],
  ["src/a.js", "// prints: OK (2 tests, 3 assertions)"],
])("%s may hold: %s", (path, line) => {
  expect(saysOf(path, line)).toBe("");
});

test.each<[string, string, string]>([
  ["src/Basket.php", "exit(0);", "final class Basket"],
  ["lib/cache.js", "process.exit(0);", "module.exports = Cache;"],
  ["prices.py", "sys.exit(0)", "def parse_price(text):"],
  ["lib/stock.rb", "exit", "class Stock"],
  ["lib/Size.pm", "exit;", "package Size;"],
])("%s may not leave while it is loaded: %s", (path, leaves, module) => {
  expect(saysOf(path, leaves, module)).toBe(`${path}:1: ends the process when it is loaded: ${leaves}`);
});

test.each<[string, string, string]>([
  ["bin/prices.py", "sys.exit(0)", "def main():"],
  ["prices.py", "sys.exit(main())", "def main():"],
  ["prices.py", "    sys.exit(0)", "def main():"],
  ["src/cli.js", "process.exit(0);", "function main() {}"],
  ["lib/cache.js", "process.exit(1);", "module.exports = Cache;"],
  ["check.sh", "exit 0", "function check() {"],
  ["logout.php", "exit;", "header('Location: /');"],
  ["report.py", "#!/usr/bin/env python3\n+sys.exit(0)", "def main():"],
])("%s may: %s", (path, leaves, module) => {
  expect(saysOf(path, ...leaves.split("\n+"), module)).toBe("");
});
