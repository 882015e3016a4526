import { expect, test } from "@jest/globals";
import type { VerificationPlan } from "../../../src/domain/plan.ts";
import type { AskMachine } from "../../../src/plan/machine/machine.ts";
import type { PlanOptions } from "../../../src/plan/verification-planner.ts";
import { checksOf, planOf, reasonFor, SILENT } from "../repository.ts";
import type { Files } from "../repository.ts";

const CI = ".github/workflows/ci.yml";

/** A machine with these programs, and what they print for their version. */
function machineWith(has: Readonly<Record<string, string>>, asked: string[] = []): AskMachine {
  return (questions) => {
    asked.push(
      ...questions.map(({ program, version }) => (version === null ? program : `${program}: ${version}`)),
    );
    return Promise.resolve(
      new Map(
        questions.map(({ program, version }) => [
          program,
          version === null ? (has[program] ?? null) && "" : (has[program] ?? null),
        ]),
      ),
    );
  };
}

function planOn(
  has: Readonly<Record<string, string>>,
  steps: string,
  {
    files = {},
    job = "",
    options = {},
  }: { files?: Files; job?: string; options?: Partial<PlanOptions> } = {},
): Promise<VerificationPlan> {
  const workflow = `on: pull_request\njobs: { t: { runs-on: ubuntu-latest, ${job} steps: [${steps}] } }`;
  return planOf({ ...files, [CI]: workflow }, { machine: machineWith(has), ...options });
}

function setupOf(plan: VerificationPlan): string[] {
  return plan.setup.map((step) => step.command);
}

const GO =
  "{ uses: actions/setup-go@v5, with: { go-version: '1.24' } }, { run: go mod download }, { run: go test ./... }";

test("a check whose toolchain is missing is left out with program and declared version, and so is its set-up", async () => {
  const plan = await planOn({ node: "v22.1.0", npx: "" }, `${GO}, { run: npx eslint . }`);
  expect(checksOf(plan)).toEqual(["lint npx eslint ."]);
  const reason = `needs Go 1.24 (${CI}#t), which this machine does not have`;
  expect(reasonFor(plan, "go test ./...")).toBe(reason);
  expect(reasonFor(plan, "go mod download")).toBe(reason);
  expect(plan.warnings).toEqual(["No test that CI runs can run on this machine."]);
});

test("a loss that leaves tests is said as well", async () => {
  const plan = await planOn({ node: "", npx: "" }, `{ run: npx jest }, { run: golangci-lint run }`);
  expect(checksOf(plan)).toEqual(["test npx jest"]);
  expect(plan.warnings).toEqual(["Not every check that CI runs can run on this machine."]);
});

test("without a machine the plan is what CI runs", async () => {
  const plan = await planOn({}, GO, { options: { machine: null } });
  expect(checksOf(plan)).toEqual(["test go test ./..."]);
  expect(setupOf(plan)).toEqual(["go mod download"]);
});

test("another version than the declared one is a warning, not an exclusion", async () => {
  const plan = await planOn({ go: "go version go1.21.0 linux/amd64" }, GO);
  expect(checksOf(plan)).toEqual(["test go test ./..."]);
  expect(plan.warnings).toEqual([`${CI}#t asks for Go 1.24; this machine has 1.21.0.`]);
});

test("a toolchain that does not tell its version where one is declared is a warning", async () => {
  const plan = await planOn({ go: "" }, GO);
  expect(plan.warnings).toEqual([`${CI}#t asks for Go 1.24; go does not tell its version on this machine.`]);
});

test("versions are asked only of toolchains that a check runs on and a version is declared for", async () => {
  const asked: string[] = [];
  const machine = machineWith({ go: "go1.24", node: "v20", npx: "" }, asked);
  await planOn({}, `${GO}, { run: npx eslint . }`, { options: { machine } });
  expect(asked.filter((one) => one.includes(":"))).toEqual(["go: GOTOOLCHAIN=local go version"]);
  expect(asked).toContain("npx");
  expect(asked).not.toContain("ruby");
});

test("what a task of the repository runs decides: make is there, Go is not", async () => {
  const files = { Makefile: "test:\n\tgo test ./...\n", "go.mod": "module x\ngo 1.23\n" };
  const plan = await planOn({ make: "" }, "{ run: make test }", { files });
  expect(reasonFor(plan, "make test")).toBe("needs Go 1.23 (go.mod), which this machine does not have");
});

test.each([
  ["cargo install just", "just test", { cargo: "" }],
  ["npm install --global golangci-lint", "golangci-lint run", { node: "", npm: "" }],
  ["curl -LsSf https://just.systems/install.sh | bash", "just test", {}],
  ["pip install -r requirements.txt", "ctest --test-dir build", { python3: "" }],
])("what a set-up step brings is not missing: %s", async (setup, check, has) => {
  const plan = await planOn(has, `{ run: "${setup}" }, { run: ${check} }`);
  expect(plan.excluded).toEqual([]);
  expect(plan.checks).toHaveLength(1);
});

test("a step that cannot run itself brings nothing", async () => {
  const plan = await planOn({ make: "" }, "{ run: cargo install just }, { run: just test }");
  expect(checksOf(plan)).toEqual([]);
  expect(reasonFor(plan, "just test")).toBe("needs just, which this machine does not have");
});

test("a tool that the project depends on is no program of the machine", async () => {
  const files = { "package.json": '{"scripts":{"lint":"shellcheck x.sh","types":"cmake-lint"}}' };
  const plan = await planOn({ node: "", npm: "", npx: "" }, "{ run: npm run lint }, { run: npx typos }", {
    files,
  });
  expect(plan.excluded).toEqual([]);
});

test("package managers that CI has from an action are installed where the machine can", async () => {
  const steps =
    "{ uses: pnpm/action-setup@v4, with: { version: '9' } }, { uses: astral-sh/setup-uv@v6 }, { run: pnpm test }, { run: uv run pytest }";
  const files = { "package.json": '{"scripts":{"test":"vitest run"}}', "pnpm-lock.yaml": "", "uv.lock": "" };
  const plan = await planOn({ node: "", npm: "", python3: "", pip3: "" }, steps, { files });
  expect(checksOf(plan)).toEqual(["test pnpm test", "test uv run pytest"]);
  expect(setupOf(plan)).toEqual([
    "npm install --global pnpm@9",
    "python3 -m pip install uv",
    "pnpm install --frozen-lockfile",
    "uv sync",
  ]);
  const bare = await planOn({ node: "" }, steps, { files });
  expect(checksOf(bare)).toEqual([]);
  expect(reasonFor(bare, "pnpm test")).toBe(`needs pnpm 9 (${CI}#t), which this machine does not have`);
  const there = await planOn({ node: "", npm: "", pnpm: "", python3: "", uv: "" }, steps, { files });
  expect(setupOf(there)).toEqual(["pnpm install --frozen-lockfile", "uv sync"]);
});

test("a version that is no version does not get into a command", async () => {
  const steps = `{ uses: pnpm/action-setup@v4, with: { version: "9; rm -rf ~" } }, { run: pnpm test }`;
  const plan = await planOn({ node: "", npm: "" }, steps);
  expect(setupOf(plan)).toContain("npm install --global pnpm");
});

test("configured set-up stands in the place of what is found, also for what it brings", async () => {
  const repository = { ...SILENT.repository, setup: ["npm install -g pnpm"] };
  const plan = await planOn({ node: "", npm: "" }, "{ run: pnpm test }", { options: { repository } });
  expect(checksOf(plan)).toEqual(["test pnpm test"]);
  expect(setupOf(plan)).toEqual(["npm install -g pnpm"]);
});

test("commands behind a condition or an alternative are not taken for needed", async () => {
  const plan = await planOn({ make: "" }, "{ run: pnpm --version || make pnpm }, { run: make test }");
  expect(plan.excluded).toEqual([]);
});

test("tests beside services are left out on a machine, lint of the same job is not", async () => {
  const job = "services: { redis: { image: redis } },";
  const has = { ruby: "", bundle: "" };
  const steps = "{ run: bundle exec rubocop }, { run: bundle exec rspec }";
  const plan = await planOn(has, steps, { job });
  expect(checksOf(plan)).toEqual(["lint bundle exec rubocop"]);
  expect(reasonFor(plan, "bundle exec rspec")).toBe("needs redis beside it, which only CI starts");
  const planned = await planOn(has, steps, { job, options: { machine: null } });
  expect(checksOf(planned)).toEqual(["test bundle exec rspec", "lint bundle exec rubocop"]);
});

test("containers that a line of the job starts are services too", async () => {
  const steps = "{ run: docker compose up -d }, { run: npx jest }";
  const plan = await planOn({ node: "", npx: "" }, steps);
  expect(reasonFor(plan, "npx jest")).toBe("needs docker compose beside it, which only CI starts");
  const planned = await planOn({}, steps, { options: { machine: null } });
  expect(checksOf(planned)).toEqual(["test npx jest"]);
  expect(planned.warnings).toEqual([`The job t of ${CI} needs services: docker compose.`]);
});

test("nothing is invented for tests that a machine cannot run", async () => {
  const files = { "package.json": '{"scripts":{"test":"jest"}}' };
  const plan = await planOn({ node: "", npm: "" }, GO, { files });
  expect(plan.checks).toEqual([]);
});

test("the operator's own checks are never left out", async () => {
  const operator = { test: ["go test ./..."], lint: [] };
  const plan = await planOn({}, GO, { options: { operator } });
  expect(checksOf(plan)).toEqual(["test go test ./..."]);
});
