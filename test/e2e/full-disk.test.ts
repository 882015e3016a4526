import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, expect, test } from "@jest/globals";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const FIXTURE = join(ROOT, "test/fixtures/python-unittest");

let dir = "";
afterEach(() => rmSync(dir, { recursive: true, force: true }));

// Room for the first events of the journal and not for the rest.
const ROOM = 16_384;

test("a disk that fills up in mid-run is named with its remedy, and what the journal holds is sound", () => {
  dir = mkdtempSync(join(tmpdir(), "avatar-full-"));
  const repository = join(dir, "repository");
  const out = join(dir, "out");
  mkdirSync(out);
  cpSync(join(FIXTURE, "repository"), repository, { recursive: true });
  const git = ["-c", "user.name=t", "-c", "user.email=t@t.invalid"];
  spawnSync("git", ["init", "-qb", "main"], { cwd: repository });
  spawnSync("git", ["add", "-A"], { cwd: repository });
  spawnSync("git", [...git, "commit", "-qm", "first"], { cwd: repository });

  const script = `
    "$1" run --repo "$2" --issue "$3/issue.md" --script "$3/golden.json" --out "$4" --json
    echo "exit $?"
    "$1" journal verify "$4/journal.jsonl"
    echo "exit $?"`;
  const small = ["--unshare-user", "--dev-bind", "/", "/", "--size", String(ROOM), "--tmpfs", out];
  const args = [...small, "sh", "-c", script, "sh", join(ROOT, "bin/avatar"), repository, FIXTURE, out];
  // A user namespace cannot hold another sandbox everywhere; what is tried here is the disk.
  const env = {
    PATH: process.env["PATH"],
    HOME: dir,
    AVATAR_DATA_DIR: join(dir, "data"),
    AVATAR_SANDBOX: "unsafe-none",
  };
  const { stdout, stderr } = spawnSync("bwrap", args, { encoding: "utf8", env });

  expect(stderr).toContain("disk is full");
  expect(stderr).toContain("Free some space");
  expect(stdout).toMatch(/^exit 4\nThe chain holds: \d+ lines, head [0-9a-f]{64}\.\nexit 0\n$/);
});
