import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { AvatarError } from "../domain/errors.ts";

/** The absolute path of a folder that somebody named. @throws USAGE when there is none. */
export async function localFolder(path: string): Promise<string> {
  const dir = resolve(path);
  const found = await stat(dir).catch(() => null);
  if (found?.isDirectory() === true) return dir;
  throw new AvatarError("USAGE", {
    message: found === null ? `There is no folder ${dir}.` : `${dir} is not a folder.`,
    advice: "Name the folder of a repository's working tree.",
  });
}
