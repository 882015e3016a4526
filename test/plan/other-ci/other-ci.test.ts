import { expect, test } from "@jest/globals";
import { checksOf, planOf } from "../repository.ts";

test("Travis: script lines are checks whatever the program, guards by variables are decided", async () => {
  const plan = await planOf({
    ".travis.yml": `
language: node_js
env: { jobs: [EXTRA=false, EXTRA=true] }
install: npm ci
script:
  - ./run --travis
  - "[ $EXTRA = false ] || npx eslint ."
  - if [[ "$TRAVIS_OS_NAME" == "osx" ]]; then npx jest mac; fi
after_script: npm install coveralls && npx coveralls
`,
  });
  expect(checksOf(plan)).toEqual(["test ./run --travis", "lint npx eslint ."]);
  expect(plan.checks[0]?.provenance).toBe("ci:.travis.yml#travis/script");
  expect(plan.setup.map((step) => step.command)).toEqual(["npm ci"]);
});

test("Travis without a script runs the language's default", async () => {
  expect(checksOf(await planOf({ ".travis.yml": "language: go" }))).toEqual(["test go test -v ./..."]);
});

test("GitLab: what runs for a merge request, with extends and includes", async () => {
  const plan = await planOf({
    ".gitlab-ci.yml": `
include: { local: /ci/base.yml }
variables: { MODE: ci }
.base: { before_script: [npm ci] }
unit: { extends: .base, script: [npx jest], services: [postgres] }
manual: { script: npx jest manual, when: manual }
nightly: { script: npx jest nightly, rules: [{ if: '$CI_PIPELINE_SOURCE == "schedule"' }] }
ship: { stage: deploy, script: npx jest ship }
tags: { script: npx jest tags, only: [tags] }
`,
    "ci/base.yml": "style: { script: npx eslint . }",
  });
  expect(checksOf(plan)).toEqual(["test npx jest", "lint npx eslint ."]);
  expect(plan.checks[0]?.env).toMatchObject({ MODE: "ci" });
  expect(plan.warnings).toEqual(["The job unit of .gitlab-ci.yml needs services: postgres."]);
});

test("CircleCI: jobs of workflows for branches, commands opened, parameters not guessed", async () => {
  const plan = await planOf({
    ".circleci/config.yml": `
commands: { prepare: { steps: [{ run: npm ci }] } }
jobs:
  test: { docker: [{ image: node }], steps: [checkout, prepare, { run: { name: Unit, command: npx jest, working_directory: ~/project/app } }, { run: "npx jest << parameters.part >>" }] }
  ship: { docker: [{ image: node }], steps: [{ run: npx jest ship }] }
  idle: { docker: [{ image: node }], steps: [{ run: npx jest idle }] }
workflows:
  main: { jobs: [test, { ship: { filters: { branches: { ignore: /.*/ } } } }] }
`,
  });
  expect(checksOf(plan)).toEqual(["test npx jest @app"]);
  expect(plan.setup.map((step) => step.command)).toEqual(["npm ci"]);
});

test("Azure Pipelines: script steps of Linux jobs", async () => {
  const plan = await planOf({
    "azure-pipelines.yml": `
jobs:
  - job: linux
    pool: { vmImage: ubuntu-latest }
    steps: [{ script: npm ci }, { bash: npx jest, displayName: Test, workingDirectory: app }]
  - { job: win, pool: { vmImage: windows-latest }, steps: [{ script: npx jest win }] }
`,
  });
  expect(checksOf(plan)).toEqual(["test npx jest @app"]);
});

test("another CI counts only where GitHub's workflows declare nothing", async () => {
  const plan = await planOf({
    ".travis.yml": "script: npx jest travis",
    ".github/workflows/ci.yml":
      "on: push\njobs: { a: { runs-on: ubuntu-latest, steps: [{ run: npx jest }] } }",
  });
  expect(checksOf(plan)).toEqual(["test npx jest"]);
});
