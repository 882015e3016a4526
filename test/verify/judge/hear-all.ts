import type { JudgeCase } from "./corpus.ts";
import type { Courtroom } from "./courtroom.ts";
import { scoreCase, type Scored } from "./score-case.ts";

/** Hears the cases a few at a time; the scores come in the order of the cases. */
export async function hearAll(
  room: Courtroom,
  cases: readonly JudgeCase[],
  { atOnce, onScore }: { atOnce: number; onScore?: (scored: Scored) => void },
): Promise<Scored[]> {
  const scores: Scored[] = [];
  let next = 0;
  async function work(): Promise<void> {
    for (let at = next++; at < cases.length; at = next++) {
      const judged = cases[at];
      if (judged === undefined) return;
      const scored = await hearOne(room, judged);
      scores[at] = scored;
      onScore?.(scored);
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work));
  return scores;
}

async function hearOne(room: Courtroom, judged: JudgeCase): Promise<Scored> {
  const hearing = await room.hear(judged);
  if (judged.group !== "mutant" || hearing.kind !== "heard") return scoreCase(judged, hearing);
  // whether a mutant is a mistake at all, only the repository's own suite can say
  const passed = await room.suitePasses(judged);
  const expect = passed ? ({ passed } as const) : ({ passed, by: ["plan"] } as const);
  return scoreCase({ ...judged, expect }, hearing);
}
