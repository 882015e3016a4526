import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

const who = { name: "Ada", email: "ada@example.com" };

/** A folder of a test's own, removed by `remove`. */
export interface Scratch {
  dir: string;
  path(...names: string[]): string;
  write(file: string, content: string | Uint8Array): void;
  remove(): void;
}

export function scratchFolder(): Scratch {
  const dir = realpathSync(mkdtempSync(path.join(tmpdir(), "avatar-test-")));
  const at = (...names: string[]): string => path.join(dir, ...names);
  return {
    dir,
    path: at,
    write(file, content) {
      mkdirSync(path.dirname(at(file)), { recursive: true });
      writeFileSync(at(file), content);
    },
    remove: () => rmSync(dir, { recursive: true, force: true }),
  };
}

/** Git as a person would use it on a repository of the test's. */
export function gitIn(dir: string, ...args: string[]): string {
  const env = {
    PATH: process.env["PATH"] ?? "",
    HOME: "/nonexistent",
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_AUTHOR_NAME: who.name,
    GIT_AUTHOR_EMAIL: who.email,
    GIT_COMMITTER_NAME: who.name,
    GIT_COMMITTER_EMAIL: who.email,
  };
  return execFileSync("git", args, {
    cwd: dir,
    env,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
  }).trim();
}

/** A repository with one commit on `main`. */
export function repositoryWith(
  scratch: Scratch,
  name: string,
  files: Record<string, string | Uint8Array>,
): string {
  const dir = scratch.path(name);
  mkdirSync(dir, { recursive: true });
  gitIn(dir, "init", "--quiet", "--initial-branch=main");
  gitIn(dir, "config", "receive.denyCurrentBranch", "ignore");
  for (const [file, content] of Object.entries(files)) scratch.write(path.join(name, file), content);
  gitIn(dir, "add", "--all", "--force");
  gitIn(dir, "commit", "--quiet", "--allow-empty", "--message=first");
  return dir;
}
