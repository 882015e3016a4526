import { expect, test } from "@jest/globals";
import { checksOf, planOf } from "../repository.ts";
import type { Files } from "../repository.ts";

const JEST = `{"scripts":{"test":"jest","lint":"eslint ."}}`;
const PYTEST = "[project]\nname='x'\n[tool.pytest.ini_options]\n";

test.each<[string, Files, string[], string[]]>([
  [
    "npm workspaces whose root tests nothing",
    {
      "package.json": `{"workspaces":["packages/*","!packages/old"],"scripts":{"test":"echo no test specified"}}`,
      "package-lock.json": "",
      "packages/a/package.json": JEST,
      "packages/b/package.json": `{"scripts":{"build":"tsc"}}`,
      "packages/old/package.json": JEST,
      "elsewhere/package.json": JEST,
    },
    ["test npm test @packages/a", "lint npm run lint @packages/a"],
    ["npm ci"],
  ],
  [
    "workspaces whose root goes through all of them",
    {
      "package.json": `{"workspaces":["packages/*"],"scripts":{"test":"npm test --workspaces","lint":"eslint ."}}`,
      "packages/a/package.json": JEST,
    },
    ["test npm test", "lint npm run lint"],
    ["npm install"],
  ],
  [
    "pnpm, by the manager of the root",
    {
      "package.json": "{}",
      "pnpm-lock.yaml": "",
      "pnpm-workspace.yaml": "packages:\n  - apps/**\n",
      "apps/web/package.json": JEST,
      "apps/deep/er/package.json": JEST,
      "apps/examples/x/package.json": JEST,
    },
    [
      "test pnpm test @apps/deep/er",
      "test pnpm test @apps/web",
      "lint pnpm run lint @apps/deep/er",
      "lint pnpm run lint @apps/web",
    ],
    ["pnpm install --frozen-lockfile"],
  ],
  [
    "yarn workspaces in the long form, and lerna",
    {
      "package.json": `{"workspaces":{"packages":["a"]}}`,
      "yarn.lock": "",
      "lerna.json": `{"packages":["b/"]}`,
      "a/package.json": `{"scripts":{"test":"mocha"}}`,
      "b/package.json": `{"scripts":{"test":"ava"}}`,
    },
    ["test yarn test @a", "test yarn test @b"],
    ["yarn install --frozen-lockfile"],
  ],
  [
    "modules of a Go workspace, which the root does not go through",
    {
      "go.work": 'go 1.24\n\nuse .\nuse (\n\t./api // first\n\t"./lib"\n\t./empty\n)\n',
      "go.mod": "module x",
      "x_test.go": "",
      "api/go.mod": "module x/api",
      "api/a_test.go": "",
      "lib/go.mod": "module x/lib",
      "lib/b_test.go": "",
      "empty/go.mod": "module x/empty",
    },
    ["test go test ./...", "test go test ./... @api", "test go test ./... @lib"],
    ["go mod download"],
  ],
  [
    "a task at the root, which is for the whole",
    {
      "go.work": "use ./api\n",
      Makefile: "test:\n\tcd api && go test ./...\n",
      "api/go.mod": "module x/api",
      "api/a_test.go": "",
    },
    ["test make test"],
    ["go mod download"],
  ],
  [
    "a uv workspace",
    {
      "pyproject.toml": "[tool.uv.workspace]\nmembers = ['libs/*']\nexclude = ['libs/old']\n",
      "libs/a/pyproject.toml": PYTEST,
      "libs/b/pyproject.toml": "[project]\nname='b'\n",
      "libs/b/tests/test_b.py": "import pytest\n",
      "libs/old/pyproject.toml": PYTEST,
    },
    ["test python -m pytest @libs/a", "test python -m pytest @libs/b"],
    ["uv sync --all-packages"],
  ],
  [
    "a uv workspace that pytest at the root goes through",
    {
      "pyproject.toml": "[tool.uv.workspace]\nmembers = ['libs/*']\n[tool.pytest.ini_options]\n",
      "libs/a/pyproject.toml": PYTEST,
    },
    ["test python -m pytest"],
    ["uv sync --all-packages"],
  ],
  [
    "folders that Poetry takes in",
    {
      "pyproject.toml": "[tool.poetry.dependencies]\na = { path = './libs/a', develop = true }\nb = '^1'\n",
      "poetry.lock": "",
      "libs/a/pyproject.toml": PYTEST,
    },
    ["test python -m pytest @libs/a"],
    ["poetry install"],
  ],
  [
    "folders that Composer takes in",
    {
      "composer.json": `{"repositories":[{"type":"path","url":"packages/*"},{"type":"vcs","url":"x/y"}]}`,
      "packages/a/composer.json": `{"scripts":{"test":"phpunit"}}`,
    },
    ["test composer test @packages/a"],
    ["composer install"],
  ],
  [
    "a Cargo workspace, by its root",
    { "Cargo.toml": "[workspace]\nmembers = ['a']\n", "a/Cargo.toml": "[package]\n" },
    ["test cargo test --workspace"],
    ["cargo fetch"],
  ],
  [
    "Gradle by its settings, and Maven modules, by their root",
    { gradlew: "", "settings.gradle.kts": 'include(":a")', "a/build.gradle.kts": "" },
    ["test ./gradlew check"],
    [],
  ],
  ["Maven modules, by their root", { "pom.xml": "<modules>", "a/pom.xml": "" }, ["test mvn -B verify"], []],
  [
    "projects side by side below an empty root",
    {
      "README.md": "",
      "backend/pyproject.toml": PYTEST,
      "frontend/package.json": JEST,
      "frontend/yarn.lock": "",
      "frontend/tools/package.json": JEST,
      "services/api/go.mod": "module api",
      "services/api/a_test.go": "",
      "examples/x/package.json": JEST,
      "a/b/c/package.json": JEST,
    },
    [
      "test python -m pytest @backend",
      "test yarn test @frontend",
      "test go test ./... @services/api",
      "lint yarn run lint @frontend",
    ],
    [
      "yarn install --frozen-lockfile @frontend",
      "python -m pip install -e . @backend",
      "go mod download @services/api",
    ],
  ],
  [
    "a project at the root, which is the project",
    { "Cargo.toml": "[package]", "bindings/package.json": JEST },
    ["test cargo test"],
    ["cargo fetch"],
  ],
])("%s", async (_, files, checks, setup) => {
  const plan = await planOf(files);
  expect(checksOf(plan)).toEqual(checks);
  expect(plan.setup.map(({ command, cwd }) => `${command}${cwd === "." ? "" : ` @${cwd}`}`)).toEqual(setup);
  expect(plan.warnings).toEqual([]);
});

test("a check of a package says where in the package it stands", async () => {
  const plan = await planOf({
    "package.json": `{"workspaces":["packages/*"]}`,
    "packages/a/package.json": `{\n"scripts": {\n"test": "jest"\n}}`,
    "packages/b/package.json": JEST,
  });
  expect(plan.checks[0]).toMatchObject({
    name: "test (npm test) in packages/a",
    provenance: "packages/a/package.json:scripts.test",
    line: 3,
  });
});

const CI = "on: push\njobs: { a: { runs-on: ubuntu-latest, steps: [{ run: npx eslint . }] } }";

test("where CI declares something, only packages of a workspace fill the slot it leaves empty", async () => {
  const packages = { ".github/workflows/ci.yml": CI, "a/package.json": JEST, "b/package.json": JEST };
  expect(checksOf(await planOf(packages))).toEqual(["lint npx eslint ."]);
  const workspace = { ...packages, "package.json": `{"workspaces":["a"]}` };
  expect(checksOf(await planOf(workspace))).toEqual(["test npm test @a", "lint npx eslint ."]);
});

test("more packages than a run has time for are cut, and the plan says so", async () => {
  const many = Array.from({ length: 30 }, (_, index) => `p${index + 10}`);
  const files = Object.fromEntries(many.map((name) => [`${name}/package.json`, JEST]));
  const plan = await planOf({ ...files, "package.json": `{"workspaces":["*"]}` });
  expect(plan.checks.filter(({ kind }) => kind === "test")).toHaveLength(20);
  expect(plan.warnings).toEqual(["Only the first 20 of 30 packages were read for checks of their own."]);
});

test("a collection of projects that nothing holds together has no plan, and the plan says so", async () => {
  const files = Object.fromEntries(
    Array.from({ length: 9 }, (_, index) => [`lesson-${index}/package.json`, JEST]),
  );
  const plan = await planOf(files);
  expect(plan.checks).toEqual([]);
  expect(plan.warnings).toEqual([expect.stringMatching(/^9 folders hold projects and nothing at the root/)]);
});
