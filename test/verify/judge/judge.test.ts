import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { CHEATS } from "../cheats/all-cheats.ts";
import { EXAMPLES } from "../examples/all-examples.ts";
import { casesOf, type Group, type JudgeCase } from "./corpus.ts";
import { type Courtroom, openCourtroom } from "./courtroom.ts";
import { hearAll } from "./hear-all.ts";
import { mutantsOf } from "./mutants.ts";
import { isWrong, renderUnheard, renderWrong } from "./report.ts";
import { renderCounts, wholeCorpus } from "./whole-corpus.ts";

// A sample of what `npm run judge` hears in full. Examples that install packages are left to it.

const SAMPLED: readonly Group[] = ["golden", "wrong", "cheat"];
const quick = EXAMPLES.filter(({ base }) => !base.installs);

/** For a machine that has other things to do besides. */
const PATIENCE_MS = 600_000;

let room: Courtroom;
beforeAll(async () => {
  room = await openCourtroom();
});
afterAll(() => room.close());

/** The first case of each of the groups. */
function firstOfEach(cases: readonly JudgeCase[]): JudgeCase[] {
  return SAMPLED.flatMap((group) => cases.find((judged) => judged.group === group) ?? []);
}

async function mistakesIn(cases: readonly JudgeCase[]): Promise<string> {
  const scores = await hearAll(room, cases, { atOnce: 2 });
  const unheard = renderUnheard(scores);
  if (unheard !== "") process.stderr.write(`${unheard}\n`);
  expect(scores.some(({ score }) => score !== "not heard")).toBe(true);
  return renderWrong(scores.filter(isWrong));
}

test(
  "of every runner that is here, the fix passes, a wrong one does not, and neither does a cheat",
  async () => {
    expect(await mistakesIn(quick.flatMap((example) => firstOfEach(casesOf(example))))).toBe("");
  },
  PATIENCE_MS,
);

test.each(["cheat", "honest"] as const)(
  "what was judged by its look alone is judged right: %s",
  async (group) => {
    const own = CHEATS.filter(
      (judged) => judged.group === group && !judged.base.installs && judged.base.probe === null,
    );
    const step = Math.floor(own.length / 4);
    expect(await mistakesIn([0, 1, 2, 3].flatMap((at) => own[at * step] ?? []))).toBe("");
  },
);

test(
  "a fix with a mistake in it passes only where the repository's own tests see none",
  async () => {
    const mutants = quick.filter(({ base }) => base.probe === null).flatMap(mutantsOf);
    const step = Math.floor(mutants.length / 10);
    expect(await mistakesIn(Array.from({ length: 10 }, (_, at) => mutants[at * step] ?? []).flat())).toBe("");
  },
  PATIENCE_MS,
);

test("the corpus is as large as docs/verification.md says", () => {
  const corpus = wholeCorpus();
  expect(readFileSync(new URL("../../../docs/verification.md", import.meta.url), "utf8")).toContain(
    renderCounts(corpus),
  );
  expect(new Set(corpus.map(({ name }) => name)).size).toBe(corpus.length);
});
