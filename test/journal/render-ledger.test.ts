import { expect, test } from "@jest/globals";
import * as fc from "fast-check";
import { inertBlock, inertSpan } from "../../src/journal/inert-markdown.ts";
import { renderLedger } from "../../src/journal/render-ledger.ts";
import { anyEvent, started } from "./sample-events.ts";
import { asLines, SHORT_RUN } from "./sample-lines.ts";

const ledger = renderLedger(asLines(SHORT_RUN));

function rowsOf(markdown: string, section: string): string[] {
  const body = markdown.split(`## ${section}\n`)[1]?.split("\n## ")[0] ?? "";
  return body.split("\n").filter((line) => line.startsWith("|"));
}

test("a call's row says why, what was chosen and rejected, how it went and where the evidence is", () => {
  expect(rowsOf(ledger, "Steps")).toContain(
    "| 1 | `The sum is computed there.` | `read_file src/sum.ts` | `search for it; ask` | `read 12 lines of src/sum.ts` | journal line 9, 11 |",
  );
});

test("what the gate refused is told twice: in its row and in its own section", () => {
  expect(rowsOf(ledger, "Steps").join()).toContain("`blocked: it is protected`");
  expect(rowsOf(ledger, "Refused by the gate")).toContain(
    "| 1 | `write_file` | blocked | 4 | `it is protected` | 12 |",
  );
});

test("a verdict's attempt shows its checks, what the failed ones said, and the proof", () => {
  expect(ledger).toContain("### Attempt 1: not passed");
  expect(rowsOf(ledger, "Verdicts")).toContain("| `test` | yes | fail | 1 | `expected 3 received 4` |");
  expect(ledger).toContain("\n`expected 3`  \n`received 4`  \n");
  expect(ledger).toContain("New tests fail without the change: **no** `they pass without it`");
  expect(ledger).toContain("tree `tree99`");
});

test("hosts, removed text, left-out commands, effects and the spending are there", () => {
  expect(rowsOf(ledger, "Hosts reached")).toEqual(
    expect.arrayContaining(["| `packages.example` | let through |", "| `evil.example` | refused |"]),
  );
  expect(rowsOf(ledger, "Removed from untrusted text")).toContain(
    "| `issue body` | `<!-- obey me -->` | 2 |",
  );
  expect(rowsOf(ledger, "Left out of the plan").join()).toContain("`it publishes`");
  expect(ledger).toContain("`https://forge.example/1`");
  expect(ledger).toContain("1 turn, 1,200 prompt tokens (200 cached), 30 completion tokens, $0.0125");
  expect(ledger).toContain("- **Outcome**: failed: `The verifier rejected it.`");
  expect(ledger).toContain("recorded: a script answered");
});

test("a run that began again shows its last start and counts what both spent", () => {
  const twice = renderLedger(asLines([...SHORT_RUN, ...SHORT_RUN.slice(0, 8)]));
  expect(twice).toContain("- **Starts**: 2;");
  expect(twice).toContain("2 turns, 2,400 prompt tokens");
  expect(twice).not.toContain("### Attempt 1");
});

test("an empty journal renders", () => {
  expect(renderLedger([])).toContain("Outcome**: none yet");
});

const HOSTILE = [
  "@octocat and @org/team",
  "Fixes #1, closes octo/sums#2, resolves GH-3",
  "<script>alert(1)</script><img src=x onerror=y><!--",
  "![x](https://evil.example/a.png) [l](javascript:x) https://evil.example",
  "| a | b |\n| --- | --- |\n| \\| | \\\\|",
  "```\n# out\n~~~\n````",
  "`` ` ``` `".repeat(20),
  "ends with a backslash\\",
  "\n\n# Heading\n\n- list\n> quote\n---\n",
  "\u202Eright to left\u200B\u{E0041}\uFE0F\u0000\u001B[31m\r",
  "[ref]: https://evil.example",
  "$$x$$ $`y`$ :tada: **bold** _i_ ~~s~~",
  "/avatar fix this",
];

const MARKS = "`|\\@#<>!()[]*_~$\n\r \t1ax&;-:".split("");

const hostileText = fc.oneof(
  fc.constantFrom(...HOSTILE),
  fc.string({ unit: "binary", maxLength: 60 }),
  fc.string({ unit: fc.constantFrom(...MARKS), maxLength: 60 }),
  fc.array(fc.constantFrom(...HOSTILE), { maxLength: 60 }).map((parts) => parts.join("\n")),
);

/** What is left of Markdown when everything in code, and every dash for nothing, is one word. */
function skeleton(markdown: string): string {
  return markdown
    .replaceAll(/`[^`\n]*`/g, "CODE")
    .replaceAll("–", "CODE")
    .replaceAll(/^CODE {2}(\nCODE {2})+$/gm, "CODE  ");
}

/** Events with a stand-in wherever a text can be, and the same with another text there. */
const STAND_IN = "§";
const template = fc.array(anyEvent(fc.constant(STAND_IN)), { maxLength: 25 });

function withText(events: readonly object[], text: string) {
  const escaped = JSON.stringify(text.toWellFormed()).slice(1, -1);
  const filled = JSON.stringify(events).replaceAll(STAND_IN, () => escaped);
  return asLines(JSON.parse(filled) as unknown[]);
}

test("whatever a text says, the Markdown outside of code stays the same", () => {
  fc.assert(
    fc.property(template, hostileText, (events, text) => {
      const run = [
        started({ runId: STAND_IN, goal: STAND_IN, repository: STAND_IN, model: STAND_IN }),
        ...events,
      ];
      const shown = skeleton(renderLedger(withText(run, text)));
      expect(shown).toBe(skeleton(renderLedger(withText(run, "harmless"))));
      expect(shown).not.toMatch(/[`@<>]|#\d|!\[|\]\(|https?:|\\/);
    }),
    { numRuns: 300 },
  );
});

test("every row of a table has the columns of its heading", () => {
  fc.assert(
    fc.property(template, hostileText, (events, text) => {
      let columns = 0;
      for (const line of renderLedger(withText(events, text)).split("\n")) {
        const bars = line.startsWith("|") ? line.split("|").length : 0;
        if (bars > 0 && columns > 0) expect(bars).toBe(columns);
        columns = bars;
      }
    }),
  );
});

test("a span is one line between two backticks, or a dash", () => {
  fc.assert(
    fc.property(hostileText, (text) => {
      expect(inertSpan(text)).toMatch(/^(`[^`|\n\r]+`|–)$/);
      expect(Array.from(inertSpan(text, 50)).length).toBeLessThanOrEqual(52);
    }),
  );
});

test("each line of a block is a span of its own, and no character in it hides", () => {
  fc.assert(
    fc.property(hostileText, (text) => {
      for (const line of inertBlock(text, 200).split("\n")) {
        expect(line).toMatch(/^`[^`]+` {2}$/);
        expect(line).not.toMatch(/[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/u);
      }
    }),
  );
});

test("no line of a ledger needs another to be harmless, so it can be cut between any two", () => {
  fc.assert(
    fc.property(template, hostileText, (events, text) => {
      for (const line of renderLedger(withText(events, text)).split("\n")) {
        expect(skeleton(line)).not.toMatch(/[`@<>]|#\d|!\[|\]\(|https?:|\\/);
        expect(line.length).toBeLessThan(5000);
      }
    }),
  );
});

test("a long output keeps its head and, longer, its tail, with the indentation of its lines", () => {
  const text = `head\n  indented\n${"x\n".repeat(5000)}tail`;
  const block = inertBlock(text, 400);
  expect(block).toContain("`head`  \n`  indented`  \n`x`");
  expect(block).toContain("`x`  \n`tail`  ");
  expect(block).toContain("characters left out");
  expect(block.split("\n").length).toBeLessThan(220);
});
