import { expect, test } from "@jest/globals";
import { checkCoversContent } from "../../src/plan/check-covers-content.ts";
import { classifyChangePaths } from "../../src/plan/classify-change-paths.ts";
import { vacuousDeclaredCheck } from "../../src/plan/vacuous-declared-check.ts";

test.each([
  "",
  "  ",
  "true",
  ":",
  "echo ok",
  "grep -q x file.py",
  "ls && echo fine",
  "cat a | wc -l",
  "test -f x.py",
  "sudo true",
  "CI=1 echo done",
  "npx echo",
  'echo "a | b"',
  "bash -c 'echo ok'",
  "exit 0",
])("%j proves nothing", (command) => expect(vacuousDeclaredCheck(command)).toBe(true));

test.each([
  "pytest",
  "printf 'q' | python -m game",
  "echo start && npm test",
  "true; make check",
  "python -c 'import x'",
  "./run.sh",
  "bash -c 'pytest -q'",
  "uv run true-checker",
])("%j runs something", (command) => expect(vacuousDeclaredCheck(command)).toBe(false));

test.each([
  "grep -q Install README.md",
  "! grep -q TODO docs/guide.rst",
  "test -s CHANGELOG.md",
  "[ -f notes.txt ]",
  "markdownlint README.md",
  "npx markdownlint-cli2 'docs/**/*.md'",
  "grep -q x < README.md",
  "python check_links.py docs/index.adoc",
  "diff expected.md actual.md",
  "make build && grep -q v2 README.md",
])("%j covers content", (command) => expect(checkCoversContent(command)).toBe(true));

test.each([
  "pytest",
  "echo README.md",
  "cat README.md",
  "cat README.md | grep -q Install",
  "grep -q README.md src/app.py",
  "python -c \"open('README.md')\"",
  "grep -q x README.md || true",
  "grep -q x README.md || echo fine",
  "markdownlint README.md || true && echo done",
  "pip install -r requirements.txt",
  "cmake -P CMakeLists.txt",
  "diff README.md README.md",
  "test -n README.md",
  "",
])("%j does not cover content", (command) => expect(checkCoversContent(command)).toBe(false));

test("paths are code unless they are plainly content", () => {
  expect(classifyChangePaths([])).toEqual(new Set());
  expect(classifyChangePaths(["README.md", "docs/a.rst", "NOTES.TXT", "x.adoc"])).toEqual(
    new Set(["content"]),
  );
  expect(classifyChangePaths(["requirements-dev.txt", "sub/CMakeLists.txt", "Makefile", "a.mdx"])).toEqual(
    new Set(["code"]),
  );
  expect(classifyChangePaths(["a.py", "README.md"])).toEqual(new Set(["code", "content"]));
});
