import { afterAll, expect, test } from "@jest/globals";
import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { repositoryWith, scratchFolder } from "./scratch.ts";

const scratch = scratchFolder();
afterAll(() => scratch.remove());

test("a full disk is called a full disk, while cloning and while a command runs", () => {
  const repository = repositoryWith(scratch, "origin", { big: randomBytes(6_000_000) });
  mkdirSync(scratch.path("runs"));
  const script = fileURLToPath(new URL("./full-disk.ts", import.meta.url));
  // A small file system of this one process's own, in a mount namespace of its own.
  const small = [
    "--unshare-user",
    "--dev-bind",
    "/",
    "/",
    "--size",
    "4000000",
    "--tmpfs",
    scratch.path("runs"),
  ];
  const args = [...small, process.execPath, script, scratch.path("runs"), repository];
  expect(execFileSync("bwrap", args, { encoding: "utf8" })).toBe("DISK_FULL\nDISK_FULL\n");
});
