import type { VersionRule } from "./toolchain.ts";

/** `18`, `^20.1`, `>=3.9,<4`, `ruby-3.2`, `go1.22`, `1.22.x`. */
const DECLARED =
  /^(>=|~>|===?|[=^~><]|<=)?\s*v?(?:(?:go|ruby|python|cpython|php|temurin|zulu|corretto|openjdk|jdk|swift|node)-?)?(\d+(?:\.\d+)*)/i;
/** Another implementation counts its versions by itself. */
const OTHER_ENGINE = /^(jruby|truffleruby|pypy|graalpy|mruby|rbx|anaconda|miniconda)/i;

/** Whether a machine's version serves a declared one; null where the two cannot be compared (`lts/*`, `stable`). */
export function fitsVersion(declared: string, found: string, rule: VersionRule): boolean | null {
  const machine = versionNumbers(found);
  if (machine.length === 0) return null;
  const answers = declared
    .split(/\|\||\n/)
    .map((one) => one.trim())
    .filter((one) => one !== "")
    .map((one) => fitsOne(one, machine, rule));
  if (answers.includes(true)) return true;
  return answers.length === 0 || answers.includes(null) ? null : false;
}

/** The version in what a program printed; Java calls 8 `1.8`. */
export function printedVersion(output: string, rule: VersionRule): string | null {
  const text = (rule.pattern ?? /(\d+(?:\.\d+)*)/).exec(output)?.[1];
  return text?.replace(/^1\.([5-8])\b.*/, rule.line.startsWith("java ") ? "$1" : "$&") ?? null;
}

function fitsOne(declared: string, machine: readonly number[], rule: VersionRule): boolean | null {
  if (OTHER_ENGINE.test(declared)) return null;
  const match = DECLARED.exec(declared);
  const operator = match?.[1] ?? "";
  if (match?.[2] === undefined || operator.startsWith("<")) return null;
  return serves(operator, versionNumbers(match[2]), machine, rule);
}

function serves(
  operator: string,
  wanted: readonly number[],
  machine: readonly number[],
  rule: VersionRule,
): boolean {
  const order = compare(wanted, machine, rule.numbers);
  if ((operator !== "~>" && operator.startsWith(">")) || rule.newerServes === true) return order <= 0;
  const withinMajor = operator === "^" || (operator === "~>" && wanted.length < 3);
  return withinMajor ? order <= 0 && wanted[0] === machine[0] : order === 0;
}

/** Only as far as both say something: `20` is any 20. */
function compare(wanted: readonly number[], machine: readonly number[], numbers: number): number {
  for (let index = 0; index < Math.min(numbers, wanted.length, machine.length); index += 1) {
    const difference = (wanted[index] ?? 0) - (machine[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

function versionNumbers(text: string): number[] {
  return (/\d+(?:\.\d+)*/.exec(text)?.[0] ?? "")
    .split(".")
    .filter((one) => one !== "")
    .map(Number);
}
