import { expect, test } from "@jest/globals";
import * as fc from "fast-check";
import { renderLedger } from "../../src/journal/render-ledger.ts";
import { splitLedger } from "../../src/journal/split-ledger.ts";
import { anyEvent, phase, started } from "./sample-events.ts";
import { asLines } from "./sample-lines.ts";

/** Whether every table row stands below its heading and every code block is closed. */
function standsAlone(piece: string): boolean {
  let inBlock = false;
  let previous = "";
  for (const line of piece.split("\n")) {
    if (line.startsWith("```")) inBlock = !inBlock;
    else if (!inBlock && line.startsWith("|") && !previous.startsWith("|")) {
      const rows = piece.slice(piece.indexOf(line)).split("\n");
      if (!/^\|( --- \|)+$/.test(rows[1] ?? "")) return false;
    }
    previous = line;
  }
  return !inBlock;
}

test("a short ledger is one piece, unchanged", () => {
  const ledger = renderLedger(asLines([started(), phase("a")]));
  expect(splitLedger(ledger)).toEqual([ledger]);
});

test("a run of 400 steps is cut into pieces that fit and keep every row", () => {
  const events = Array.from({ length: 400 }, (_, at) => phase(`row ${at} ${"why ".repeat(150)}`));
  const pieces = splitLedger(renderLedger(asLines([started(), ...events])));
  expect(pieces.length).toBeGreaterThan(1);
  for (const piece of pieces) {
    expect(piece.length).toBeLessThanOrEqual(65_536);
    expect(standsAlone(piece)).toBe(true);
  }
  const text = pieces.join("");
  for (let at = 0; at < 400; at += 1) expect(text).toContain(`\`row ${at} why`);
});

test("any ledger, at any limit that a row fits in, is cut into pieces that stand alone and lose nothing", () => {
  const text = fc.string({ unit: fc.constantFrom(..."ab |`\n#-".split("")), maxLength: 300 });
  const events = fc.array(anyEvent(text), { maxLength: 30 });
  fc.assert(
    fc.property(events, fc.integer({ min: 2000, max: 6000 }), (some, limit) => {
      const ledger = renderLedger(asLines([started(), ...some]));
      const pieces = splitLedger(ledger, limit);
      for (const piece of pieces) {
        expect(piece.length).toBeLessThanOrEqual(limit);
        expect(standsAlone(piece)).toBe(true);
      }
      const kept = new Set(pieces.join("").split("\n"));
      for (const line of ledger.split("\n")) expect(kept).toContain(line);
    }),
    { numRuns: 60 },
  );
});

test("no Markdown at all makes a piece longer than the limit", () => {
  const line = fc.oneof(
    fc.constantFrom("```text", "```", "| a | b |", "| --- | --- |", ""),
    fc.string({ maxLength: 900 }),
  );
  fc.assert(
    fc.property(fc.array(line, { maxLength: 40 }), (lines) => {
      for (const piece of splitLedger(lines.join("\n"), 400)) expect(piece.length).toBeLessThanOrEqual(400);
    }),
  );
});

test("a line too long for any piece is cut in a code block and named elsewhere", () => {
  const long = "y".repeat(1000);
  const pieces = splitLedger(`\`\`\`text\n${long}\n\`\`\`\n`, 300);
  expect(pieces.every(standsAlone)).toBe(true);
  expect(pieces.join("").match(/y/g)).toHaveLength(1000);
  expect(splitLedger(`${long}\n`, 300)).toEqual(["_A line of 1000 characters is in the journal only._\n"]);
});
