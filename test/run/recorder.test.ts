import { expect, test } from "@jest/globals";
import { AvatarError } from "../../src/domain/errors.ts";
import type { RunEvent } from "../../src/domain/events.ts";
import { startRecorder } from "../../src/run/recorder.ts";
import { phase, started } from "../journal/sample-events.ts";

type Started = Extract<RunEvent, { type: "run.started" }>;

/** A journal and an observer that note who was told when; the journal can be made to fail. */
async function record(fails: (event: RunEvent) => boolean = () => false) {
  const order: string[] = [];
  const journal = {
    path: "journal.jsonl",
    async append(event: RunEvent) {
      await Promise.resolve();
      if (fails(event)) {
        throw new AvatarError("JOURNAL_UNWRITABLE", { message: "No space.", advice: "Make some." });
      }
      order.push(`journal ${event.type}`);
    },
    close: () => Promise.resolve(),
  };
  const emitter = { emit: (event: RunEvent) => void order.push(`observer ${event.type}`) };
  return { recorder: await startRecorder(journal, emitter, started() as Started), order };
}

test("the journal is written before the state changes, and observers hear of it last", async () => {
  const { recorder, order } = await record();
  const before = recorder.state;
  const recorded = recorder.record(phase("go"));
  expect(recorder.state).toBe(before);
  expect((await recorded).phase).toBe("editing");
  expect(recorder.state.phase).toBe("editing");
  expect(before.phase).toBe("investigating");
  expect(order).toEqual([
    "journal run.started",
    "observer run.started",
    "journal phase.changed",
    "observer phase.changed",
  ]);
});

test("what could not be written has not happened", async () => {
  const { recorder, order } = await record((event) => event.type === "phase.changed");
  await expect(recorder.record(phase("go"))).rejects.toMatchObject({ code: "JOURNAL_UNWRITABLE" });
  expect(recorder.state.phase).toBe("investigating");
  expect(order).toHaveLength(2);
});

test("an event that breaks a rule is refused before it is written", async () => {
  const { recorder, order } = await record();
  await expect(recorder.record({ type: "escalated", reason: "now" })).rejects.toMatchObject({
    code: "STATE_FORBIDDEN",
  });
  expect(order).toHaveLength(2);
});
