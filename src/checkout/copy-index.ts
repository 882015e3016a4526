import { copyFile, stat, utimes } from "node:fs/promises";

/**
 * A copy of a git index that may be worked with in its place: what git knows of unchanged files stays known. The copy
 * is as old as the original: git reads the files again that were written in the moment the index was, and tells that moment
 * by the age of the index (git's "racy git" document).
 */
export async function copyIndex(from: string, to: string): Promise<void> {
  const { atime, mtime } = await stat(from);
  await copyFile(from, to);
  await utimes(to, atime, mtime);
}
