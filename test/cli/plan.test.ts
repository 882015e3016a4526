import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { PlanDocument } from "../../src/cli/documents.ts";
import { gitIn } from "../checkout/scratch.ts";
import {
  AVATAR,
  type CommandLine,
  documentOf,
  expectRefusal,
  FIXTURES,
  openCommandLine,
} from "./command-line.ts";

let line: CommandLine;

beforeAll(async () => {
  line = await openCommandLine();
});

afterAll(async () => line.close());

test.each([
  ["node-registry", ["npm ci"], [["test", "npm test"]]],
  [
    "npm-workspace",
    ["npm ci"],
    [
      ["test", "npm test"],
      ["lint", "npm run lint"],
    ],
  ],
  ["python-unittest", [], [["test", "python -m unittest discover -v"]]],
] as const)("the plan of %s is what its CI runs", async (fixture, setup, checks) => {
  const dir = join(FIXTURES, fixture, "repository");
  const ended = await line.run(["plan", dir, "--json"]);
  const plan = documentOf(ended, PlanDocument);
  expect(plan.setup.map(({ command }) => command)).toEqual(setup);
  expect(plan.checks.map(({ kind, command }) => [kind, command])).toEqual(checks);
  for (const { provenance } of [...plan.setup, ...plan.checks])
    expect(provenance).toMatch(/^ci:\.github\/workflows\//);
  expect(plan.repo.path).toBe(dir);
  expect(ended).toMatchObject({ code: 0, stderr: "" });
});

test("for people the plan is a table, and the current folder is the default", async () => {
  const cwd = await line.repository("npm-workspace");
  const { code, stdout, stderr } = await line.run(["plan"], { cwd });
  const from = ".github/workflows/ci.yml:";
  const rule = expect.stringMatching(/^-+$/);
  expect(stdout.split("\n").map((row) => row.trim().split(/ {2,}/))).toEqual([
    [`Plan of ${cwd}: 2 checks`],
    [""],
    ["Set-up, in this order"],
    ["#", "command", "from"],
    ["-", "-------", rule],
    ["1", "npm ci", `${from}16 check/Install`],
    [""],
    ["Checks, in this order"],
    ["#", "check", "command", "from"],
    ["-", "-----", "------------", rule],
    ["1", "test", "npm test", `${from}20 check/Test`],
    ["2", "lint", "npm run lint", `${from}18 check/Lint`],
    [""],
  ]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(gitIn(cwd, "status", "--porcelain")).toBe("");
});

test("the document names the commit and the default branch of a repository", async () => {
  const repo = await line.repository("python-unittest");
  const plan = documentOf(await line.run(["plan", repo, "--json"]), PlanDocument);
  expect(plan.repo).toEqual({ path: repo, defaultBranch: "main", headSha: gitIn(repo, "rev-parse", "HEAD") });
});

test("an empty folder has an empty plan, which is an answer", async () => {
  const dir = join(line.dir, "empty");
  await mkdir(dir);
  const ended = await line.run(["plan", dir, "--json"]);
  expect(documentOf(ended, PlanDocument)).toEqual({
    repo: { path: dir, defaultBranch: null, headSha: null },
    setup: [],
    checks: [],
    excluded: [],
    warnings: [],
  });
  expect(ended.code).toBe(0);
  const told = await line.run(["plan", dir]);
  expect(told.stdout).toContain("Name one in .github/avatar.yml");
  expect(told.code).toBe(0);
});

test.each([
  ["that is missing", "none", /no folder .*none/],
  ["that is a file", "file", /file is not a folder/],
])("a folder %s is refused", async (_what, name, says) => {
  await writeFile(join(line.dir, "file"), "");
  expectRefusal(await line.run(["plan", join(line.dir, name), "--json"]), says);
});

test("colours stay out of a file that stdout leads into, though a person looks at stderr", async () => {
  const dir = join(FIXTURES, "python-unittest", "repository");
  const file = join(line.dir, "plan.txt");
  const command = `'${AVATAR}' plan '${dir}' > '${file}'`;
  // `script` gives the command a terminal.
  const { code } = await line.run(["-qec", command, "/dev/null"], {
    program: "script",
    env: { TERM: "xterm-256color" },
  });
  expect(code).toBe(0);
  expect(await readFile(file, "utf8")).toMatch(/^Plan of [\x20-\x7e\n]+$/);
});
