import { expect, test } from "@jest/globals";
import { fitsVersion, printedVersion } from "../../../src/plan/machine/fits-version.ts";
import { toolchainOf } from "../../../src/plan/machine/toolchain.ts";
import type { VersionRule } from "../../../src/plan/machine/toolchain.ts";

function rule(program: string): VersionRule {
  const found = toolchainOf(program)?.toolchain.version;
  if (found === undefined) throw new Error(`no version of ${program}`);
  return found;
}

test.each([
  // Node.js: the major counts.
  ["node", "20", "20.11.1", true],
  ["node", "20.x", "20.11.1", true],
  ["node", "v22.3.0", "22.1.0", true],
  ["node", "18", "20.11.1", false],
  ["node", ">=18", "20.11.1", true],
  ["node", ">=22", "20.11.1", false],
  ["node", "^18.12 || ^20.9 || >=22", "20.11.1", true],
  ["node", "^18.12 || >=22", "20.11.1", false],
  ["node", "lts/*", "20.11.1", null],
  ["node", "18\n20", "20.11.1", true],
  // Python, Ruby and PHP: the minor counts.
  ["python", "3.11", "3.11.7", true],
  ["python", "3.12", "3.11.7", false],
  ["python", "3.x", "3.11.7", true],
  ["python", ">=3.9,<4", "3.11.7", true],
  ["python", ">=3.12", "3.11.7", false],
  ["python", "pypy3.10", "3.11.7", null],
  ["ruby", "ruby-3.4", "3.1.2", false],
  ["ruby", "~> 3.1", "3.3.0", true],
  ["ruby", "~> 3.1.0", "3.3.0", false],
  ["ruby", "head", "3.1.2", null],
  ["php", "^8.1", "8.2.36", true],
  ["php", "^8.3", "8.2.36", false],
  // Go and Rust: a newer one builds what an older one did.
  ["go", "1.22", "1.23.4", true],
  ["go", "1.24.0", "1.23.4", false],
  ["cargo", "1.70", "1.80.1", true],
  ["cargo", "stable", "1.80.1", null],
  ["java", "17", "17.0.15", true],
  ["java", "temurin-21", "17.0.15", false],
])("%s: %j on a machine with %s: %s", (program, declared, found, expected) => {
  expect(fitsVersion(declared, found, rule(program))).toBe(expected);
});

test.each([
  ["node", "v24.21.0", "24.21.0"],
  ["python", "Python 3.11.7", "3.11.7"],
  ["go", "go version go1.23.4 linux/amd64", "1.23.4"],
  ["cargo", "rustc 1.80.1 (3f5fd8dd4 2024-08-06)", "1.80.1"],
  ["java", 'openjdk version "17.0.15" 2025-04-15', "17.0.15"],
  ["java", 'java version "1.8.0_392"', "8"],
  ["mix", "Erlang/OTP 25 [erts-13.1.5] Elixir 1.14.0 (compiled with Erlang/OTP 24)", "1.14.0"],
  ["dotnet", "", null],
])("%s prints its version among other words: %s", (program, output, expected) => {
  expect(printedVersion(output, rule(program))).toBe(expected);
});
