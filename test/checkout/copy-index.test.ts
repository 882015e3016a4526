import { execFileSync } from "node:child_process";
import { copyFileSync, utimesSync, writeFileSync } from "node:fs";
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
  const git = (...args: string[]): void => void execFileSync("git", args, { cwd: dir });
  // The clock of the machine has no say: all that counts here is the time of the last change, an hour ago.
  git("config", "core.trustctime", "false");
  const then = new Date(Date.now() - 3_600_000);
  const write = (text: string): void => {
    writeFileSync(join(dir, "a.js"), text);
    utimesSync(join(dir, "a.js"), then, then);
  };
  write("one\n");
  git("update-index", "--refresh");
  // As many bytes, and the very time that the index knows and carries itself.
  write("two\n");
  utimesSync(index, then, then);
  const copy = join(dir, ".git/copy");
  await copyIndex(index, copy);
  expect(changed(copy)).toBe("a.js\n");
  // What a plain copy loses: it is younger than the change it would have to suspect.
  const plain = join(dir, ".git/plain");
  copyFileSync(index, plain);
  expect(changed(plain)).toBe("");
});
