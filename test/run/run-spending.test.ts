import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { Budget } from "../../src/domain/budget.ts";
import type { Recorder } from "../../src/domain/ports/recorder.ts";
import { openJournal } from "../../src/journal/file-journal.ts";
import { readJournal } from "../../src/journal/read-journal.ts";
import { replay } from "../../src/journal/replay.ts";
import { spentIn } from "../../src/journal/spent-in.ts";
import { type Run, startRun } from "../../src/run/run.ts";
import type { RunJobDeps } from "../../src/run/run-job-deps.ts";
import type { RunRequest } from "../../src/run/run-request.ts";
import { tickingClock } from "../journal/sample-events.ts";
import { inTemporaryFolder } from "../journal/temporary-folder.ts";

const USAGE = { promptTokens: 100, completionTokens: 10, cachedTokens: 0, reported: true };

/** A run over a real journal, and a reader of prose whose every answer costs 30 cents. */
async function start(outDir: string, limits: number[] = []): Promise<Run> {
  const clock = tickingClock();
  const deps = {
    clock,
    model: { model: "some-model", recorded: true },
    proposer: {
      propose: async ({ costLimit, onAnswered }) => {
        limits.push(costLimit ?? Number.NaN);
        await onAnswered?.({ usage: USAGE, cost: 0.3 });
        return [];
      },
    },
    openJournal: async (path: string) => openJournal(path, clock),
    spentBefore: async (path: string) => spentIn(await readJournal(path), { isOver: true }),
    readSettings: () => ({ limits: { cost: 1 } }),
    listeners: [],
  } as Partial<Record<keyof RunJobDeps, unknown>> & Pick<RunJobDeps, "proposer">;
  const request = {
    runId: "run-1",
    goal: "Fix it.",
    constraints: [],
    taskKind: "edit",
    conversation: [],
    cleaned: [],
    repository: "o/r",
    requester: null,
    budget: Budget.parse({}),
    outDir,
  } as Partial<RunRequest>;
  return startRun(request as RunRequest, deps as unknown as RunJobDeps);
}

const ask = async (run: Run) =>
  run.proposer?.propose({ slots: ["test"], texts: [], signal: new AbortController().signal });

async function turn(recorder: Recorder, cost: number | null): Promise<void> {
  const step = recorder.state.iterations + 1;
  await recorder.record({ type: "turn.started", step, promptTokensEstimate: 1, reservedCost: 0.2 });
  if (cost === null) return;
  const answer = { text: "", toolCalls: [], finishReason: "stop", usage: USAGE, durationMs: 1 };
  await recorder.record({ type: "model.answered", step, ...answer, cost });
}

test("reading prose for the plan is part of what the run uses, and its journal replays to the same state", async () => {
  await inTemporaryFolder(async (folder) => {
    const limits: number[] = [];
    const run = await start(folder, limits);
    await ask(run);
    await ask(run);
    expect(limits).toEqual([1, 0.7]);
    expect(run.spent.cost).toBeCloseTo(0.6, 9);
    expect(run.usage).toMatchObject({ promptTokens: 200, completionTokens: 20 });
    expect(replay(await readJournal(join(folder, "journal.jsonl")))).toEqual(run.state);
    await run.close();
  });
});

test("a run taken up again goes on from what was spent, the call that a crash cut off included", async () => {
  await inTemporaryFolder(async (folder) => {
    const crashed = await start(folder);
    await ask(crashed);
    await turn(crashed.recorder, 0.05);
    await turn(crashed.recorder, null);
    await crashed.close();
    const limits: number[] = [];
    const again = await start(folder, limits);
    expect(again.spent.cost).toBeCloseTo(0.55, 9);
    expect(again.usage).toMatchObject({ promptTokens: 200, completionTokens: 20 });
    await ask(again);
    expect(limits).toEqual([expect.closeTo(0.45, 9)]);
    await again.close();
  });
});

test("a run says where its kind comes from", async () => {
  await inTemporaryFolder(async (folder) => {
    const run = await start(folder);
    expect(run.state).toMatchObject({ taskKind: "edit", modeSource: "command" });
    await run.close();
  });
});
