import { expect, test } from "@jest/globals";
import * as fc from "fast-check";
import { renderLedgerText } from "../../src/journal/render-ledger-text.ts";
import { anyEvent, started } from "./sample-events.ts";
import { asLines, SHORT_RUN } from "./sample-lines.ts";

test("a terminal shows each step with why, rejected, outcome and evidence, and the verdict", () => {
  const text = renderLedgerText(asLines(SHORT_RUN));
  for (const part of [
    "run      run-7 on octo/sums",
    "outcome  failed: The verifier rejected it.",
    "1  read_file src/sum.ts",
    "why      The sum is computed there.",
    "rejected search for it; ask",
    "outcome  read 12 lines of src/sum.ts",
    "evidence journal line 9, 11",
    "write_file blocked: it is protected (journal line 12)",
    "attempt 1: not passed, 1 of 1 checks failed",
    "fail test",
    "received 4",
    "evil.example (refused)",
    "issue body: <!-- obey me -->",
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
