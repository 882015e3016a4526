import { afterEach, describe, expect, test } from "@jest/globals";
import { patchLines } from "../../src/verify/patch-lines.ts";
import { editsOf } from "../../src/verify/test-edits.ts";
import { type Files, localCheckout, type LocalCheckout } from "../support/local-checkout.ts";

const opened: LocalCheckout[] = [];
afterEach(async () => {
  for (const checkout of opened.splice(0)) await checkout.remove();
});

async function edits(base: Files, files: Files) {
  const checkout = await localCheckout(base);
  opened.push(checkout);
  return editsOf((await checkout.change(files)).patch);
}

const RUST = `pub fn one() -> i32 { 1 }

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn is_one() {
        assert_eq!(one(), 1);
    }

    #[test]
    fn is_not_two() {
        assert_ne!(one(), 2);
    }
}
`;

describe("tests that leave a file", () => {
  test.each<[string, string, string, string, string]>([
    [
      "rust, inside the source",
      "src/lib.rs",
      RUST,
      RUST.replace(/ {4}#\[test\]\n {4}fn is_one[^}]*\}\n\n/u, ""),
      "is_one",
    ],
    [
      "python",
      "tests/test_a.py",
      "def test_a():\n    pass\n\n\ndef test_b():\n    pass\n",
      "def test_a():\n    pass\n",
      "test_b",
    ],
    [
      "go",
      "a_test.go",
      "package a\n\nfunc TestA(t *T) {}\n\nfunc TestB(t *T) {}\n",
      "package a\n\nfunc TestA(t *T) {}\n",
      "TestB",
    ],
    [
      "java",
      "src/test/java/ATest.java",
      "class ATest {\n  @Test\n  void adds() {}\n}\n",
      "class ATest {\n}\n",
      "adds",
    ],
    [
      "C#",
      "A.Tests/ATests.cs",
      "class A {\n  [Fact]\n  public void Adds() {}\n}\n",
      "class A {\n}\n",
      "Adds",
    ],
    ["rspec", "spec/a_spec.rb", 'it "adds" do\nend\nit "b" do\nend\n', 'it "b" do\nend\n', "adds"],
    ["phpunit", "tests/ATest.php", "<?php\npublic function testAdds() {}\n", "<?php\n", "testAdds"],
    ["ExUnit", "test/a_test.exs", 'test "adds" do\nend\n', "# none\n", "adds"],
    ["bats", "a.bats", '@test "adds" {\n}\n', "# none\n", "adds"],
    [
      "jest",
      "a.test.ts",
      'it.each([1])("adds %s", () => {});\nit("adds", () => {});\n',
      'it.each([1])("adds %s", () => {});\n',
      "adds",
    ],
  ])("%s", async (...[, path, before, after, name]) => {
    expect((await edits({ [path]: before }, { [path]: after })).removed).toEqual([{ path, name }]);
  });

  test("one that only moves to another file has not left", async () => {
    const moved = { "a.test.js": "// none\n", "b.test.js": 'test("adds", () => {});\n' };
    expect((await edits({ "a.test.js": 'test("adds", () => {});\n' }, moved)).removed).toEqual([]);
  });

  test("a test file that is gone is told apart from one that has moved", async () => {
    const text = 'test("adds", () => {});\n'.repeat(9);
    const base = { "test/a.test.js": text, "test/b.test.js": 'test("b", () => {});\n' };
    const files = { "test/a.test.js": null, "test/deep/a.test.js": text, "test/b.test.js": null };
    expect((await edits(base, files)).deletedFiles).toEqual(["test/b.test.js"]);
  });
});

describe("marks that leave a test of the base out", () => {
  test.each<[string, string, string, string]>([
    [
      "rust",
      "src/lib.rs",
      RUST,
      RUST.replace("    #[test]\n    fn is_one", "    #[test]\n    #[ignore]\n    fn is_one"),
    ],
    ["pytest", "test_a.py", "def test_a():\n    pass\n", "@pytest.mark.xfail\ndef test_a():\n    pass\n"],
    [
      "pytest, inside",
      "test_a.py",
      "def test_a():\n    pass\n",
      "def test_a():\n    pytest.skip('x')\n    pass\n",
    ],
    ["jest", "a.test.js", 'it("a", () => {});\n', 'it.skip("a", () => {});\n'],
    ["xit", "a.test.js", 'it("a", () => {});\n', 'xit("a", () => {});\n'],
    ["go", "a_test.go", "func TestA(t *T) {\n\tx()\n}\n", 'func TestA(t *T) {\n\tt.Skip("x")\n\tx()\n}\n'],
    ["java", "ATest.java", "@Test\nvoid adds() {}\n", "@Disabled\n@Test\nvoid adds() {}\n"],
    ["C#", "ATests.cs", "[Fact]\npublic void Adds() {}\n", '[Fact(Skip = "x")]\npublic void Adds() {}\n'],
    [
      "phpunit",
      "ATest.php",
      "function testA() {\n  x();\n}\n",
      "function testA() {\n  $this->markTestSkipped('x');\n  x();\n}\n",
    ],
    ["ExUnit", "a_test.exs", 'test "a" do\nend\n', '@tag :skip\ntest "a" do\nend\n'],
    ["bats", "a.bats", '@test "a" {\n  x\n}\n', '@test "a" {\n  skip\n  x\n}\n'],
  ])("%s", async (_language, path, before, after) => {
    const { skipped } = await edits({ [path]: before }, { [path]: after });
    expect(skipped).toHaveLength(1);
  });

  test("a new test that is skipped is not among them", async () => {
    const before = 'it("a", () => {});\n';
    const { skipped } = await edits(
      { "a.test.js": before },
      { "a.test.js": `${before}it.skip("b", () => {});\n` },
    );
    expect(skipped).toEqual([]);
    const python = "def test_a():\n    pass\n";
    const added = `${python}\n\n@pytest.mark.skip\ndef test_b():\n    pass\n`;
    expect((await edits({ "test_a.py": python }, { "test_a.py": added })).skipped).toEqual([]);
  });

  test("a mark that lets only some tests run is found in a new file too, with its line", async () => {
    const { focused } = await edits({}, { "b.test.js": '// x\ndescribe.only("b", () => {});\n' });
    expect(focused).toEqual([{ path: "b.test.js", line: 2, text: 'describe.only("b", () => {});' }]);
  });
});

test("the lines of a patch keep their places, and content that looks like a header is content", async () => {
  const checkout = await localCheckout({ "a.sql": "keep\n-- a/old\nend\n" });
  opened.push(checkout);
  const { patch } = await checkout.change({ "a.sql": "keep\n++ b/x\nend\n", "b c.txt": "new\n" });
  expect(patchLines(patch)).toEqual([
    {
      path: "a.sql",
      isNew: false,
      lines: [
        { kind: "kept", text: "keep", line: 1 },
        { kind: "removed", text: "-- a/old", line: 2 },
        { kind: "added", text: "++ b/x", line: 2 },
        { kind: "kept", text: "end", line: 3 },
      ],
    },
    { path: "b c.txt", isNew: true, lines: [{ kind: "added", text: "new", line: 1 }] },
  ]);
});
