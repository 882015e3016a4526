const MAX_LINES = 20_000;
const MAX_WANTED = 60;

export interface NearMatch {
  /** Counted from 1. */
  firstLine: number;
  lines: readonly string[];
  /** True when only the white space around the lines differs. */
  whitespaceOnly: boolean;
}

/** The place in a file most like a text that is not in it, or null when nothing comes close. */
export function findNearest(text: string, wanted: string): NearMatch | null {
  const lines = text.split(/\r?\n/).slice(0, MAX_LINES);
  const target = trimmedLines(wanted).slice(0, MAX_WANTED);
  if (target.length === 0) return null;
  const trimmed = lines.map((line) => line.trim());
  let best = { score: 0, at: -1 };
  for (let at = 0; at + target.length <= trimmed.length; at += 1) {
    const score = similarity(trimmed, at, target);
    if (score > best.score) best = { score, at };
  }
  if (best.score < 0.5) return null;
  return {
    firstLine: best.at + 1,
    lines: lines.slice(best.at, best.at + target.length),
    whitespaceOnly: best.score === 1,
  };
}

function trimmedLines(text: string): string[] {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  while (lines[0] === "") lines.shift();
  while (lines.at(-1) === "") lines.pop();
  return lines;
}

// The mean over the lines; a line that differs counts by the share of its two-letter pieces that agree.
function similarity(lines: readonly string[], at: number, target: readonly string[]): number {
  let sum = 0;
  for (const [i, wanted] of target.entries()) {
    const line = lines[at + i] ?? "";
    sum += line === wanted ? 1 : dice(line, wanted);
    // The lines left cannot lift it over the threshold any more.
    if (sum + (target.length - i - 1) < target.length / 2) return 0;
  }
  return sum / target.length;
}

function dice(a: string, b: string): number {
  if (a.length < 2 || b.length < 2) return 0;
  const pieces = new Map<string, number>();
  for (let i = 0; i < a.length - 1; i += 1) {
    const piece = a.slice(i, i + 2);
    pieces.set(piece, (pieces.get(piece) ?? 0) + 1);
  }
  let shared = 0;
  for (let i = 0; i < b.length - 1; i += 1) {
    const left = pieces.get(b.slice(i, i + 2)) ?? 0;
    if (left === 0) continue;
    pieces.set(b.slice(i, i + 2), left - 1);
    shared += 1;
  }
  return (2 * shared) / (a.length + b.length - 2);
}
