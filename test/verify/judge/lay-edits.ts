import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import type { Base, Edit } from "./corpus.ts";

const ENV = {
  PATH: process.env["PATH"] ?? "",
  HOME: "/nonexistent",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_AUTHOR_NAME: "Ada",
  GIT_AUTHOR_EMAIL: "ada@example.com",
  GIT_AUTHOR_DATE: "@1700000000 +0000",
  GIT_COMMITTER_NAME: "Ada",
  GIT_COMMITTER_EMAIL: "ada@example.com",
  GIT_COMMITTER_DATE: "@1700000000 +0000",
};

function git(dir: string, ...args: string[]): string {
  return execFileSync("git", args, { cwd: dir, env: ENV, encoding: "utf8", maxBuffer: 1 << 28 });
}

/** A repository with the base as its one commit on `main`. */
export function layBase(dir: string, { files, more = [] }: Base): void {
  mkdirSync(dir, { recursive: true });
  git(dir, "init", "--quiet", "--initial-branch=main");
  for (const [path, text] of Object.entries(files)) lay(dir, { path, write: text });
  for (const edit of more) lay(dir, edit);
  stage(dir, more);
  git(dir, "commit", "--quiet", "--message=base");
}

/** The change as a patch on the base; the folder is left as it was. */
export function patchOf(dir: string, change: readonly Edit[]): string {
  try {
    keepSubmodules(dir);
    for (const edit of change) lay(dir, edit);
    stage(dir, change);
    return git(dir, "diff", "--cached", "--binary", "--full-index", "HEAD");
  } finally {
    git(dir, "reset", "--quiet", "--hard", "HEAD");
    git(dir, "clean", "-qffdx");
  }
}

// without its folder git takes a submodule for deleted
function keepSubmodules(dir: string): void {
  if (!existsSync(join(dir, ".gitmodules"))) return;
  for (const [, path = ""] of git(dir, "ls-files", "--stage").matchAll(/^160000 .*\t(.+)$/gmu))
    mkdirSync(join(dir, path), { recursive: true });
}

function stage(dir: string, edits: readonly Edit[]): void {
  git(dir, "add", "--all", "--force");
  for (const edit of edits) {
    if ("submodule" in edit)
      git(dir, "update-index", "--add", "--cacheinfo", `160000,${edit.submodule},${edit.path}`);
  }
}

function lay(dir: string, edit: Edit): void {
  const at = join(dir, edit.path);
  if ("submodule" in edit) return;
  mkdirSync(dirname(at), { recursive: true });
  if ("remove" in edit) rmSync(at, { recursive: true });
  else if ("moveTo" in edit) move(at, join(dir, edit.moveTo));
  else if ("link" in edit) symlinkSync(edit.link, at);
  else if ("write" in edit) {
    writeFileSync(at, edit.write);
    chmodSync(at, edit.executable === true ? 0o755 : 0o644);
  } else if ("executable" in edit) chmodSync(at, edit.executable ? 0o755 : 0o644);
  else writeFileSync(at, textAfter(readFileSync(at, "utf8"), edit));
}

function move(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  renameSync(from, to);
}

/** The text of a file after an edit that changes text. @throws when a text to swap is not there exactly once. */
export function textAfter(text: string, edit: Edit): string {
  if ("append" in edit) return text + edit.append;
  if ("prepend" in edit) return edit.prepend + text;
  if ("write" in edit && typeof edit.write === "string") return edit.write;
  if ("lineEnds" in edit) {
    const lf = text.replaceAll("\r\n", "\n");
    return edit.lineEnds === "lf" ? lf : lf.replaceAll("\n", "\r\n");
  }
  if (!("swap" in edit)) throw new Error(`${edit.path}: this edit is not one of text`);
  return edit.swap.reduce((now, [from, to]) => {
    if (now.split(from).length !== 2) throw new Error(`${edit.path}: not there exactly once: ${from}`);
    return now.replace(from, () => to);
  }, text);
}
