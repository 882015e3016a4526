import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { openCourtroom } from "../test/verify/judge/courtroom.ts";
import { hearAll } from "../test/verify/judge/hear-all.ts";
import {
  isWrong,
  renderKinds,
  renderReport,
  renderUnheard,
  renderWrong,
} from "../test/verify/judge/report.ts";
import { renderCounts, wholeCorpus } from "../test/verify/judge/whole-corpus.ts";

// Judges the corpus: example repositories, cheats, honest changes, mutants. Exit code 1 when a verdict is not right.
//   --only TEXT    cases whose group or name holds the text (may be repeated)
//   --kinds        a row for each kind of cheat, too
//   --count        only says how many cases there are of each kind, for docs/verification.md
//   --at N         cases heard at a time
//   --json FILE    every score with its reason

const { values } = parseArgs({
  options: {
    only: { type: "string", multiple: true, default: [] },
    kinds: { type: "boolean", default: false },
    count: { type: "boolean", default: false },
    json: { type: "string" },
    at: { type: "string", default: "2" },
  },
});

const all = wholeCorpus();
const { only } = values;
const cases = all.filter(
  ({ group, name }) => only.length === 0 || only.some((text) => `${group} ${name}`.includes(text)),
);
if (values.count) console.log(renderCounts(cases));
else await judgeAll();

async function judgeAll(): Promise<void> {
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
}
