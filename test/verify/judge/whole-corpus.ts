import { CHEATS } from "../cheats/all-cheats.ts";
import { EXAMPLES } from "../examples/all-examples.ts";
import { casesOf, GROUPS, type JudgeCase } from "./corpus.ts";
import { mutantsOf } from "./mutants.ts";
import { markdownTable } from "./markdown-table.ts";

/** Every case there is, in the order in which they are heard. */
export function wholeCorpus(): JudgeCase[] {
  return [...EXAMPLES.flatMap(casesOf), ...CHEATS, ...EXAMPLES.flatMap(mutantsOf)];
}

/** How many cases there are of each part and of each kind, as docs/verification.md shows it. */
export function renderCounts(cases: readonly JudgeCase[]): string {
  const groups = GROUPS.map((group) => [group, count(cases, (judged) => judged.group === group)]);
  const runners = EXAMPLES.map(({ base }) => [
    base.runner,
    base.name,
    base.installs ? "installs packages" : (base.probe ?? "nothing more than avatar"),
  ]);
  return [
    markdownTable(["part", "cases"], [...groups, ["all", String(cases.length)]]),
    markdownTable(["runner", "repository", "needs"], runners),
    kinds(cases, "cheat"),
    kinds(cases, "honest"),
  ].join("\n\n");
}

function kinds(cases: readonly JudgeCase[], group: JudgeCase["group"]): string {
  const own = cases.filter((judged) => judged.group === group);
  const names = [...new Set(own.map(({ kind }) => kind))].sort();
  const rows = names.map((name) => [name, count(own, ({ kind }) => kind === name)]);
  return markdownTable([group, "cases"], rows);
}

function count(cases: readonly JudgeCase[], isCounted: (judged: JudgeCase) => boolean): string {
  return String(cases.filter(isCounted).length);
}
