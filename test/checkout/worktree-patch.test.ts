import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { describeRepository } from "../../src/checkout/local-repository.ts";
import { worktreePatch } from "../../src/checkout/worktree-patch.ts";
import { gitIn, repositoryWith, scratchFolder, type Scratch } from "./scratch.ts";

let scratch: Scratch;
beforeEach(() => {
  scratch = scratchFolder();
});
afterEach(() => scratch.remove());

test("the patch holds committed, staged, unstaged and new files, and leaves the repository as it was", async () => {
  const dir = repositoryWith(scratch, "repo", {
    "a.txt": "a\n",
    "b.txt": "b\n",
    "c.txt": "c\n",
    ".gitignore": "*.log\n",
  });
  const base = gitIn(dir, "rev-parse", "HEAD");
  scratch.write("repo/a.txt", "committed\n");
  gitIn(dir, "commit", "--quiet", "--all", "--message=second");
  scratch.write("repo/b.txt", "staged\n");
  gitIn(dir, "add", "b.txt");
  scratch.write("repo/c.txt", "unstaged\n");
  scratch.write("repo/new.txt", "new\n");
  scratch.write("repo/x.log", "ignored\n");
  const before = [gitIn(dir, "status", "--porcelain"), readFileSync(`${dir}/.git/index`), objectsIn(dir)];

  const change = await worktreePatch(dir, "HEAD~1");

  expect(change.baseSha).toBe(base);
  expect(change.files.map((file) => file.path)).toEqual(["a.txt", "b.txt", "c.txt", "new.txt"]);
  expect([gitIn(dir, "status", "--porcelain"), readFileSync(`${dir}/.git/index`), objectsIn(dir)]).toEqual(
    before,
  );

  gitIn(scratch.dir, "clone", "--quiet", "repo", "copy");
  gitIn(scratch.path("copy"), "checkout", "--quiet", base);
  scratch.write("change.patch", change.patch);
  gitIn(scratch.path("copy"), "apply", scratch.path("change.patch"));
  for (const name of ["a.txt", "b.txt", "c.txt", "new.txt"]) {
    expect(readFileSync(scratch.path("copy", name), "utf8")).toBe(readFileSync(`${dir}/${name}`, "utf8"));
  }
});

function objectsIn(dir: string): number {
  return readdirSync(`${dir}/.git/objects`, { recursive: true }).length;
}

test("a missing or broken index is no obstacle", async () => {
  const dir = repositoryWith(scratch, "repo", { "a.txt": "a\n" });
  scratch.write("repo/a.txt", "changed\n");
  scratch.write("repo/.git/index", "broken");
  expect((await worktreePatch(dir, "HEAD")).files).toHaveLength(1);
  rmSync(`${dir}/.git/index`);
  expect((await worktreePatch(dir, "main")).files).toHaveLength(1);
});

test("says what is missing", async () => {
  const dir = repositoryWith(scratch, "repo", { "a.txt": "a\n" });
  mkdirSync(scratch.path("plain"));
  mkdirSync(scratch.path("empty"));
  gitIn(scratch.path("empty"), "init", "--quiet");
  await expect(worktreePatch(dir, "nope")).rejects.toMatchObject({ code: "REF_NOT_FOUND" });
  await expect(worktreePatch(dir, "--all")).rejects.toMatchObject({ code: "REF_NOT_FOUND" });
  await expect(worktreePatch(scratch.path("empty"), "HEAD")).rejects.toMatchObject({
    code: "REPOSITORY_EMPTY",
  });
  await expect(worktreePatch(scratch.path("plain"), "HEAD")).rejects.toMatchObject({
    code: "CHECKOUT_FAILED",
  });
});

test("a repository is described by its head, branch and default branch", async () => {
  const dir = repositoryWith(scratch, "repo", { "a.txt": "a\n" });
  const head = gitIn(dir, "rev-parse", "HEAD");
  gitIn(dir, "checkout", "--quiet", "-b", "topic");
  expect(await describeRepository(dir)).toMatchObject({
    root: dir,
    head,
    branch: "topic",
    defaultBranch: "main",
  });
  gitIn(dir, "checkout", "--quiet", "--detach");
  expect(await describeRepository(dir)).toMatchObject({ branch: null, defaultBranch: "main" });
  mkdirSync(scratch.path("plain"));
  expect(await describeRepository(scratch.path("plain"))).toBeNull();
});

test("a clone knows the default branch of where it came from", async () => {
  const dir = repositoryWith(scratch, "repo", { "a.txt": "a\n" });
  gitIn(dir, "branch", "--move", "main", "trunk");
  gitIn(scratch.dir, "clone", "--quiet", "repo", "copy");
  gitIn(scratch.path("copy"), "checkout", "--quiet", "-b", "topic");
  expect(await describeRepository(scratch.path("copy"))).toMatchObject({
    branch: "topic",
    defaultBranch: "trunk",
  });
});
