import { join } from "node:path";
import { expect, test } from "@jest/globals";
import * as fc from "fast-check";
import { z } from "zod";
import { RunEvent } from "../../src/domain/events.ts";
import { readJournal } from "../../src/journal/read-journal.ts";
import { replay } from "../../src/journal/replay.ts";
import { anyEvent } from "./sample-events.ts";

const JOURNALS = join(import.meta.dirname, "..", "fixtures", "journals");

// These files hold every event with the fields that had no default when journals got their first version. They are
// never written anew: a field that joins without a default makes them unreadable, as it would every kept journal.

test("a journal written before a field existed parses and replays", async () => {
  const lines = await readJournal(join(JOURNALS, "first-version.jsonl"));
  expect(lines.find(({ type }) => type === "plan.resolved")).toMatchObject({
    checks: [{ chain: null, cwd: ".", env: {}, shell: "bash", required: true, job: null }],
  });
  expect(replay(lines)).toMatchObject({
    taskId: "run-1",
    taskKind: "edit",
    modeSource: null,
    constraints: [],
    conversation: [],
    phase: "verifying",
    outcome: "success",
    iterations: 1,
    promptTokens: 10,
    completionTokens: 2,
    declarationNudges: 1,
    smokeFloorAttempted: true,
    escalated: true,
    filesRead: ["a.js"],
    declaredChangeKinds: ["code"],
    finalAnswer: "Done.",
  });
});

test("a journal of a blocked run, written before a field existed, parses and replays", async () => {
  const lines = await readJournal(join(JOURNALS, "first-version-blocked.jsonl"));
  expect(replay(lines)).toMatchObject({ outcome: "blocked", openQuestions: ["Which currency?"] });
});

/** The names of the fields of an event that a journal may lack. */
function optionalFields(type: RunEvent["type"]): string[] {
  const option = RunEvent.options.find(({ shape }) => shape.type.value === type);
  const fields: [string, unknown][] = Object.entries(option?.shape ?? {});
  return fields.flatMap(([name, field]) => (field instanceof z.ZodDefault ? [name] : []));
}

test("an event that lacks any of the fields with a default parses with that default", () => {
  fc.assert(
    fc.property(
      anyEvent(fc.string({ maxLength: 5 })),
      fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }),
      (event, choices) => {
        const lacking = optionalFields(event.type).filter((_, at) => choices[at]);
        const older = Object.fromEntries(Object.entries(event).filter(([name]) => !lacking.includes(name)));
        const parsed: Record<string, unknown> = RunEvent.parse(older);
        for (const [name, value] of Object.entries(event)) {
          if (!lacking.includes(name)) expect(parsed[name]).toEqual(value);
        }
        for (const name of lacking) expect(parsed[name]).not.toBeUndefined();
      },
    ),
  );
});
