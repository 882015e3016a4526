import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { AvatarError } from "../domain/errors.ts";

/**
 * Makes the folder for a run's artefacts. One that holds a run already is refused: a journal is one run's, and two in
 * one file cannot be replayed.
 * @throws USAGE.
 */
export async function makeArtefactFolder(dir: string): Promise<void> {
  try {
    await mkdir(dir, { recursive: true });
  } catch (cause) {
    throw new AvatarError("USAGE", {
      message: `The folder ${dir} for the artefacts cannot be made.`,
      advice: "Name a folder that avatar may write to with --out, or set AVATAR_DATA_DIR.",
      cause,
    });
  }
  if (!existsSync(join(dir, "journal.jsonl"))) return;
  throw new AvatarError("USAGE", {
    message: `The folder ${dir} holds the artefacts of another run.`,
    advice: "Name another folder with --out, or move that run away.",
  });
}
