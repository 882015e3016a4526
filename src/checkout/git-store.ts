import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { git } from "./git.ts";

/** Untracked things that are never part of a change, also where the repository forgot to ignore them. */
export const neverPartOfAChange: readonly string[] = [
  "node_modules/",
  ".venv/",
  "venv/",
  "__pycache__/",
  "*.pyc",
  ".pytest_cache/",
  ".mypy_cache/",
  ".ruff_cache/",
  "*.egg-info/",
  ".tox/",
  ".nox/",
  ".gradle/",
  ".bundle/",
  ".DS_Store",
];

/** The run's own git directory. It lies where no command of the run can see or write it. */
export interface GitStore {
  gitDir: string;
  objects: string;
  /** Attributes that make git take every file for binary. */
  allBinaryFile: string;
  /** Ignore rules of `neverPartOfAChange`, for tools that take a file. */
  excludeFile: string;
}

/** `example` is any object id of the repository: its length tells the hash in use. */
export async function createGitStore(gitDir: string, example: string): Promise<GitStore> {
  const format = `--object-format=${example.length === 64 ? "sha256" : "sha1"}`;
  await git({ args: ["init", "--bare", "--quiet", "--template=", format, "--", gitDir] });
  const excludeFile = path.join(gitDir, "info", "exclude");
  await mkdir(path.dirname(excludeFile), { recursive: true });
  await writeFile(excludeFile, excludeRules());
  const allBinaryFile = path.join(gitDir, "info", "all-binary");
  await writeFile(allBinaryFile, "* -diff\n");
  return { gitDir, allBinaryFile, objects: path.join(gitDir, "objects"), excludeFile };
}

export function excludeRules(): string {
  return `${neverPartOfAChange.join("\n")}\n`;
}
