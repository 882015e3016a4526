import { parsePatch, type PatchFile } from "./patch-file.ts";

/** One hunk as git wrote it: its lines carry their sign. */
interface Hunk {
  oldStart: number;
  oldCount: number;
  newCount: number;
  lines: readonly string[];
}

/** One file of a patch, taken apart so that it can be put together again without some of its hunks. */
export interface FilePatch {
  file: PatchFile;
  /** Everything before the first hunk; for a binary file that is all of it. */
  head: readonly string[];
  hunks: readonly Hunk[];
}

interface Draft {
  raw: string[];
  head: string[];
  hunks: { oldStart: number; oldCount: number; newCount: number; lines: string[] }[];
}

const HUNK = /^@@ -(?<start>\d+)(?:,(?<old>\d+))? \+\d+(?:,(?<new>\d+))? @@/u;

export function splitPatch(patch: string): FilePatch[] {
  const lines = patch.replace(/\n$/u, "").split("\n");
  const drafts: Draft[] = [];
  let at = 0;
  while (at < lines.length) {
    const line = lines[at] ?? "";
    at += 1;
    if (line.startsWith("diff --git ")) drafts.push({ raw: [], head: [], hunks: [] });
    const draft = drafts.at(-1);
    if (draft === undefined) continue;
    draft.raw.push(line);
    const counts = HUNK.exec(line)?.groups;
    if (counts === undefined) {
      draft.head.push(line);
      continue;
    }
    const [oldCount, newCount] = [Number(counts["old"] ?? 1), Number(counts["new"] ?? 1)];
    const end = endOfHunk(lines, at, { oldCount, newCount });
    const own = lines.slice(at, end);
    draft.hunks.push({ oldStart: Number(counts["start"]), oldCount, newCount, lines: own });
    // one by one: as arguments of one call, the lines of a long file do not fit on the stack
    for (const one of own) draft.raw.push(one);
    at = end;
  }
  return drafts.flatMap(({ raw, head, hunks }) => {
    const [file] = parsePatch(raw.join("\n"));
    return file === undefined ? [] : [{ file, head, hunks }];
  });
}

// the counts decide where a hunk ends, then the note on a missing last newline
function endOfHunk(
  lines: readonly string[],
  from: number,
  { oldCount, newCount }: { oldCount: number; newCount: number },
): number {
  let [at, oldLeft, newLeft] = [from, oldCount, newCount];
  while (at < lines.length && (oldLeft > 0 || newLeft > 0 || lines[at]?.startsWith("\\") === true)) {
    const sign = lines[at]?.charAt(0);
    if (sign !== "-" && sign !== "\\") newLeft -= 1;
    if (sign !== "+" && sign !== "\\") oldLeft -= 1;
    at += 1;
  }
  return at;
}

/** The patch of these files again, with the hunks they have left. */
export function joinPatch(files: readonly FilePatch[]): string {
  return files
    .flatMap(({ head, hunks }) => [...head, ...hunkLines(hunks)])
    .map((line) => `${line}\n`)
    .join("");
}

// a hunk that is gone moves the ones after it
function hunkLines(hunks: readonly Hunk[]): string[] {
  let moved = 0;
  return hunks.flatMap(({ oldStart, oldCount, newCount, lines }) => {
    const first = oldCount === 0 ? oldStart + 1 : oldStart;
    const newStart = first + moved - (newCount === 0 ? 1 : 0);
    moved += newCount - oldCount;
    return [`@@ -${oldStart},${oldCount} +${newStart},${newCount} @@`, ...lines];
  });
}

export function addedTo({ hunks }: Pick<FilePatch, "hunks">): string[] {
  return withSign(hunks, "+");
}

export function removedFrom({ hunks }: Pick<FilePatch, "hunks">): string[] {
  return withSign(hunks, "-");
}

export function unchangedAround({ hunks }: Pick<FilePatch, "hunks">): string[] {
  return withSign(hunks, " ");
}

function withSign(hunks: readonly Hunk[], sign: string): string[] {
  return hunks
    .flatMap(({ lines }) => lines.filter((line) => line.startsWith(sign)))
    .map((line) => line.slice(1));
}
