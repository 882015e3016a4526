import { expect, test } from "@jest/globals";
import type { VerificationPlan } from "../../src/domain/plan.ts";
import { planOf, planOfWorkflow } from "./repository.ts";

/** `command @ line` of everything in a plan. */
function lines({ setup, checks, excluded }: VerificationPlan): string[] {
  return [...setup, ...checks, ...excluded].map(({ command, line }) => `${command} @ ${line ?? "?"}`);
}

const WORKFLOW = `name: CI
on: pull_request
x-steps:
  - &install
    name: Install
    run: npm ci
jobs:
  test:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - *install
      - name: Two lines
        env: { A: b }
        run: |
          npx jest
          npx eslint .
      - run: npm publish
      - uses: ./.github/actions/style
      - { run: npx tsc --noEmit }
  mac:
    runs-on: macos-latest
    steps: [{ run: npx jest }]
  call:
    uses: ./.github/workflows/called.yml
  other: { uses: a/b/.github/workflows/x.yml@v1 }
`;

test("every step, check and exclusion of a workflow has the line of its run", async () => {
  const plan = await planOfWorkflow(WORKFLOW, {
    ".github/actions/style/action.yml":
      "runs:\n  using: composite\n  steps:\n    - run: npx prettier --check .\n",
    ".github/workflows/called.yml":
      "on: workflow_call\njobs:\n  inner:\n    runs-on: ubuntu-latest\n    steps:\n      - run: npx mocha\n",
  });
  expect(lines(plan)).toEqual([
    "npm ci @ 6",
    "npx jest @ 15",
    "npx mocha @ 6",
    "npx eslint . @ 15",
    // The file of the provenance is the workflow, so the line is that of the step that uses the action.
    "npx prettier --check . @ 19",
    "npx tsc --noEmit @ 20",
    "npm publish @ 18",
    "job mac @ 21",
    "job other (a/b/.github/workflows/x.yml@v1) @ 26",
  ]);
});

test("a mapping that is merged in is found where it is written", async () => {
  const plan = await planOfWorkflow(`on: push
x: &job
  runs-on: ubuntu-latest
  steps:
    - run: npx jest
jobs:
  one:
    <<: *job
    env: { A: b }
`);
  expect(lines(plan)).toEqual(["npx jest @ 5"]);
});

test.each<[string, Record<string, string>, string[]]>([
  [
    "package.json",
    {
      "package.json": `{\n  "test": "x",\n  "scripts": {\n    "lint": "eslint .",\n    "test": "jest"\n  }\n}\n`,
    },
    ["npm install @ 1", "npm test @ 5", "npm run lint @ 4"],
  ],
  ["Makefile", { Makefile: "A := b\n.PHONY: test\ntest: x\n\tgo test ./...\n" }, ["make test @ 3"]],
  ["justfile", { justfile: "default: test\n\n@test *args:\n  cargo test\n" }, ["just test @ 3"]],
  [
    "Taskfile",
    { "Taskfile.yml": "version: 3\ntasks:\n  test:\n    cmds: [go test ./...]\n" },
    ["task test @ 3"],
  ],
  ["tox", { "tox.ini": "[tox]\n\n[testenv]\ncommands = pytest\n" }, ["python -m tox @ 3"]],
  [
    "pyproject",
    { "pyproject.toml": "[project]\nname = 'x'\n[tool.pytest.ini_options]\n" },
    ["python -m pip install -e . @ 1", "python -m pytest @ 3"],
  ],
  ["a test file", { "tests/test_a.py": "\n\nimport pytest\n" }, ["python -m pytest @ 3"]],
  [
    "Travis",
    { ".travis.yml": "language: node_js\ninstall: npm ci\nscript:\n  - npx jest\n  - 'npx eslint .'\n" },
    ["npm ci @ 2", "npx jest @ 4", "npx eslint . @ 5"],
  ],
  [
    "GitLab",
    {
      ".gitlab-ci.yml":
        "first:\n  script: [npm run x]\nunit:\n  script:\n    - npx jest\nsame:\n  script:\n    - npx eslint .\n",
    },
    ["npx jest @ 5", "npx eslint . @ 8", "npm run x @ 1"],
  ],
  [
    "CircleCI",
    {
      ".circleci/config.yml":
        "jobs:\n  unit:\n    docker: [{ image: x }]\n    steps:\n      - checkout\n      - run: npx jest\n      - run:\n          name: style\n          command: npx eslint .\n",
    },
    ["npx jest @ 6", "npx eslint . @ 9"],
  ],
  [
    "Azure",
    { "azure-pipelines.yml": "steps:\n  - script: npx jest\n  - bash: |\n      npx eslint .\n" },
    ["npx jest @ 2", "npx eslint . @ 4"],
  ],
])("what %s declares has its line", async (_, files, expected) => {
  expect(lines(await planOf(files))).toEqual(expected);
});

test("what the repository's configuration declares has its line, what the operator's does has none", async () => {
  const files = {
    ".github/avatar.yml": "verify:\n  setup:\n    - npm ci\n  test:\n    - npm run a\n    - npm run b\n",
  };
  const plan = await planOf(files, {
    operator: { test: [], lint: ["make lint"] },
    repository: { test: ["npm run a", "npm run b"], lint: [], setup: ["npm ci"] },
  });
  expect(lines(plan)).toEqual(["npm ci @ 3", "npm run a @ 5", "npm run b @ 6", "make lint @ ?"]);
});

test("what a model cites has the line of its quote", async () => {
  const plan = await planOf(
    { "CONTRIBUTING.md": "# Work\n\nBefore a change\nrun `make check`.\n" },
    {
      proposer: {
        propose: () =>
          Promise.resolve([
            {
              slot: "test" as const,
              command: "npx jest",
              path: "CONTRIBUTING.md",
              quote: "Before a change\nrun `make check`.",
            },
          ]),
      },
    },
  );
  expect(lines(plan)).toEqual(["npx jest @ 3"]);
});

const JOBS = "jobs: { a: { runs-on: ubuntu-latest, steps: [{ run: npx jest }] } }";

test.each<[string, string, object | undefined]>([
  [
    "paths",
    "on: { pull_request: { paths: ['src/**', '!src/docs/**'] } }",
    { include: ["src/**", "!src/docs/**"], exclude: [] },
  ],
  ["paths-ignore", "on: { push: { paths-ignore: ['**.md'] } }", { include: [], exclude: ["**.md"] }],
  ["those of the pull request, not of the push", "on: { push: { paths: [a] }, pull_request: }", undefined],
  ["a single path", "on: { pull_request: { paths: src/** } }", { include: ["src/**"], exclude: [] }],
  ["nothing", "on: push", undefined],
])("a check keeps the path filter of its workflow: %s", async (_, on, paths) => {
  const plan = await planOfWorkflow(`${on}\n${JOBS}\n`);
  expect(plan.checks.map((check) => check.paths)).toEqual([paths]);
});

test("a check that another workflow runs for any file, or for other files, is bound to none", async () => {
  const filtered = (path: string): string => `on: { pull_request: { paths: [${path}] } }\n${JOBS}\n`;
  const pathsOf = async (...workflows: string[]) => {
    const files = workflows.map((text, index) => [`.github/workflows/${index}.yml`, text]);
    return (await planOf(Object.fromEntries(files) as Record<string, string>)).checks.map(
      ({ paths }) => paths,
    );
  };
  expect(await pathsOf(filtered("a"), `on: pull_request\n${JOBS}\n`)).toEqual([undefined]);
  expect(await pathsOf(filtered("a"), filtered("b"))).toEqual([undefined]);
  expect(await pathsOf(filtered("a"), filtered("a"))).toEqual([{ include: ["a"], exclude: [] }]);
});

test("the workflow that is called is bound to the files of its caller", async () => {
  const plan = await planOf({
    ".github/workflows/ci.yml":
      "on: { pull_request: { paths: [src/**] } }\njobs: { a: { uses: ./.github/workflows/b.yml } }\n",
    ".github/workflows/b.yml": `on: workflow_call\n${JOBS}\n`,
  });
  expect(plan.checks.map((check) => check.paths?.include)).toEqual([["src/**"]]);
});

test("files that GitLab and Azure wait for are kept as well", async () => {
  const gitlab = await planOf({
    ".gitlab-ci.yml": `
only: { script: npx jest, only: { changes: [src/*] } }
rules: { script: npx mocha, rules: [{ changes: { paths: [lib/*] } }, { when: never }] }
any: { script: npx ava, rules: [{ changes: [lib/*] }, { when: on_success }] }
except: { script: npx tap, except: { changes: ['*.md'] } }
`,
  });
  expect(gitlab.checks.map(({ command, paths }) => [command, paths])).toEqual([
    ["npx jest", { include: ["src/*"], exclude: [] }],
    ["npx mocha", { include: ["lib/*"], exclude: [] }],
    ["npx ava", undefined],
    ["npx tap", { include: [], exclude: ["*.md"] }],
  ]);
  const azure = await planOf({
    "azure-pipelines.yml":
      "pr: { paths: { include: [src], exclude: [docs] } }\nsteps: [{ script: npx jest }]\n",
  });
  expect(azure.checks[0]?.paths).toEqual({ include: ["src"], exclude: ["docs"] });
});
