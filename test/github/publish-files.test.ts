import { execFileSync } from "node:child_process";
import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { githubScene, type GitHubScene, localGitHub, type LocalGitHub } from "../support/github-scene.ts";

let github: LocalGitHub;
let local: LocalGitHub["local"];
let scene: GitHubScene;
beforeAll(async () => {
  github = await localGitHub();
  local = github.local;
});
beforeEach(async () => {
  local.clearFaults();
  scene = await githubScene(local);
});
afterAll(async () => {
  expect(local.violations).toEqual([]);
  await github.close();
});

const BRANCH = "avatar/journal";

async function publish(run: string, content = "{}\n", forge = scene.forge): Promise<string> {
  const path = `${run}/journal.jsonl`;
  const links = await forge.publishFiles({
    branch: BRANCH,
    message: `Journal of ${run}`,
    files: [{ path, content }],
  });
  return links[path] ?? "";
}

function history(): string[] {
  const args = [`--git-dir=${local.gitDir(scene.repo)}`, "log", "--format=%s", BRANCH];
  return execFileSync("git", args, { encoding: "utf8" }).trim().split("\n");
}

test("files become one commit on a branch that shares no history with the code", async () => {
  await publish("run-1");
  expect(history()).toEqual(["Journal of run-1"]);
  expect(await local.file(scene.repo, BRANCH, "a.txt")).toBeNull();
  expect(await local.file(scene.repo, "main", "run-1/journal.jsonl")).toBeNull();
});

test("the link names the commit, so it shows the same bytes when later runs have been added", async () => {
  const link = await publish("run-1", "first\n");
  await publish("run-2", "second\n");
  const [, commit = "", path = ""] = /\/blob\/([0-9a-f]{40})\/(.+)$/u.exec(link) ?? [];
  expect(link.startsWith(`${local.url}/${scene.repo}/blob/`)).toBe(true);
  expect(await local.file(scene.repo, commit, path)).toBe("first\n");
  expect(await local.file(scene.repo, BRANCH, "run-1/journal.jsonl")).toBe("first\n");
  expect(history()).toEqual(["Journal of run-2", "Journal of run-1"]);
});

test("the same files again make no second commit", async () => {
  const first = await publish("run-1");
  expect(await publish("run-1", "{}\n", scene.reopen())).toBe(first);
  expect(history()).toHaveLength(1);
});

test.each(["git/create-tree", "git/create-commit", "git/create-ref"])(
  "a lost answer of %s neither loses nor doubles the files",
  async (operation) => {
    local.injectFault({ operation, when: "after", action: { kind: "reset" } });
    await publish("run-1");
    expect(history()).toHaveLength(1);
    expect(await local.file(scene.repo, BRANCH, "run-1/journal.jsonl")).toBe("{}\n");
  },
);

test("runs that end at the same time all get in, none by force", async () => {
  const runs = ["run-1", "run-2", "run-3", "run-4"];
  await Promise.all(runs.map(async (run) => publish(run, `${run}\n`, scene.reopen())));
  for (const run of runs)
    expect(await local.file(scene.repo, BRANCH, `${run}/journal.jsonl`)).toBe(`${run}\n`);
  expect(history()).toHaveLength(4);
});

test("a protected branch is a refusal with GitHub's reason", async () => {
  await publish("run-1");
  local.protectBranch(scene.repo, BRANCH);
  await expect(publish("run-2")).rejects.toMatchObject({
    code: "FORGE_REJECTED",
    message: expect.stringContaining("Protected branch"),
  });
});
