import { join } from "node:path";
import { expect, test } from "@jest/globals";
import * as fc from "fast-check";
import { applyEvent, initialState } from "../../src/domain/apply-event.ts";
import type { JournalLine, RunEvent } from "../../src/domain/events.ts";
import type { TaskState } from "../../src/domain/task-state.ts";
import { openJournal } from "../../src/journal/file-journal.ts";
import { readJournal } from "../../src/journal/read-journal.ts";
import { replay } from "../../src/journal/replay.ts";
import { anyEvent, phase, started, tickingClock } from "./sample-events.ts";
import { inTemporaryFolder } from "./temporary-folder.ts";

/** The events of the list that the rules allow, with the state after each, as a live run would have it. */
function live(candidates: RunEvent[]): { events: RunEvent[]; states: TaskState[] } {
  const first = started() as Extract<RunEvent, { type: "run.started" }>;
  const events: RunEvent[] = [first];
  const states = [initialState(first)];
  for (const event of candidates) {
    try {
      states.push(applyEvent(states.at(-1)!, event));
      events.push(event);
    } catch {
      // Refused by a rule of the state: a live run would not have written it either.
    }
  }
  return { events, states };
}

async function written(events: RunEvent[]): Promise<JournalLine[]> {
  return inTemporaryFolder(async (folder) => {
    const journal = await openJournal(join(folder, "journal.jsonl"), tickingClock());
    await Promise.all(events.map((event) => journal.append(event)));
    await journal.close();
    return readJournal(journal.path);
  });
}

test("what a journal replays to is the live state, at every event", async () => {
  const text = fc.oneof(
    fc.string({ unit: "binary", maxLength: 30 }),
    fc.constantFrom("\n", "\u2028", "\ud800"),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(anyEvent(text), { maxLength: 40 }), async (candidates) => {
      const { events, states } = live(candidates);
      const lines = await written(events);
      expect(lines).toHaveLength(events.length);
      for (const [at, state] of states.entries()) expect(replay(lines.slice(0, at + 1))).toEqual(state);
    }),
    { numRuns: 60 },
  );
});

test("a run of 200 turns replays to its live state", async () => {
  const turn = (step: number): RunEvent[] => [
    { type: "turn.started", step, promptTokensEstimate: 100, reservedCost: 0.1 },
    {
      type: "decision.made",
      step,
      key: `c${step}`,
      rationale: "why",
      chosen: `read ${step}`,
      rejected: ["guess"],
    },
    phase(`${step}`),
  ];
  const { events, states } = live(Array.from({ length: 200 }, (_, step) => turn(step)).flat());
  expect(events).toHaveLength(601);
  expect(replay(await written(events))).toEqual(states.at(-1));
});

test("a journal without a beginning, or with an event the rules forbid, does not replay", async () => {
  const code = { code: "JOURNAL_CORRUPT" };
  expect(() => replay([])).toThrow(expect.objectContaining(code));
  const headless = await written([phase("a")]);
  expect(() => replay(headless)).toThrow(expect.objectContaining(code));
  const escalated: RunEvent = { type: "escalated", reason: "an edit cannot escalate" };
  const forbidden = await written([started(), escalated]);
  expect(() => replay(forbidden)).toThrow(
    expect.objectContaining({ ...code, message: expect.stringContaining("line 2") }),
  );
});
