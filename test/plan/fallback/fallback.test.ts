import { expect, test } from "@jest/globals";
import { checksOf, planOf } from "../repository.ts";
import type { Files } from "../repository.ts";

const SCRIPTS = `{"scripts":{"test":"jest","test:unit":"jest unit","lint":"eslint .","lint:fix":"eslint --fix .","typecheck":"tsc --noEmit","format":"prettier --write ."}}`;

test.each<[string, Files, string[], string[]]>([
  [
    "npm",
    { "package.json": SCRIPTS, "package-lock.json": "" },
    ["test npm test", "lint npm run lint", "lint npm run typecheck"],
    ["npm ci"],
  ],
  [
    "pnpm",
    { "package.json": SCRIPTS, "pnpm-lock.yaml": "" },
    ["test pnpm test", "lint pnpm run lint", "lint pnpm run typecheck"],
    ["pnpm install --frozen-lockfile"],
  ],
  [
    "yarn",
    { "package.json": SCRIPTS, "yarn.lock": "" },
    ["test yarn test", "lint yarn run lint", "lint yarn run typecheck"],
    ["yarn install --frozen-lockfile"],
  ],
  [
    "bun",
    { "package.json": SCRIPTS, "bun.lock": "" },
    ["test bun run test", "lint bun run lint", "lint bun run typecheck"],
    ["bun install --frozen-lockfile"],
  ],
  [
    "no real npm test",
    { "package.json": `{"scripts":{"test":"echo \\"Error: no test specified\\" && exit 1"}}` },
    [],
    [],
  ],
  ["a watching test script", { "package.json": `{"scripts":{"test":"jest --watch"}}` }, [], []],
  [
    "pytest by pyproject",
    { "pyproject.toml": "[project]\nname='x'\n[tool.pytest.ini_options]\n" },
    ["test python -m pytest"],
    ["python -m pip install -e ."],
  ],
  [
    "pytest by setup.cfg",
    { "setup.cfg": "[tool:pytest]\n[flake8]\n" },
    ["test python -m pytest", "lint python -m flake8"],
    [],
  ],
  ["tox", { "tox.ini": "[testenv]\ncommands = pytest\n" }, ["test python -m tox"], []],
  ["nox", { "noxfile.py": "" }, ["test python -m nox"], []],
  ["pytest by its files", { "tests/test_a.py": "def test_a():\n    pass\n" }, ["test python -m pytest"], []],
  [
    "unittest by its files",
    { "tests/__init__.py": "", "tests/test_a.py": "import unittest\nclass A(unittest.TestCase): pass\n" },
    ["test python -m unittest discover -s tests -t ."],
    [],
  ],
  [
    "unittest at the root",
    { "test_a.py": "from unittest import TestCase\n" },
    ["test python -m unittest"],
    [],
  ],
  ["pre-commit", { ".pre-commit-config.yaml": "repos: []" }, ["lint pre-commit run --all-files"], []],
  [
    "Cargo workspace",
    { "Cargo.toml": "[workspace]\n", "rustfmt.toml": "" },
    ["test cargo test --workspace", "lint cargo fmt --all --check"],
    ["cargo fetch"],
  ],
  [
    "Go",
    { "go.mod": "module x", "a_test.go": "", ".golangci.yml": "" },
    ["test go test ./...", "lint golangci-lint run"],
    ["go mod download"],
  ],
  ["Go without tests", { "go.mod": "module x" }, [], []],
  ["Maven wrapper", { mvnw: "", "pom.xml": "" }, ["test ./mvnw -B verify"], []],
  ["Gradle", { "build.gradle.kts": "" }, ["test gradle check"], []],
  [
    "rspec and rubocop",
    { Gemfile: "", ".rspec": "", ".rubocop.yml": "" },
    ["test bundle exec rspec", "lint bundle exec rubocop"],
    ["bundle install"],
  ],
  [
    "PHP",
    { "composer.json": "{}", "phpunit.xml.dist": "", "phpstan.neon": "" },
    ["test vendor/bin/phpunit", "lint vendor/bin/phpstan analyse"],
    ["composer install"],
  ],
  [".NET", { "App.sln": "" }, ["test dotnet test"], ["dotnet restore"]],
  [
    "Elixir",
    { "mix.exs": "", ".formatter.exs": "" },
    ["test mix test", "lint mix format --check-formatted"],
    ["mix deps.get"],
  ],
  ["Deno", { "deno.json": `{"tasks":{"test":"deno test -A"}}` }, ["test deno task test"], []],
  [
    "Makefile before conventions",
    {
      Makefile: "test: build\n\tgo test ./...\nlint:\n\tgolangci-lint run\nfmt:\n\tgofmt -w .\n",
      "go.mod": "module x",
      "a_test.go": "",
    },
    ["test make test", "lint make lint"],
    ["go mod download"],
  ],
  ["justfile", { justfile: "default: test\ntest:\n  cargo test\n" }, ["test just test"], []],
  [
    "Taskfile",
    { "Taskfile.yml": "tasks:\n  test: { cmds: [go test ./...] }\n  lint: golangci-lint run\n" },
    ["test task test", "lint task lint"],
    [],
  ],
  [
    "a build when it is all there is",
    { Makefile: "kilo: kilo.c\n\t$(CC) -o kilo kilo.c -Wall\n", "kilo.c": "" },
    ["lint make"],
    [],
  ],
  ["a task file that only deletes", { Makefile: "clean:\n\trm -rf build\n" }, [], []],
])("%s", async (_, files, checks, setup) => {
  const plan = await planOf(files);
  expect(checksOf(plan)).toEqual(checks);
  expect(plan.setup.map((step) => step.command)).toEqual(setup);
});

test("where CI speaks for a slot, no file speaks over it", async () => {
  const plan = await planOf({
    ".github/workflows/ci.yml":
      "on: push\njobs: { a: { runs-on: ubuntu-latest, steps: [{ run: npm run ci-test }, { run: npm run check }] } }",
    "package.json": `{"scripts":{"ci-test":"jest --ci","test":"jest","check":"eslint .","lint":"eslint --max-warnings 0 ."}}`,
    "setup.cfg": "[flake8]\n",
  });
  expect(checksOf(plan)).toEqual(["test npm run ci-test", "lint npm run check"]);
});

test("a linter that is only configured is no gate where CI exists and does not run it", async () => {
  const plan = await planOf({
    ".github/workflows/ci.yml":
      "on: push\njobs: { a: { runs-on: ubuntu-latest, steps: [{ run: bundle exec rake test }] } }",
    ".rubocop.yml": "",
    Gemfile: "",
  });
  expect(checksOf(plan)).toEqual(["test bundle exec rake test"]);
  expect(plan.setup.map((step) => [step.command, step.provenance])).toEqual([["bundle install", "Gemfile"]]);
});
