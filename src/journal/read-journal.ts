import { readFile } from "node:fs/promises";
import { AvatarError } from "../domain/errors.ts";
import type { JournalLine } from "../domain/events.ts";
import { corrupt, systemCode } from "./journal-error.ts";
import { verifyChain } from "./verify-chain.ts";

/**
 * The lines of a journal whose chain holds.
 * @throws USAGE when there is no such file, JOURNAL_CORRUPT with the first bad line and why.
 */
export async function readJournal(path: string): Promise<JournalLine[]> {
  const report = verifyChain(await readBytes(path));
  if (!report.ok) throw corrupt(path, report.line, report.reason);
  return report.lines;
}

/** @throws USAGE when the file cannot be read. */
async function readBytes(path: string): Promise<Uint8Array> {
  try {
    return await readFile(path);
  } catch (error) {
    throw new AvatarError("USAGE", {
      message: `The journal ${path} cannot be read${describe(error)}.`,
      advice: "Give the path of a journal.jsonl; a run writes one into its artefacts.",
      cause: error,
    });
  }
}

function describe(error: unknown): string {
  const code = systemCode(error);
  return code === null ? "" : ` (${code})`;
}
