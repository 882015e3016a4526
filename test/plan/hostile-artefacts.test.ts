import { afterAll, expect, test } from "@jest/globals";
import * as fc from "fast-check";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openWorkspace } from "../../src/checkout/open-workspace.ts";
import { resolvePlan } from "../../src/plan/verification-planner.ts";
import { checksOf, planOf, SILENT } from "./repository.ts";

const ARTEFACTS = [
  ".github/workflows/bad.yml",
  ".github/actions/x/action.yml",
  ".github/avatar.yml",
  ".gitlab-ci.yml",
  ".circleci/config.yml",
  "azure-pipelines.yml",
  ".travis.yml",
  "package.json",
  "pnpm-workspace.yaml",
  "lerna.json",
  "go.work",
  "deno.json",
  "composer.json",
  "pyproject.toml",
  "tox.ini",
  "setup.cfg",
  "Makefile",
  "justfile",
  "Taskfile.yml",
  "tests/test_a.py",
];
const GOOD =
  "on: push\njobs: { a: { runs-on: ubuntu-latest, steps: [{ uses: ./.github/actions/x }, { run: npx jest }, { run: npm run x }, { run: make x }] } }";

const bomb = `a: &a [x,x,x,x,x,x,x,x,x]\n${"bcdefghi"
  .split("")
  .map((name, index) => `${name}: &${name} [${Array(9).fill(`*${"abcdefgh"[index]}`).join(",")}]`)
  .join("\n")}\npackages: *i\nscript: *i\ntasks: *i\njobs: *i\nruns: { using: composite, steps: *i }\n`;

const CONTENTS: readonly [string, string | Uint8Array][] = [
  ["ten megabytes", "#".repeat(10_000_000)],
  ["a YAML bomb", bomb],
  ["deep lists", "[".repeat(1500)],
  ["deep lists that end", `${"[".repeat(5000)}${"]".repeat(5000)}`],
  ["deep mappings", `{"scripts":${'{"a":'.repeat(3000)}1${"}".repeat(3001)}`],
  ["a deep table", `[${"a.".repeat(3000)}b]\nc = 1\n`],
  ["bytes that are no UTF-8", new Uint8Array([0x6f, 0x6e, 0x3a, 0xff, 0xfe, 0x80])],
  ["zero bytes", "\0".repeat(1000)],
  ["one long line of blanks", `test:${" ".repeat(200_000)}x`],
  ["one long word", "a".repeat(200_000)],
  ["quotes", '"'.repeat(100_000)],
  ["many targets", `${"x ".repeat(900)}:\n`.repeat(100)],
  ["many blank lines", "\n \t".repeat(60_000)],
  ["many openings", "use (\n[testenv\n".repeat(20_000)],
];

test.each(CONTENTS)("%s in any artefact leaves the rest readable", async (_, content) => {
  for (const path of ARTEFACTS) {
    const plan = await planOf({ ".github/workflows/good.yml": GOOD, [path]: content });
    expect(checksOf(plan)).toContain("test npx jest");
    // Alone, so that what stands behind CI reads it too.
    await planOf({ [path]: content, "a/package.json": "{}", "a/go.mod": "" });
  }
});

test.each([
  ["ten megabytes", "#".repeat(10_000_000), "it is larger than 512 KB"],
  ["bytes that are no UTF-8", new Uint8Array([0xff, 0xfe]), "it is not UTF-8 text"],
])("%s in what stands behind CI is reported once", async (_, content, why) => {
  for (const path of ["package.json", "pyproject.toml", "Makefile", "go.work", ".gitlab-ci.yml"]) {
    const plan = await planOf({ [path]: content });
    expect(plan.warnings).toEqual([`${path} was skipped: ${why}.`]);
  }
});

test("no value in the place of members or path filters makes the planner throw", async () => {
  const pattern = fc.oneof(
    fc.string(),
    fc.string({ unit: fc.constantFrom(..."*!?[]{}()|\\/.,@+-a".split("")), maxLength: 60 }),
    fc.constantFrom("**", "!(a|a)*", "{a,b}{a,b}{a,b}", "*".repeat(50), "../x", "/etc", "a/../..", ""),
  );
  const value = fc.oneof(fc.array(pattern, { maxLength: 4 }), fc.anything({ maxDepth: 2 }), pattern);
  const json = (one: unknown): string => JSON.stringify(one) ?? "null";
  await fc.assert(
    fc.asyncProperty(value, value, async (first, second) => {
      await planOf({
        "package.json": json({ workspaces: first }),
        "pnpm-workspace.yaml": json({ packages: second }),
        "lerna.json": json({ packages: first }),
        "composer.json": json({ repositories: [{ type: "path", url: second }, first] }),
        "go.work": `use ${json(first)}\nuse (\n${json(second)}\n)\n`,
        "a/package.json": `{"scripts":{"test":"jest"}}`,
        "a/go.mod": "",
        "a/composer.json": "{}",
      });
      await planOf({
        ".github/workflows/ci.yml": json({
          on: { pull_request: { paths: first, "paths-ignore": second, branches: first } },
          jobs: { a: { "runs-on": "ubuntu-latest", steps: [{ run: "npx jest" }] } },
        }),
        ".gitlab-ci.yml": json({
          a: { script: "x", rules: [{ changes: first }], except: { changes: second } },
        }),
        "azure-pipelines.yml": json({ pr: { paths: { include: first, exclude: second } }, steps: first }),
      });
    }),
    { numRuns: 150 },
  );
});

const made: string[] = [];
afterAll(() => {
  for (const folder of made) rmSync(folder, { recursive: true, force: true });
});

test("a workflow that is a link out of the tree, in a circle or to nothing is not followed", async () => {
  const outside = mkdtempSync(join(tmpdir(), "plan-outside-"));
  const root = mkdtempSync(join(tmpdir(), "plan-links-"));
  made.push(outside, root);
  const secret = "on: push\njobs: { s: { runs-on: ubuntu-latest, steps: [{ run: npx mocha }] } }";
  writeFileSync(join(outside, "ci.yml"), secret);
  const workflows = join(root, ".github/workflows");
  mkdirSync(workflows, { recursive: true });
  writeFileSync(join(workflows, "good.yml"), GOOD);
  symlinkSync(join(outside, "ci.yml"), join(workflows, "out.yml"));
  symlinkSync("circle.yml", join(workflows, "circle.yml"));
  symlinkSync("nothing", join(workflows, "gone.yml"));
  symlinkSync(outside, join(root, "packages"));
  symlinkSync("/dev/zero", join(root, "package.json"));
  const plan = await resolvePlan(openWorkspace(root), SILENT);
  expect(checksOf(plan)).toEqual(["test npx jest"]);
});
