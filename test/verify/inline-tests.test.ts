import { afterEach, expect, test } from "@jest/globals";
import { inlineTests, withInlineTests } from "../../src/verify/inline-tests.ts";
import { localCheckout, type LocalCheckout } from "../support/local-checkout.ts";

const opened: LocalCheckout[] = [];
afterEach(async () => {
  for (const checkout of opened.splice(0)) await checkout.remove();
});

/** The changed file with the base's tests put back; null where they stand in it as they did. */
async function putBack(path: string, base: string, now: string): Promise<string | null> {
  const checkout = await localCheckout({ [path]: base });
  opened.push(checkout);
  const { signal } = new AbortController();
  const candidate = await checkout.change({ [path]: now });
  const changed = await checkout.freshTree(candidate, signal);
  const found = await inlineTests(candidate.patch, changed.workspace);
  await changed.dispose();
  if (found.length === 0) return null;
  const restored = await checkout.candidateFromPatch(withInlineTests(candidate.patch, found));
  const tree = await checkout.freshTree(restored, signal);
  const bytes = await tree.workspace.readFile(path);
  await tree.dispose();
  return new TextDecoder().decode(bytes ?? new Uint8Array());
}

const RUST = `pub fn one() -> i32 {
    1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn is_one() {
        assert_eq!(one(), 1);
    }
}

pub fn two() -> i32 {
    2
}
`;
const WEAK = "assert!(one() > 0)";

test.each<[string, string, string, string]>([
  ["a module of tests in Rust", "src/lib.rs", RUST, RUST.replace("assert_eq!(one(), 1)", WEAK)],
  [
    "the same under another name",
    "src/lib.rs",
    RUST,
    RUST.replace("assert_eq!(one(), 1)", WEAK).replace("mod tests", "mod checks"),
  ],
  [
    "a test of Zig",
    "src/one.zig",
    'fn one() i32 {\n    return 1;\n}\n\ntest "one" {\n    try expect(one() == 1);\n}\n',
    'fn one() i32 {\n    return 1;\n}\n\ntest "one" {\n    try expect(true);\n}\n',
  ],
  [
    "a unittest of D",
    "source/one.d",
    "int one() { return 1; }\n\nunittest\n{\n    assert(one == 1);\n}\n",
    "int one() { return 1; }\n\nunittest\n{\n    assert(one);\n}\n",
  ],
  [
    "a doctest of Python",
    "one.py",
    'def one():\n    """\n    >>> one()\n    1\n    """\n    return 1\n',
    'def one():\n    """\n    >>> one()\n    2\n    """\n    return 1\n',
  ],
])("%s that was changed is put back, the program is not", async (_what, path, base, weak) => {
  const program = (text: string) => text.replace(/(?<=return |-> i32 \{\n {4})1/u, "3");
  expect(await putBack(path, base, program(weak))).toBe(program(base));
});

test("a new test beside an old one leaves the file to be judged by the old one alone", async () => {
  const more = RUST.replace("    #[test]", "    #[test]\n    fn more() {}\n\n    #[test]");
  expect(await putBack("src/lib.rs", RUST, more)).toBe(RUST);
});

test.each<[string, string, string, string]>([
  ["a change of the program alone", "src/lib.rs", RUST, RUST.replace("    1\n", "    3\n")],
  ["the first tests of a file", "src/lib.rs", "fn one() {}\n", `fn one() {}\n${RUST}`],
  ["what only tests are built with", "src/lib.rs", ...bothWith("#[cfg(test)]\nuse std::fmt;\n\n")],
  ["what tests are built without", "src/lib.rs", ...bothWith("#[cfg(not(test))]\n")],
  ["a feature that is named after tests", "src/lib.rs", ...bothWith('#[cfg(feature = "test")]\n')],
  ["a test file", "tests/one.rs", RUST, RUST.replace("assert_eq!(one(), 1)", WEAK)],
  [
    "a file that does not end with a line",
    "src/lib.rs",
    `${RUST}//`,
    RUST.replace("_eq!(one(), 1)", "!(true)"),
  ],
])("%s is left as it is", async (_what, path, base, now) => {
  expect(await putBack(path, base, now)).toBeNull();
});

function bothWith(head: string): [string, string] {
  return [`${head}fn one() {\n    1\n}\n`, `${head}fn one() {\n    3\n}\n`];
}
