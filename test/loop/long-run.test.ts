import { createHash } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { applyEvent, initialState } from "../../src/domain/apply-event.ts";
import type { RunEvent } from "../../src/domain/events.ts";
import type { Recorder } from "../../src/domain/ports/recorder.ts";
import type { TaskState } from "../../src/domain/task-state.ts";
import { openJournal } from "../../src/journal/file-journal.ts";
import { readJournal } from "../../src/journal/read-journal.ts";
import { replay } from "../../src/journal/replay.ts";
import { runLoop } from "../../src/loop/run-loop.ts";
import { startRecorder } from "../../src/run/recorder.ts";
import { loopRun, type Scripted } from "../support/loop-run.ts";

const TURNS = 200;

/** What a turn does: it writes, edits, reads, lists, fails or stumbles, so that every kind of event comes up. */
function turn(n: number): Scripted {
  const file = `src/n${n - (n % 4)}.js`;
  switch (n % 8) {
    case 0:
    case 4:
      return [["write_file", { path: file, content: `let n = ${n};\n`, rationale: `turn ${n}` }]];
    case 1:
      return [["str_replace", { path: file, oldString: `${n - 1}`, newString: `${n}`, rejected: ["no"] }]];
    case 2:
      return [
        ["read_file", { path: file }],
        ["read_file", { path: "src/none.js" }],
      ];
    case 3:
      return [["read_file", '{"path": ']];
    case 5:
      return [["list_files", { glob: "src/*.js" }]];
    case 6:
      return [["read_file", { path: ".env" }]];
    default:
      return n % 40 === 7 ? {} : [["read_file", { path: file }]];
  }
}

function digest(state: TaskState): string {
  return createHash("sha256").update(JSON.stringify(state)).digest("hex");
}

test("a run of 200 turns in a real tree replays from its journal to the live state, at every event", async () => {
  const folder = await mkdtemp(join(tmpdir(), "avatar-long-run-"));
  const script = [...Array.from({ length: TURNS - 1 }, (_, n) => turn(n)), { text: "Done." }];
  const run = await loopRun(script, { budget: { turns: TURNS, contextTokens: 60_000 } });
  const journal = await openJournal(join(folder, "journal.jsonl"), run.options.clock);
  try {
    const live: string[] = [];
    const [started, frozen] = run.recorder.events;
    if (started?.type !== "run.started" || frozen === undefined) throw new Error("The run did not start.");
    const pen = await startRecorder(journal, { emit: () => undefined }, started);
    live.push(digest(pen.state));
    const recorder: Recorder = {
      get state() {
        return pen.state;
      },
      async record(event: RunEvent) {
        const state = await pen.record(event);
        live.push(digest(state));
        return state;
      },
    };
    await recorder.record(frozen);
    const end = await runLoop({ ...run.options, recorder });

    expect(end).toEqual({ kind: "proposed", answer: "Done." });
    expect(recorder.state).toMatchObject({ iterations: TURNS, phase: "verifying" });
    expect(recorder.state.filesModified.length).toBeGreaterThan(40);
    await journal.close();
    const lines = await readJournal(journal.path);
    expect(replay(lines)).toEqual(recorder.state);
    let state = initialState(started);
    const replayed = lines.map((line, at) => {
      if (at > 0) state = applyEvent(state, line);
      return digest(state);
    });
    expect(replayed).toEqual(live);
  } finally {
    await journal.close();
    await run.remove();
    await rm(folder, { recursive: true, force: true });
  }
});
