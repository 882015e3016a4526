import { describe, expect, test } from "@jest/globals";
import { isRunnerFile, isScript } from "../../../src/verify/rubric/runner-files.ts";
import { onlyAddsTests, tellingPart } from "../../../src/verify/rubric/telling-part.ts";

const WORDS = new Set(["npm", "test", "make", "check:*"]);
const isMoved = (path: string, before: string, after: string): boolean =>
  tellingPart(path, before, WORDS) !== tellingPart(path, after, WORDS);

const manifest = (more: object, scripts: object = {}): string =>
  JSON.stringify({
    name: "a",
    scripts: { test: "npm run unit && mocha", unit: "node --test", docs: "typedoc", ...scripts },
    devDependencies: { mocha: "^11.0.0" },
    ...more,
  });

describe("package.json", () => {
  test.each<[string, string]>([
    ["the script of a check", manifest({}, { test: "mocha || true" })],
    ["a script that it calls", manifest({}, { unit: "true" })],
    ["a script before it", manifest({}, { pretest: "rm -r test" })],
    ["a script named by a pattern", manifest({}, { "check:types": "true" })],
    ["a script that an install runs", manifest({}, { postinstall: "node patch.js" })],
    ["the configuration of a runner", manifest({ mocha: { spec: "none" } })],
    ["another package in the place of one", manifest({ overrides: { mocha: "npm:nothing" } })],
    ["a runner from the repository itself", manifest({ devDependencies: { mocha: "file:./fake" } })],
  ])("%s tells", (_what, after) => {
    expect(isMoved("package.json", manifest({}), after)).toBe(true);
  });

  test.each<[string, string]>([
    ["a new dependency", manifest({ dependencies: { "left-pad": "^1.3.0" } })],
    ["a newer runner", manifest({ devDependencies: { mocha: "^11.1.0" } })],
    ["a script that no check reaches", manifest({}, { release: "npm publish" })],
    ["a version and a description", manifest({ version: "2.0.0", description: "b" })],
    ["other spaces", JSON.stringify(JSON.parse(manifest({})), null, 4)],
  ])("%s does not", (_what, after) => {
    expect(isMoved("pkg/package.json", manifest({}), after)).toBe(false);
  });
});

describe("other manifests", () => {
  test.each<[string, string, string, boolean]>([
    [
      "pyproject.toml",
      "[project]\nname = 'a'\n",
      "[project]\nname = 'a'\n[tool.pytest.ini_options]\naddopts = '-k none'\n",
      true,
    ],
    ["pyproject.toml", "[project]\ndependencies = []\n", "[project]\ndependencies = ['attrs']\n", false],
    ["pyproject.toml", "[tool.mypy]\nstrict = true\n", "[tool.mypy]\nstrict = false\n", true],
    ["setup.cfg", "[metadata]\nversion = 1\n", "[metadata]\nversion = 2\n", false],
    ["setup.cfg", "[tool:pytest]\n", "[tool:pytest]\naddopts = --co\n", true],
    ["Cargo.toml", "[dependencies]\n", "[dependencies]\nserde = '1'\n", false],
    ["Cargo.toml", "[lib]\nname = 'a'\n", "[lib]\nname = 'a'\ntest = false\n", true],
    ["go.mod", "module a\n", "module a\n\nrequire b v1.0.0\n", false],
    ["go.mod", "module a\n", "module a\n\nreplace b => ./fake\n", true],
    ["pom.xml", "<project/>\n", "<project><skipTests>true</skipTests></project>\n", true],
    ["CMakeLists.txt", "add_library(a a.c)\n", "add_library(a a.c b.c)\n", false],
    [
      "CMakeLists.txt",
      "add_test(a a)\n",
      "add_test(a a)\nset_tests_properties(a PROPERTIES WILL_FAIL ON)\n",
      true,
    ],
    [
      "CMakeLists.txt",
      "file(GLOB tests test_*.c)\nadd_library(a a.c)\n",
      "file(GLOB tests test_other.c)\nadd_library(a a.c)\n",
      true,
    ],
    ["CMakeLists.txt", "add_test(NAME a COMMAND a)\n", "add_test(NAME a COMMAND true)\n", true],
    ["CMakeLists.txt", "add_executable(test_a test_a.c)\n", "add_executable(test_a ok.c)\n", true],
    ["CMakeLists.txt", "add_executable(app main.c)\n", "add_executable(app main.c b.c)\n", false],
    ["CMakeLists.txt", "file(GLOB sources src/*.c)\n", "file(GLOB sources lib/*.c)\n", false],
    ["tsconfig.json", '{ "target": "es2022" }', '{ "target": "es2023" }', false],
    ["tsconfig.json", '{\n"strict": true\n}', '{\n"strict": false\n}', true],
    ["pytest.ini", "[pytest]\n", "[pytest]\naddopts = -k none\n", true],
  ])("%s: %j to %j moves the rubric: %s", (path, before, after, expected) => {
    expect(isMoved(path, before, after)).toBe(expected);
  });
});

describe("more tests in a CMakeLists.txt", () => {
  const before =
    "enable_testing()\nadd_library(a a.c)\nadd_executable(test_a test_a.c)\nadd_test(NAME a COMMAND test_a)\n";
  test.each<[string, string, boolean]>([
    ["one more test", `${before}add_executable(test_b test_b.c)\nadd_test(NAME b COMMAND test_b)\n`, true],
    ["one more source of a test and of the library", before.replaceAll("a.c)", "a.c\n  b.c)"), true],
    ["another command", before.replace("COMMAND test_a", "COMMAND true"), false],
    ["a test that may fail", `${before}set_tests_properties(a PROPERTIES WILL_FAIL ON)\n`, false],
    ["a test less", before.replace("add_test(NAME a COMMAND test_a)\n", ""), false],
    ["a way round them", before.replace("add_lib", "if(WITH_TESTS)\nendif()\nadd_lib"), false],
  ])("%s", (_what, after, expected) => {
    expect(onlyAddsTests("CMakeLists.txt", before, after)).toBe(expected);
    expect(onlyAddsTests("Makefile", before, after)).toBe(false);
  });
});

describe("Makefile", () => {
  const text =
    "OBJS = a.o b.o\nFLAGS = -v\ntest: all unit\n\t./run $(FLAGS) $(OBJS)\nunit:\n\t./unit\nall: $(OBJS)\nclean:\n\trm x\n";
  test.each<[string, string, string, boolean]>([
    ["a recipe of a check", "\t./run", "\t-./run", true],
    ["a need of a check", "test: all unit", "test: all", true],
    ["a recipe that it needs", "\t./unit", "\ttrue", true],
    ["a variable in it", "FLAGS = -v", "FLAGS = -v -k none", true],
    ["the shell", "OBJS", "SHELL = /bin/true\nOBJS", true],
    ["a target of its own", "clean:", "docs:\n\techo\nclean:", false],
    ["one more file to build", "b.o\n", "b.o src/c.o\n", false],
    ["a recipe that no check reaches", "rm x", "rm y", false],
  ])("%s", (_what, from, to, expected) => {
    expect(isMoved("Makefile", text, text.replace(from, to))).toBe(expected);
  });
});

describe("conftest.py", () => {
  const text = "import pytest\n\n\n@pytest.fixture\ndef prices():\n    return [1]\n";
  test.each<[string, string, boolean]>([
    [
      "one more fixture",
      "\n\n@pytest.fixture(scope='session')\ndef more(prices):\n    return prices + [2]\n",
      false,
    ],
    ["a constant", "\nPRICES = [\n    1,\n]\n", false],
    [
      "a marker that is made known",
      "\n\ndef pytest_configure(config):\n    config.addinivalue_line('markers', 'slow: takes long')\n",
      false,
    ],
    [
      "a hook that patches",
      "\n\ndef pytest_configure(config):\n    import basket\n    basket.total = sum\n",
      true,
    ],
    ["a hook", "\n\ndef pytest_collection_modifyitems(items):\n    items.clear()\n", true],
    [
      "a fixture that is always on",
      "\n\n@pytest.fixture(autouse=True)\ndef patched(monkeypatch):\n    pass\n",
      true,
    ],
    ["something done while loading", "\nimport basket\nbasket.total = lambda prices: 3\n", true],
    ["tests left out", "\ncollect_ignore = ['test_total.py']\n", true],
  ])("%s", (_what, more, expected) => {
    expect(isMoved("tests/conftest.py", text, text + more)).toBe(expected);
  });
});

test.each<[string, boolean]>([
  ["conftest.py", true],
  ["tests/conftest.py", true],
  ["sitecustomize.py", true],
  ["lib/zz.pth", true],
  [".npmrc", true],
  [".mocharc.cjs", true],
  ["packages/a/jest.config.ts", true],
  ["vitest.workspace.ts", true],
  ["eslint.config.js", true],
  [".noserc", true],
  ["pytest.ini", true],
  ["tox.ini", true],
  ["phpunit.xml.dist", true],
  [".rspec", true],
  ["pytest/__init__.py", true],
  [".gitlab-ci.yml", true],
  ["test/fixtures/app/package.json", false],
  ["examples/jest/jest.config.js", false],
  ["src/config.js", false],
  ["src/jest/config.js", false],
  ["docs/conftest.md", false],
  ["src/eslint-rule.js", false],
  ["lib/eslint/eslint.js", false],
  ["packages/prettier.json", false],
  [".prettierignore", true],
  [".oxlintrc.json", true],
  ["src/pytest_plugin.py", false],
  ["config/app.json", false],
])("whether a tool finds %s by its name: %s", (path, expected) => {
  expect(isRunnerFile(path)).toBe(expected);
});

test.each<[string, boolean]>([
  ["scripts/test.js", true],
  ["run.sh", true],
  ["run_tests.py", true],
  ["src/setupTests.js", true],
  ["src/index.js", false],
  ["bin/cli.js", false],
  ["test/a.test.js", false],
  ["README.md", false],
])("whether %s, named by a command, is a means of checking: %s", (path, expected) => {
  expect(isScript(path)).toBe(expected);
});
