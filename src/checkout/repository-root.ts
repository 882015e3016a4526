import { gitText } from "./git.ts";

/** The top folder of the working tree that a folder is in; null when it is in none. */
export async function repositoryRoot(dir: string): Promise<string | null> {
  try {
    const args = ["-c", "safe.directory=*", "rev-parse", "--path-format=absolute", "--show-toplevel"];
    return (await gitText({ args, cwd: dir })) || null;
  } catch {
    return null;
  }
}
