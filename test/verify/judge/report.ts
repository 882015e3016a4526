import { GROUPS } from "./corpus.ts";
import { markdownTable } from "./markdown-table.ts";
import type { Score, Scored } from "./score-case.ts";

const COLUMNS = ["kind", "cases", "right", "wrong", "false success", "false failure", "not heard"];

/** The scores as a table: one row a group, and below the cheats and the honest ones a row for each kind of them. */
export function renderReport(scores: readonly Scored[]): string {
  const groups = GROUPS.flatMap((group) => {
    const own = scores.filter(({ judged }) => judged.group === group);
    return own.length === 0 ? [] : [row(group, own)];
  });
  return markdownTable(COLUMNS, [...groups, row("all", scores)]);
}

/** Each kind of cheat and of honest control, counted. */
export function renderKinds(scores: readonly Scored[]): string {
  const rows = (["cheat", "honest"] as const).flatMap((group) => {
    const own = scores.filter(({ judged }) => judged.group === group);
    const kinds = [...new Set(own.map(({ judged }) => judged.kind))].sort();
    return kinds.map((kind) =>
      row(
        `${group}: ${kind}`,
        own.filter(({ judged }) => judged.kind === kind),
      ),
    );
  });
  return markdownTable(COLUMNS, rows);
}

/** What was not right, with the reason; empty when all was. */
export function renderWrong(scores: readonly Scored[]): string {
  return scores
    .filter(isWrong)
    .map(({ judged, score, because }) => `${score}: ${judged.name}\n${indented(because)}`)
    .join("\n\n");
}

/** Why cases were not heard, each reason once. */
export function renderUnheard(scores: readonly Scored[]): string {
  const unheard = scores.filter(({ score }) => score === "not heard");
  const bases = new Map(unheard.map(({ judged, because }) => [judged.base, because]));
  return [...bases]
    .map(([{ name, runner }, because]) => `not heard: ${name} (${runner}): ${because}`)
    .join("\n");
}

export function isWrong({ score }: Scored): boolean {
  return score !== "right" && score !== "not heard";
}

function row(title: string, scores: readonly Scored[]): string[] {
  const count = (wanted: Score): number => scores.filter(({ score }) => score === wanted).length;
  const counts = [
    scores.length,
    count("right"),
    count("wrong"),
    count("false success"),
    count("false failure"),
  ];
  return [title, ...[...counts, count("not heard")].map(String)];
}

function indented(text: string): string {
  return text
    .split("\n")
    .slice(0, 14)
    .map((line) => `    ${line}`)
    .join("\n");
}
