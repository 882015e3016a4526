import type { FilePatch } from "./split-patch.ts";

/** The lines of a file before the change, from those after it; null where a last line has no end, which is not followed. */
export function linesOnBase({ hunks }: FilePatch, now: string): string[] | null {
  const isOdd = hunks.some(({ lines }) => lines.some((line) => line.startsWith("\\")));
  if (isOdd || !now.endsWith("\n")) return null;
  const after = now.slice(0, -1).split("\n");
  const before: string[] = [];
  let at = 0;
  for (const { oldStart, oldCount, newCount, lines } of hunks) {
    const first = oldCount === 0 ? oldStart : oldStart - 1;
    while (before.length < first) before.push(after[at++] ?? "");
    for (const line of lines) if (!line.startsWith("+")) before.push(line.slice(1));
    at += newCount;
  }
  return before.concat(after.slice(at));
}
