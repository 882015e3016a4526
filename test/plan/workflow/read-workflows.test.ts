import { expect, test } from "@jest/globals";
import { checksOf, planOf, planOfWorkflow } from "../repository.ts";

test("environment of workflow, job and step, the narrowest wins; secrets stay out", async () => {
  const plan = await planOfWorkflow(`
on: pull_request
env: { A: workflow, B: workflow, TOKEN: "\${{ secrets.T }}" }
jobs:
  test:
    runs-on: ubuntu-latest
    env: { B: job, C: "\${{ env.A }}-\${{ matrix.node }}" }
    strategy: { matrix: { node: [18, 22] } }
    steps:
      - run: npx jest
        env: { D: step }
`);
  expect(plan.checks[0]?.env).toEqual({ A: "workflow", B: "job", C: "workflow-22", D: "step" });
});

test("defaults, working directories and the checkout's own folder give the place", async () => {
  const plan = await planOfWorkflow(`
on: pull_request
defaults: { run: { working-directory: packages } }
jobs:
  a:
    runs-on: ubuntu-latest
    steps: [{ run: npx jest one }, { run: npx jest two, working-directory: ./other/ }, { run: "npx jest three", working-directory: "\${{ github.workspace }}/x" }]
  b:
    runs-on: ubuntu-latest
    defaults: { run: { working-directory: src/app } }
    steps: [{ uses: actions/checkout@v4, with: { path: src } }, { run: go test ./... }]
  c:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - uses: actions/checkout@v4
        with: { repository: someone/else, path: else }
      - { run: cargo test, working-directory: else }
`);
  expect(checksOf(plan)).toEqual([
    "test npx jest one @packages",
    "test npx jest two @other",
    "test npx jest three @x",
    "test go test ./... @app",
  ]);
  expect(plan.excluded.map((one) => one.reason)).toContain("runs in another repository");
});

test("jobs and steps that do not run for a change are left out", async () => {
  const plan = await planOfWorkflow(`
on: [pull_request, push]
jobs:
  test: { runs-on: ubuntu-latest, steps: [{ run: npx jest }, { if: "github.event_name == 'push'", run: npx jest nightly }] }
  mac: { runs-on: macos-latest, steps: [{ run: npx jest mac }] }
  tag: { if: "startsWith(github.ref, 'refs/tags/')", runs-on: ubuntu-latest, steps: [{ run: npx jest tag }] }
`);
  expect(checksOf(plan)).toEqual(["test npx jest"]);
  expect(plan.excluded.map((one) => [one.command, one.reason])).toEqual([
    ["job mac", "runs on macOS or Windows only"],
    ["job tag", "does not run for a change to the default branch"],
  ]);
});

test("a step that only one cell runs is taken from that cell", async () => {
  const plan = await planOfWorkflow(`
on: pull_request
jobs:
  test:
    runs-on: \${{ matrix.os }}
    strategy:
      matrix: { os: [ubuntu-latest, windows-latest], node: [20, 22], include: [{ os: ubuntu-latest, node: 20, lint: yes }] }
    steps:
      - run: npx jest --node \${{ matrix.node }}
      - { if: matrix.lint, run: npx eslint . }
      - { if: "matrix.os == 'windows-latest'", run: npx jest windows }
`);
  expect(checksOf(plan)).toEqual(["test npx jest --node 22", "lint npx eslint ."]);
});

test("a matrix of work runs every part once", async () => {
  const plan = await planOfWorkflow(`
on: pull_request
jobs:
  test:
    runs-on: ubuntu-latest
    strategy: { matrix: { part: [unit, integration], node: [20, 22] } }
    steps: [{ run: "npm run test:\${{ matrix.part }}" }]
`);
  expect(checksOf(plan)).toEqual(["test npm run test:unit", "test npm run test:integration"]);
});

test("a reusable workflow of the repository runs with the caller's inputs and its own defaults", async () => {
  const plan = await planOf({
    ".github/workflows/ci.yml": `
on: pull_request
jobs:
  call:
    strategy: { matrix: { script: [lint, test] } }
    uses: ./.github/workflows/run.yml
    with: { script: "\${{ matrix.script }}" }
  away: { uses: other/repo/.github/workflows/x.yml@v1 }
`,
    ".github/workflows/run.yml": `
on: { workflow_call: { inputs: { script: { type: string, required: true }, flags: { type: string, default: --silent } } } }
jobs: { script: { runs-on: ubuntu-latest, steps: [{ run: "npm run \${{ inputs.flags }} \${{ inputs.script }}" }] } }
`,
    "package.json": `{"scripts":{"lint":"eslint .","test":"jest"}}`,
  });
  expect(checksOf(plan)).toEqual(["test npm run --silent test", "lint npm run --silent lint"]);
  expect(plan.checks[0]?.provenance).toBe("ci:.github/workflows/run.yml#script/step 1");
  expect(plan.excluded[0]?.reason).toBe("calls a workflow of another repository");
});

test("a workflow that calls itself ends", async () => {
  const plan = await planOf({
    ".github/workflows/ci.yml":
      "on: [pull_request, workflow_call]\njobs: { a: { uses: ./.github/workflows/ci.yml } }",
  });
  expect(plan.checks).toEqual([]);
});

test("composite actions are opened with inputs and defaults, nested ones too", async () => {
  const plan = await planOf({
    ".github/workflows/ci.yml":
      "on: pull_request\njobs: { a: { runs-on: ubuntu-latest, steps: [{ uses: ./.github/actions/check, with: { what: unit } }] } }",
    ".github/actions/check/action.yml": `
inputs: { what: { required: true }, install: { default: npm ci } }
runs:
  using: composite
  steps:
    - { run: "\${{ inputs.install }}", shell: bash }
    - { run: "npx jest \${{ inputs.what }}", shell: bash }
    - { uses: ./.github/actions/lint }
`,
    ".github/actions/lint/action.yaml":
      "runs: { using: composite, steps: [{ run: npx eslint ., shell: bash }] }",
  });
  expect(plan.setup.map((step) => step.command)).toEqual(["npm ci"]);
  expect(checksOf(plan)).toEqual(["test npx jest unit", "lint npx eslint ."]);
});

test("actions that run a linter, or lines they are given, are commands", async () => {
  const plan = await planOfWorkflow(`
on: pull_request
jobs:
  lint:
    runs-on: ubuntu-latest
    steps:
      - { uses: golangci/golangci-lint-action@v6, with: { args: --verbose } }
      - { uses: pre-commit/action@v3 }
      - { uses: nick-fields/retry@v3, with: { command: npx jest, timeout_minutes: 5 } }
      - { uses: unknown/action@v1 }
`);
  expect(checksOf(plan)).toEqual([
    "test npx jest",
    "lint golangci-lint run --verbose",
    "lint pre-commit run --show-diff-on-failure --color=always --all-files",
  ]);
});

test("variables that a step leaves in GITHUB_ENV are seen by later steps", async () => {
  const plan = await planOfWorkflow(`
on: pull_request
jobs:
  test:
    runs-on: ubuntu-latest
    steps:
      - run: echo "TOOL=cargo" >> $GITHUB_ENV
      - run: echo "WHEN=$(date)" >> "$GITHUB_ENV"
      - run: $TOOL test
      - run: echo \${{ env.TOOL }} && \${{ env.TOOL }} clippy \${{ env.WHEN }}
`);
  expect(checksOf(plan)).toEqual(["test $TOOL test"]);
  expect(plan.checks[0]?.env["TOOL"]).toBe("cargo");
});

test("YAML anchors and merge keys are followed", async () => {
  const plan = await planOfWorkflow(`
on: pull_request
jobs:
  a: &job
    runs-on: ubuntu-latest
    steps: [{ run: npx jest }]
  b:
    <<: *job
    steps: [{ run: npx eslint . }]
`);
  expect(checksOf(plan)).toEqual(["test npx jest", "lint npx eslint ."]);
});

test("scripts for another interpreter are said, PowerShell on Linux is run as such", async () => {
  const plan = await planOfWorkflow(`
on: pull_request
jobs:
  test:
    runs-on: ubuntu-latest
    steps:
      - { run: "import sys", shell: python }
      - { name: Build and Test, run: ./build.ps1, shell: pwsh }
`);
  expect(plan.checks).toMatchObject([{ kind: "test", command: "./build.ps1", shell: "pwsh" }]);
  expect(plan.excluded.map((one) => one.reason)).toEqual(["is a script for python, not a shell line"]);
});

test("a second checkout of the repository is another state of it, not the change", async () => {
  const plan = await planOfWorkflow(`
on: pull_request
jobs:
  a:
    runs-on: ubuntu-latest
    steps:
      - { uses: actions/checkout@v4, with: { path: new } }
      - { uses: actions/checkout@v4, with: { path: old, ref: main } }
      - { run: go vet ./..., working-directory: old }
      - { run: go test ./..., working-directory: new/cmd }
`);
  expect(checksOf(plan)).toEqual(["test go test ./... @cmd"]);
});

test("a runner's name that is only partly an expression is read", async () => {
  const plan = await planOfWorkflow(`
on: pull_request
jobs: { a: { runs-on: "\${{ matrix.os }}-latest", strategy: { matrix: { os: [Windows] } }, steps: [{ run: npx jest }] } }
`);
  expect(checksOf(plan)).toEqual([]);
});

test("paths of the runner become relative, no place of the reading machine shows", async () => {
  const plan = await planOfWorkflow(`
on: pull_request
jobs:
  a:
    runs-on: ubuntu-latest
    env: { OUT: "\${{ github.workspace }}/out" }
    steps:
      - run: cmake -E make_directory \${{ runner.workspace }}/build
      - { run: cmake --build ., working-directory: "\${{ runner.workspace }}/build" }
      - { run: "pytest \${{ github.workspace }}/tests --out=$GITHUB_WORKSPACE", working-directory: sub }
`);
  expect(plan.setup.map((step) => step.command)).toEqual(["cmake -E make_directory ../build"]);
  expect(checksOf(plan)).toEqual([
    "lint cmake --build . @../build",
    "test python -m pytest ../tests --out=.. @sub",
  ]);
  expect(plan.checks.map((check) => check.env["OUT"])).toEqual(["$GITHUB_WORKSPACE/out", "../out"]);
});
