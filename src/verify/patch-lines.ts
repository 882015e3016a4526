import { parsePatch } from "./patch-file.ts";

export interface PatchLine {
  kind: "added" | "removed" | "kept";
  text: string;
  /** In the changed file; for a removed line, where it stood last. */
  line: number;
}

/** One file of a patch with all its lines, in their order. */
export interface PatchedFile {
  path: string;
  isNew: boolean;
  lines: readonly PatchLine[];
}

const KINDS: Record<string, PatchLine["kind"]> = { "+": "added", "-": "removed", " ": "kept" };

/** The lines of what `git diff` writes, file by file. */
export function patchLines(patch: string): PatchedFile[] {
  // no line of content begins with these words: a mark stands before it
  return patch.split(/^(?=diff --git )/mu).flatMap((section) => {
    const file = parsePatch(section)[0];
    if (file === undefined) return [];
    const path = file.newMode === null && file.oldMode !== null ? file.oldPath : file.path;
    return [{ path, isNew: file.oldMode === null && file.newMode !== null, lines: linesOf(section) }];
  });
}

function linesOf(section: string): PatchLine[] {
  const lines: PatchLine[] = [];
  let line = 0;
  for (const row of section
    .split(/^(?=@@ )/mu)
    .slice(1)
    .flatMap((hunk) => hunk.split("\n"))) {
    const start = /^@@ -\d+(?:,\d+)? \+(?<start>\d+)/u.exec(row)?.groups?.["start"];
    if (start !== undefined) line = Number(start);
    const kind = KINDS[row.charAt(0)];
    if (start !== undefined || kind === undefined) continue;
    lines.push({ kind, text: row.slice(1).replace(/\r$/u, ""), line });
    if (kind !== "removed") line += 1;
  }
  return lines;
}
