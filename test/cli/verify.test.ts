import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { VerifyDocument } from "../../src/cli/documents.ts";
import { gitIn } from "../checkout/scratch.ts";
import { type CommandLine, documentOf, expectRefusal, openCommandLine } from "./command-line.ts";

const OLD = "return round(whole * (100 - discount) / 100)";
const GOLDEN = "return (whole * (100 - discount) + 50) // 100";
const WRONG = `${OLD} + 1`;

let line: CommandLine;
let repo: string;
let golden: string;
let stale: string;

beforeAll(async () => {
  line = await openCommandLine();
  repo = await line.repository("python-unittest");
  golden = join(line.dir, "golden.patch");
  stale = join(line.dir, "stale.patch");
  await replace(OLD, GOLDEN);
  const patch = `${gitIn(repo, "diff", "--binary")}\n`;
  await writeFile(golden, patch);
  await writeFile(stale, patch.replaceAll("whole", "half"));
  gitIn(repo, "checkout", "--quiet", ".");
});

afterAll(async () => line.close());

async function replace(from: string, to: string): Promise<void> {
  const path = join(repo, "basket", "total.py");
  const text = await readFile(path, "utf8");
  expect(text).toContain(from);
  await writeFile(path, text.replace(from, to));
}

test("a right patch passes on the base it names, and the repository is left as it was", async () => {
  const base = gitIn(repo, "rev-parse", "HEAD");
  const ended = await line.run(["verify", repo, "--base", "main", "--patch", golden, "--json"]);
  const verdict = documentOf(ended, VerifyDocument);
  expect(verdict).toMatchObject({ passed: true, recommendedNextAction: null, proof: { baseSha: base } });
  // the patch brings no test, which the verdict says and does not hold against it
  expect(verdict.checks.filter(({ status }) => status !== "pass")).toEqual([
    expect.objectContaining({ name: "necessity", kind: "optional", status: "fail" }),
  ]);
  expect(verdict.checks).toContainEqual(
    expect.objectContaining({
      name: "test",
      kind: "required",
      command: "python -m unittest discover -v",
      provenance: "ci:.github/workflows/ci.yml#unittest/Tests",
      exitCode: 0,
    }),
  );
  expect(ended).toMatchObject({ code: 0, stderr: "" });
  expect(gitIn(repo, "status", "--porcelain")).toBe("");
  expect(await line.checkouts()).toEqual([]);
});

test("a wrong change in the working tree does not pass, from a folder deeper in it and told to a person", async () => {
  await replace(OLD, WRONG);
  try {
    const { code, stdout, stderr } = await line.run(["verify", "."], { cwd: join(repo, "basket") });
    expect(stdout).toMatch(/^Verdict: not passed\. /);
    expect(stdout).toMatch(/^ {2}failed {2}test: 1 passed, 4 failed \(unittest\), [\d.]+ s$/m);
    expect(stdout).toContain("AssertionError: 901 != 900");
    expect(stdout).toMatch(/^Next: .*tests\/test_total\.py:11/m);
    expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
    expect(gitIn(repo, "diff", "--name-only")).toBe("basket/total.py");
  } finally {
    gitIn(repo, "checkout", "--quiet", ".");
  }
});

test("a working tree that equals HEAD is no change, and no change never passes", async () => {
  const ended = await line.run(["verify", repo, "--json"]);
  const verdict = documentOf(ended, VerifyDocument);
  expect(verdict.passed).toBe(false);
  expect(verdict.checks).toContainEqual(expect.objectContaining({ name: "diff present", status: "fail" }));
  expect(verdict.checks).toContainEqual(
    expect.objectContaining({
      name: "test",
      status: "skip",
      skipReason: expect.stringContaining("no change"),
    }),
  );
  expect(ended.code).toBe(1);
});

test("a patch that does not apply is refused", async () => {
  expectRefusal(await line.run(["verify", repo, "--patch", stale, "--json"]), /does not apply.*total\.py/s);
  expect(await line.checkouts()).toEqual([]);
});

test.each([
  ["an unknown ref for the working tree", ["--base", "nowhere"], /no branch, tag or commit "nowhere"/],
  ["an unknown kind", ["--kind", "rewrite"], /"rewrite"[\s\S]*edit, investigate, test_only/],
  ["a patch that is missing", ["--patch", "none.patch"], /none\.patch cannot be read/],
])("%s is refused", async (_what, options, says) => {
  expectRefusal(await line.run(["verify", repo, ...options, "--json"]), says);
});

test("an unknown ref for a patch is refused", async () => {
  const ended = await line.run(["verify", repo, "--base", "nowhere", "--patch", golden, "--json"]);
  expectRefusal(ended, /no branch, tag or commit "nowhere"/);
});

test.each([
  ["missing", "none", /no folder .*none/],
  ["in no repository", "bare", /not in a git repository/],
])("a folder that is %s is refused", async (_what, name, says) => {
  await mkdir(join(line.dir, "bare"), { recursive: true });
  expectRefusal(await line.run(["verify", join(line.dir, name), "--patch", golden, "--json"]), says);
});
