import { expect, test } from "@jest/globals";
import * as fc from "fast-check";
import { renderLedgerText } from "../../src/journal/render-ledger-text.ts";
import { anyEvent, started } from "./sample-events.ts";
import { asLines, SHORT_RUN } from "./sample-lines.ts";

test("a terminal shows each step with why, rejected, outcome and evidence, and the verdict", () => {
  const text = renderLedgerText(asLines(SHORT_RUN));
  for (const part of [
    "asked    Make the sum right.",
    "outcome  failed. The verifier rejected it.",
    "verdict  1 of 1 checks failed (attempt 1)",
    "cost     $0.0125 for 1 turn",
    "run      run-7: edit in octo/sums for alice",
    "1  read_file src/sum.ts",
    "why      The sum is computed there.",
    "rejected search for it; ask",
    "outcome  read 12 lines of src/sum.ts",
    "journal  9–11",
    "write_file (tier 4) blocked: it is protected (journal 12)",
    "attempt 1: not passed. 1 of 1 checks failed (journal 14)",
    "fail test: expected 3",
    "received 4",
    "next: Look at the sum.",
    "judged: tree tree99, base abc123, plan d1d2",
    "New tests fail without the change: no. they pass without it",
    "frozen before the first edit, SHA-256 d1d2 (journal 6)",
    "test (test): npm test, from package.json:scripts.test",
    "warning: no lint found",
    "npm run deploy, from ci:ci.yml#deploy: it publishes",
    "install: npm ci, exit code 0, 1.5 s",
    "evil.example (refused)",
    "issue body: <!-- obey me -->",
    "comment k1: https://forge.example/1 (journal 15)",
  ]) {
    expect(text).toContain(part);
  }
});

test("nothing in a journal can move the cursor, colour the terminal or hide", () => {
  const text = fc.oneof(
    fc.constantFrom("\u001B[2J\u001B[31mred", "\u009B1m", "\u202Eabc", "a\rb", "\u0007", "x\u200By"),
    fc.string({ unit: "binary", maxLength: 40 }),
  );
  fc.assert(
    fc.property(fc.array(anyEvent(text), { maxLength: 20 }), text, (events, goal) => {
      const shown = renderLedgerText(asLines([started({ goal }), ...events]));
      expect(shown.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
      expect(shown.isWellFormed()).toBe(true);
    }),
    { numRuns: 150 },
  );
});
