import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { CHEATS } from "../test/verify/cheats/all-cheats.ts";
import { EXAMPLES } from "../test/verify/examples/all-examples.ts";
import { casesOf } from "../test/verify/judge/corpus.ts";
import { openCourtroom } from "../test/verify/judge/courtroom.ts";
import { hearAll } from "../test/verify/judge/hear-all.ts";
import { mutantsOf } from "../test/verify/judge/mutants.ts";
import {
  isWrong,
  renderKinds,
  renderReport,
  renderUnheard,
  renderWrong,
} from "../test/verify/judge/report.ts";

// Judges the corpus: example repositories, cheats, honest changes, mutants. Exit code 1 when a verdict is not right.
//   --only TEXT    cases whose group or name holds the text (may be repeated)
//   --kinds        a row for each kind of cheat, too
//   --json FILE    every score with its reason

const { values } = parseArgs({
  options: {
    only: { type: "string", multiple: true, default: [] },
    kinds: { type: "boolean", default: false },
    json: { type: "string" },
    at: { type: "string", default: "2" },
  },
});

const all = [...EXAMPLES.flatMap(casesOf), ...CHEATS, ...EXAMPLES.flatMap(mutantsOf)];
const { only } = values;
const cases = all.filter(
  ({ group, name }) => only.length === 0 || only.some((text) => `${group} ${name}`.includes(text)),
);
const started = performance.now();
const room = await openCourtroom();
try {
  let heard = 0;
  const scores = await hearAll(room, cases, {
    atOnce: Number(values.at),
    onScore: (scored) => {
      heard += 1;
      if (isWrong(scored)) process.stderr.write(`${renderWrong([scored])}\n`);
      else if (process.stderr.isTTY) process.stderr.write(`\r${heard} of ${cases.length} `);
    },
  });
  const parts = [renderWrong(scores), renderUnheard(scores), renderReport(scores)];
  if (values.kinds) parts.push(renderKinds(scores));
  const seconds = ((performance.now() - started) / 1000).toFixed(0);
  console.log(
    `${parts.filter((part) => part !== "").join("\n\n")}\n\n${cases.length} cases in ${seconds} s.`,
  );
  if (values.json !== undefined) {
    const rows = scores.map(({ judged: { name, group, kind }, score, because }) => ({
      name,
      group,
      kind,
      score,
      because,
    }));
    writeFileSync(values.json, `${JSON.stringify(rows, null, 1)}\n`);
  }
  process.exitCode = scores.some(isWrong) ? 1 : 0;
} finally {
  await room.close();
}
