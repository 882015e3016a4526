import { expect, test } from "@jest/globals";
import * as fc from "fast-check";
import type { PlanSource } from "../../src/plan/artefacts.ts";
import { resolvePlan } from "../../src/plan/verification-planner.ts";
import { checksOf, planOf, planOfWorkflow, repository, SILENT } from "./repository.ts";

const ARTEFACTS = [
  ".github/workflows/ci.yml",
  ".github/workflows/b.yaml",
  ".github/actions/x/action.yml",
  ".travis.yml",
  ".gitlab-ci.yml",
  ".circleci/config.yml",
  "azure-pipelines.yml",
  "package.json",
  "deno.json",
  "composer.json",
  "pyproject.toml",
  "tox.ini",
  "setup.cfg",
  "Makefile",
  "justfile",
  "Taskfile.yml",
  "hatch.toml",
  "Cargo.toml",
  "go.mod",
  "Rakefile",
  "tests/test_a.py",
  "ci.sh",
];
const GOOD = "on: pull_request\njobs: { a: { runs-on: ubuntu-latest, steps: [{ run: npx jest }] } }";

/** Any value, small: the shape matters, not the size. */
const any = fc.anything({ maxDepth: 2, maxKeys: 3 });

const step = fc.record(
  {
    run: fc.oneof(
      fc.string(),
      fc.constantFrom(
        "npm run x && make y",
        "./ci.sh",
        "tox",
        "deno task t",
        "${{ matrix.a }}",
        "cd $(x); just z",
      ),
    ),
    uses: fc.constantFrom("./.github/actions/x", "./", "actions/checkout@v4", "@", ""),
    if: fc.oneof(fc.string(), fc.boolean(), fc.constantFrom("${{", "matrix.a == 'x'", "(((", "!")),
    with: fc.oneof(any, fc.dictionary(fc.string(), fc.string())),
    env: any,
    shell: fc.string(),
    "working-directory": fc.oneof(fc.string(), fc.constantFrom("../../..", "/etc", "${{ env.X }}")),
    "continue-on-error": any,
  },
  { requiredKeys: [] },
);
const job = fc.record(
  {
    "runs-on": any,
    if: any,
    strategy: fc.oneof(
      any,
      fc.record({
        matrix: fc.oneof(any, fc.dictionary(fc.constantFrom("a", "include", "exclude"), any)),
      }),
    ),
    steps: fc.oneof(fc.array(step, { maxLength: 4 }), any),
    uses: fc.constantFrom("./.github/workflows/ci.yml", "./x", "a/b@c"),
    env: any,
    services: any,
    defaults: any,
    needs: any,
  },
  { requiredKeys: [] },
);
const workflow = fc.record({
  on: fc.oneof(any, fc.constantFrom("push", "pull_request", ["push"], { push: { branches: ["*"] } })),
  env: any,
  jobs: fc.oneof(any, fc.dictionary(fc.string(), job, { maxKeys: 3 })),
});

const TRAPS = ["constructor", "toString", "__proto__", "hasOwnProperty", "valueOf"];

test.each(TRAPS)("%s is a name like any other", async (name) => {
  const plan = await planOf({
    ".github/workflows/ci.yml": JSON.stringify({
      on: "push",
      jobs: {
        [name]: {
          "runs-on": "ubuntu-latest",
          steps: [
            { uses: name },
            { uses: `${name}/${name}@v1` },
            { run: `npm run ${name}; make ${name}; \${{ ${name} }} x` },
          ],
        },
        call: { uses: "./.github/workflows/called.yml", with: { [name]: "x" } },
      },
    }),
    ".github/workflows/called.yml": `on: { workflow_call: { inputs: { ${name}: { type: ${name} }, other: { type: ${name} } } } }\njobs: { a: { runs-on: x, steps: [{ run: "echo \${{ inputs.other }}" }] } }`,
    ".travis.yml": `language: ${name}`,
    ".circleci/config.yml": `jobs: {}\nworkflows: { main: { jobs: [${name}] } }`,
    "package.json": `{"scripts":{"a":"b"}}`,
    Makefile: `${name}:\n\t$(${name}) x\n`,
  });
  expect(plan.checks).toEqual([]);
});

test("no text in any artefact makes the planner throw", async () => {
  const text = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.string({ unit: fc.constantFrom(..."abc:-[]{}&*!|>'\"%@`#\n \t,?$()=\\;".split("")), maxLength: 200 }),
    fc.json(),
    fc.uint8Array({ maxLength: 200 }),
  );
  await fc.assert(
    fc.asyncProperty(fc.dictionary(fc.constantFrom(...ARTEFACTS), text, { maxKeys: 8 }), async (files) => {
      await planOf(files);
    }),
    { numRuns: 300 },
  );
});

test("no value in any place of a workflow makes the planner throw", async () => {
  await fc.assert(
    fc.asyncProperty(workflow, workflow, async (first, second) => {
      const text = (value: unknown): string => JSON.stringify(value) ?? "null";
      await planOf({
        ".github/workflows/ci.yml": text(first),
        ".github/workflows/b.yaml": text(second),
        ".github/actions/x/action.yml": `{"runs":{"using":"composite","steps":${text(Object.values(Object(second.jobs) as object))}}}`,
        "package.json": `{"scripts":{"x":"npm run x","test":"make y"}}`,
        Makefile: "y: y\n\t$(MAKE) y\n",
        justfile: "z: z\n",
        "deno.json": `{"tasks":{"t":{"command":"deno task t","dependencies":["t"]}}}`,
        "ci.sh": "./ci.sh\n",
      });
    }),
    { numRuns: 300 },
  );
});

const bomb = `a: &a [x,x,x,x,x,x,x,x,x]\n${"bcdefghi"
  .split("")
  .map((name, index) => `${name}: &${name} [${Array(9).fill(`*${"abcdefgh"[index]}`).join(",")}]`)
  .join("\n")}\n`;

test.each<[string, string | Uint8Array]>([
  ["a YAML bomb", `on: push\n${bomb}jobs: { a: { steps: *i } }`],
  ["deep nesting", `jobs: ${"[".repeat(20_000)}`],
  ["deep nesting that parses", `jobs: ${"[".repeat(500)}${"]".repeat(500)}`],
  ["no YAML", "on: [push\njobs: }{"],
  ["no workflow", "just text"],
  ["bytes that are no UTF-8", new Uint8Array([0x6f, 0x6e, 0x3a, 0xff, 0xfe, 0x80])],
  ["ten megabytes", "#".repeat(10_000_000)],
])("%s is reported and skipped, the rest is read", async (_, content) => {
  const plan = await planOf({ ".github/workflows/bad.yml": content, ".github/workflows/good.yml": GOOD });
  expect(checksOf(plan)).toEqual(["test npx jest"]);
  expect(plan.warnings.filter((one) => one.startsWith(".github/workflows/bad.yml"))).toHaveLength(1);
});

test("a file that the workspace refuses is reported and skipped", async () => {
  const good = repository({ ".github/workflows/good.yml": GOOD, ".github/workflows/link.yml": "x" });
  const source: PlanSource = {
    ...good,
    stat: (path) =>
      path.endsWith("link.yml") ? Promise.reject(new Error("leaves the tree")) : good.stat(path),
  };
  const plan = await resolvePlan(source, SILENT);
  expect(checksOf(plan)).toEqual(["test npx jest"]);
  expect(plan.warnings).toEqual([".github/workflows/link.yml was skipped: it cannot be read."]);
});

test.each([
  ["quotes", `\${{ ${"''".repeat(30_000)}`],
  ["blanks", `npx jest ${" ".repeat(100_000)}x`],
  ["letters", "a".repeat(150_000)],
  ["dashes", `git ${"-a ".repeat(30_000)}diff`],
  ["substitutions", "$(".repeat(3_000)],
  ["dollars", "$".repeat(100_000)],
  ["slashes", "./".repeat(60_000)],
])("a script of nothing but %s is read in a moment", async (_, script) => {
  await planOfWorkflow(
    JSON.stringify({ on: "push", jobs: { a: { "runs-on": "ubuntu-latest", steps: [{ run: script }] } } }),
  );
});

test("tasks and workflows that call each other many times over are read once", async () => {
  const names = Array.from({ length: 60 }, (_, index) => `t${index}`);
  const all = names.map((name) => `npm run ${name}`).join(" && ");
  const calls = names.map((name) => `${name}: { uses: ./.github/workflows/ci.yml }`).join("\n  ");
  const plan = await planOf({
    ".github/workflows/ci.yml": `on: [push, workflow_call]\njobs:\n  a: { runs-on: ubuntu-latest, steps: [{ run: npm run t0 }, { uses: ./x }] }\n  ${calls}\n`,
    "x/action.yml": `runs: { using: composite, steps: [${Array(50).fill("{ uses: ./x }").join(",")}] }`,
    "package.json": JSON.stringify({ scripts: Object.fromEntries(names.map((name) => [name, all])) }),
    Makefile: names.map((name) => `${name}: ${names.join(" ")}\n\ttrue\n`).join(""),
  });
  expect(plan.checks).toEqual([]);
  expect(plan.warnings).toContain("Only the first 500 jobs were read.");
});
