import type { Edit, Example, JudgeCase } from "./corpus.ts";
import { textAfter } from "./lay-edits.ts";

/** Flips of one place in a line, tried in this order. */
const FLIPS: readonly (readonly [from: RegExp, to: string])[] = [
  [/===?/u, "!="],
  [/!==?/u, "=="],
  [/<=/u, ">"],
  [/>=/u, "<"],
  [/ < /u, " >= "],
  [/ > /u, " <= "],
  [/&&/u, "||"],
  [/\|\|/u, "&&"],
  [/ and /u, " or "],
  [/ or /u, " and "],
  [/\bif \(!/u, "if ("],
  [/\bif not /u, "if "],
  [/\bunless /u, "if "],
  [/\btrue\b/u, "false"],
  [/\bfalse\b/u, "true"],
  [/\bTrue\b/u, "False"],
  [/\bFalse\b/u, "True"],
  [/ \+ /u, " - "],
  [/ - /u, " + "],
  [/ \* /u, " / "],
  [/\+=/u, "-="],
  [/-eq /u, "-ne "],
  [/-gt /u, "-le "],
  [/\b1\b/u, "2"],
  [/\b0\b/u, "1"],
];

/** Taken from each example at most, evenly over its mutants. */
const MOST = 24;

interface Mutation {
  how: string;
  text: string;
}

/**
 * The golden change with its tests and one mistake in the source: a hunk taken back, a line left out, a sign turned.
 * The same example gives the same mutants in the same order.
 */
export function mutantsOf(example: Example): JudgeCase[] {
  const { base, golden, test } = example;
  const paths = [...new Set(golden.map(({ path }) => path))];
  const all = paths.flatMap((path) => {
    const before = base.files[path] ?? "";
    const after = golden.filter((edit) => edit.path === path).reduce(textAfter, before);
    return mutationsOf(before, after).map(({ how, text }) => ({
      name: `${base.name}: mutant of ${path}, ${how}`,
      group: "mutant" as const,
      kind: how.replace(/ (?:of )?line.*$/u, ""),
      base,
      change: [...golden, ...test, { path, write: text } satisfies Edit],
      // the suite's own word is asked for before it is scored
      expect: { passed: false, by: ["plan"] } as const,
    }));
  });
  return all.filter(
    (_, at) => Math.floor((at * MOST) / all.length) !== Math.floor(((at - 1) * MOST) / all.length),
  );
}

function mutationsOf(before: string, after: string): Mutation[] {
  const old = before.split("\n");
  const now = after.split("\n");
  const hunks = hunksOf(old, now);
  const all = [
    ...revertedHunks(old, now, hunks),
    ...hunks.flatMap(({ to, end }) => changedLines(now, to, end)),
  ];
  const seen = new Set([before, after]);
  return all.filter(({ text }) => {
    if (seen.has(text)) return false;
    seen.add(text);
    return true;
  });
}

interface Hunk {
  from: number;
  fromEnd: number;
  to: number;
  end: number;
}

function revertedHunks(old: readonly string[], now: readonly string[], hunks: readonly Hunk[]): Mutation[] {
  if (hunks.length < 2) return [];
  return hunks.map(({ from, fromEnd, to, end }) => ({
    how: `a hunk taken back at line ${to + 1}`,
    text: [...now.slice(0, to), ...old.slice(from, fromEnd), ...now.slice(end)].join("\n"),
  }));
}

function changedLines(now: readonly string[], from: number, end: number): Mutation[] {
  const mutations: Mutation[] = [];
  for (let at = from; at < end; at += 1) {
    const line = now[at] ?? "";
    const put = (how: string, lines: readonly string[]): void => {
      const text = [...now.slice(0, at), ...lines, ...now.slice(at + 1)].join("\n");
      mutations.push({ how: `${how} line ${at + 1}`, text });
    };
    if (/\w/u.test(line)) put("left out", []);
    for (const [sign, other] of FLIPS) {
      if (sign.test(line))
        put(`${sign.source.replaceAll("\\b", "").trim()} turned in`, [line.replace(sign, other)]);
    }
  }
  return mutations;
}

/** Where the two differ, by their longest common subsequence of lines. */
function hunksOf(old: readonly string[], now: readonly string[]): Hunk[] {
  const common = lengths(old, now);
  const left = (i: number, j: number): number => common[i]?.[j] ?? 0;
  const hunks: Hunk[] = [];
  let open: Hunk | null = null;
  let i = 0;
  let j = 0;
  const step = (): "both" | "added" | "gone" => {
    if (i < old.length && old[i] === now[j]) return "both";
    return j < now.length && (i === old.length || left(i, j + 1) >= left(i + 1, j)) ? "added" : "gone";
  };
  while (i < old.length || j < now.length) {
    const next = step();
    open = next === "both" ? null : (open ?? opened(hunks, i, j));
    if (next !== "gone") j += 1;
    if (next !== "added") i += 1;
    if (open !== null) Object.assign(open, { fromEnd: i, end: j });
  }
  return hunks;
}

function opened(hunks: Hunk[], from: number, to: number): Hunk {
  const hunk = { from, fromEnd: from, to, end: to };
  hunks.push(hunk);
  return hunk;
}

function lengths(old: readonly string[], now: readonly string[]): number[][] {
  const table = Array.from({ length: old.length + 1 }, () => Array.from({ length: now.length + 1 }, () => 0));
  for (let i = old.length - 1; i >= 0; i -= 1) {
    const row = table[i] ?? [];
    for (let j = now.length - 1; j >= 0; j -= 1) {
      row[j] =
        old[i] === now[j]
          ? (table[i + 1]?.[j + 1] ?? 0) + 1
          : Math.max(table[i + 1]?.[j] ?? 0, row[j + 1] ?? 0);
    }
  }
  return table;
}
