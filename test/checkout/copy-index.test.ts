import { execFileSync } from "node:child_process";
import { copyFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { copyIndex } from "../../src/checkout/copy-index.ts";
import { repositoryWith, scratchFolder } from "./scratch.ts";

const scratch = scratchFolder();
afterAll(() => scratch.remove());

test("a change made in the moment the index was written is seen through the copy", async () => {
  const dir = repositoryWith(scratch, "origin", { "a.js": "one\n" });
  const index = join(dir, ".git/index");
  const changed = (file: string): string =>
    execFileSync("git", ["diff", "--name-only"], {
      cwd: dir,
      env: { ...process.env, GIT_INDEX_FILE: file },
      encoding: "utf8",
    });
  // As many bytes, and the very time that the index knows and carries itself.
  const { mtime } = statSync(join(dir, "a.js"));
  utimesSync(join(dir, "a.js"), mtime, mtime);
  execFileSync("git", ["update-index", "--refresh"], { cwd: dir });
  writeFileSync(join(dir, "a.js"), "two\n");
  utimesSync(join(dir, "a.js"), mtime, mtime);
  utimesSync(index, mtime, mtime);
  const copy = join(dir, ".git/copy");
  await copyIndex(index, copy);
  expect(changed(copy)).toBe("a.js\n");
  // What a plain copy loses: it is younger than the change it would have to suspect.
  const plain = join(dir, ".git/plain");
  copyFileSync(index, plain);
  utimesSync(plain, new Date(mtime.getTime() + 60_000), new Date(mtime.getTime() + 60_000));
  expect(changed(plain)).toBe("");
});
