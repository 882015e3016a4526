import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";

/** Folder in a HOME, last on the PATH: programs that stand in for a name the machine may not have. */
export const standInFolder = ".stand-ins";

// Debian has python3 and no python, CI has both. A real `python` stands before this on the PATH.
const programs = { python: '#!/bin/sh\nexec python3 "$@"\n' };

export async function writeStandIns(home: string): Promise<void> {
  const folder = path.join(home, standInFolder);
  await mkdir(folder, { recursive: true });
  for (const [name, script] of Object.entries(programs)) {
    await writeFile(path.join(folder, name), script, { mode: 0o755 });
  }
}
