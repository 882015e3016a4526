/** One summary of a runner: what it says of the tests it found, and where in the output it stands. */
export interface Report {
  at: number;
  passed: number;
  failed: number;
  skipped: number;
}

export interface Runner {
  name: string;
  /** What this runner prints when it begins. Between two beginnings only the last summary is its own. */
  starts?: RegExp;
  read(output: string): Report[];
}

export type Groups = Record<string, string | undefined>;
type Tally = Partial<Omit<Report, "at">>;

/** One report for each match of a pattern. */
export function each(pattern: RegExp, tally: (groups: Groups, match: string) => Tally) {
  return (output: string): Report[] =>
    [...output.matchAll(pattern)].map((match) => reportOf(match.index, tally(match.groups ?? {}, match[0])));
}

/** A runner that says it found nothing. */
export function none(pattern: RegExp) {
  return each(pattern, () => ({}));
}

export function both(...readers: ((output: string) => Report[])[]) {
  return (output: string): Report[] => readers.flatMap((read) => read(output)).sort((a, b) => a.at - b.at);
}

/** The first of several readers that finds anything: the others tell the same in another form. */
export function firstOf(...readers: ((output: string) => Report[])[]) {
  return (output: string): Report[] => {
    for (const read of readers) {
      const found = read(output);
      if (found.length > 0) return found;
    }
    return [];
  };
}

export function reportOf(at: number, { passed = 0, failed = 0, skipped = 0 }: Tally): Report {
  return { at, passed: Math.max(0, passed), failed: Math.max(0, failed), skipped: Math.max(0, skipped) };
}

export function number(text: string | undefined): number {
  return Number(text ?? 0);
}

/** The sum of the numbers in front of some words: `3 passed, 1 error`. */
export function before(line: string, words: string): number {
  return sum(line, String.raw`(\d+) (?:${words})\b`);
}

/** The sum of the numbers behind some words: `failures=1`, `Skipped: 2`. */
export function behind(line: string, words: string): number {
  return sum(line, String.raw`\b(?:${words})(?:=|: *)(\d+)`);
}

export function matches(output: string, pattern: RegExp): number {
  return [...output.matchAll(pattern)].length;
}

function sum(line: string, pattern: string): number {
  return [...line.matchAll(new RegExp(pattern, "giu"))].reduce((total, match) => total + number(match[1]), 0);
}
