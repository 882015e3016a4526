import { appendFile, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import * as fc from "fast-check";
import { openJournal } from "../../src/journal/file-journal.ts";
import { readJournal } from "../../src/journal/read-journal.ts";
import { verifyChain } from "../../src/journal/verify-chain.ts";
import { phase, started, tickingClock } from "./sample-events.ts";
import { inTemporaryFolder } from "./temporary-folder.ts";

async function journalOf(count: number): Promise<Buffer> {
  return inTemporaryFolder(async (folder) => {
    const journal = await openJournal(join(folder, "journal.jsonl"), tickingClock());
    for (let seq = 0; seq < count; seq += 1) await journal.append(seq === 0 ? started() : phase(`${seq}`));
    await journal.close();
    return readFile(journal.path);
  });
}

const bytes = await journalOf(12);
const lines = bytes.toString("utf8").trimEnd().split("\n");
const headOf = (report: ReturnType<typeof verifyChain>) => (report.ok ? report.head : "");
const head = headOf(verifyChain(bytes));

function fileOf(parts: string[]): Buffer {
  return Buffer.from(`${parts.join("\n")}\n`);
}

test("an untouched journal holds", () => {
  const report = verifyChain(bytes, { head });
  expect(report).toMatchObject({ ok: true, head: expect.stringMatching(/^[0-9a-f]{64}$/) });
  expect(report.lines).toHaveLength(12);
});

test("one flipped bit anywhere is found", () => {
  fc.assert(
    fc.property(fc.nat(bytes.length - 1), fc.nat(7), (at, bit) => {
      const flipped = Buffer.from(bytes);
      flipped[at]! ^= 1 << bit;
      // The chain vouches for all lines but the last; the head noted elsewhere vouches for that one too.
      expect(verifyChain(flipped, { head }).ok).toBe(false);
      if (at < bytes.length - 1 - lines.at(-1)!.length) expect(verifyChain(flipped).ok).toBe(false);
    }),
    { numRuns: 400 },
  );
});

test("a dropped line is found where the next one begins", () => {
  for (let dropped = 0; dropped < lines.length - 1; dropped += 1) {
    const report = verifyChain(fileOf(lines.toSpliced(dropped, 1)));
    expect(report).toMatchObject({ ok: false, line: dropped + 1 });
    expect(report.lines).toHaveLength(dropped);
  }
});

test("lines that changed places are found", () => {
  fc.assert(
    fc.property(fc.shuffledSubarray(lines, { minLength: lines.length }), (shuffled) => {
      fc.pre(shuffled.join() !== lines.join());
      expect(verifyChain(fileOf(shuffled)).ok).toBe(false);
    }),
  );
});

test("a journal cut inside a line is found; one cut between lines needs the head", () => {
  for (let length = 1; length < bytes.length; length += 7) {
    const cut = bytes.subarray(0, length);
    expect(verifyChain(cut, { head }).ok).toBe(false);
    if (cut.at(-1) !== 0x0a) expect(verifyChain(cut).ok).toBe(false);
  }
});

test("a line renumbered with the chain made good again is still another head", () => {
  const forged = Buffer.from(bytes.toString("utf8").replace('"reason":"11"', '"reason":"12"'));
  expect(verifyChain(forged).ok).toBe(true);
  expect(verifyChain(forged, { head }).ok).toBe(false);
});

test.each([
  ["nothing but a word", "oops", "is no JSON"],
  ["an empty line", "", "is no JSON"],
  ["a number", "5", "is no event"],
  ["another version", '{"v":2,"type":"run.started"}', "has another version of the format"],
  ["an unknown event", '{"v":1,"type":"moon.landed"}', "holds an event this version does not know"],
  [
    "an event with a field missing",
    '{"v":1,"type":"escalated"}',
    "is no escalated event (wrong: seq, at, prev, reason)",
  ],
])("%s is named", (_name, line, reason) => {
  expect(verifyChain(Buffer.from(`${line}\n`))).toEqual({ ok: false, line: 1, reason, lines: [] });
});

test("fields of the future are let through, fields of the past get their defaults", () => {
  const place = { seq: 0, at: "2026-01-01T00:00:00.000Z", v: 1, prev: "0".repeat(64), signed: "by nobody" };
  const old = { goal: "g", runId: "r", taskKind: "edit", repository: "o/n", model: "m", budget: {}, mood: 1 };
  const report = verifyChain(Buffer.from(`${JSON.stringify({ ...place, type: "run.started", ...old })}\n`));
  expect(report.ok).toBe(true);
  expect(report.lines[0]).toMatchObject({ recordedModel: false, conversation: [], requester: null });
});

test("a bad journal is reported with path, line and reason; a missing one as missing", async () => {
  await inTemporaryFolder(async (folder) => {
    const path = join(folder, "journal.jsonl");
    const journal = await openJournal(path, tickingClock());
    await journal.append(phase("a"));
    await journal.close();
    await appendFile(path, "oops\n");
    await expect(readJournal(path)).rejects.toMatchObject({
      code: "JOURNAL_CORRUPT",
      message: expect.stringContaining("line 2 is no JSON"),
    });
    await expect(readJournal(join(folder, "absent"))).rejects.toMatchObject({ code: "USAGE" });
  });
});
