import { readdirSync } from "node:fs";

const skipped: ReadonlySet<string> = new Set([
  ".git",
  "node_modules",
  ".venv",
  "venv",
  "__pycache__",
  ".tox",
  ".nox",
]);
const maxFiles = 200_000;

/** The files of a folder that is no git repository. Links are listed, never followed. */
export function walkFolder(root: string): string[] {
  const files: string[] = [];
  const folders = [""];
  for (let folder = folders.pop(); folder !== undefined && files.length < maxFiles; folder = folders.pop()) {
    for (const entry of readdirSync(`${root}/${folder}`, { withFileTypes: true })) {
      const path = `${folder}${entry.name}`;
      if (entry.isFile() || entry.isSymbolicLink()) files.push(path);
      else if (entry.isDirectory() && !skipped.has(entry.name)) folders.push(`${path}/`);
    }
  }
  return files;
}
