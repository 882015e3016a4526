import { afterEach, expect, test } from "@jest/globals";
import { AvatarError } from "../../src/domain/errors.ts";
import { runLoop } from "../../src/loop/run-loop.ts";
import { type LoopRun, loopRun, type LoopRunSettings, type Scripted } from "../support/loop-run.ts";

const opened: LoopRun[] = [];

async function start(script: readonly Scripted[], settings: LoopRunSettings = {}): Promise<LoopRun> {
  const run = await loopRun(script, settings);
  opened.push(run);
  return run;
}

afterEach(async () => {
  await Promise.all(opened.splice(0).map((run) => run.remove()));
});

const READ: Scripted = [["read_file", { path: "src/a.js" }]];
const MISS: Scripted = [["read_file", { path: "src/none.js" }]];

test("a fix goes through reading, editing, testing and ends as a proposal, not as a success", async () => {
  const run = await start([
    [["read_file", { path: "src/a.js", rationale: "see the code", rejected: ["guessing"] }]],
    [["str_replace", { path: "src/a.js", oldString: "a = 1", newString: "a = 3" }]],
    [["run_tests", {}]],
    [["final_answer", { answer: "a is 3 now" }]],
  ]);
  expect(await runLoop(run.options)).toEqual({ kind: "proposed", answer: "a is 3 now" });
  expect(await run.file("src/a.js")).toBe("let a = 3;\nlet b = 2;\n");
  const { state } = run.recorder;
  expect(state).toMatchObject({
    outcome: null,
    phase: "verifying",
    finalAnswer: "a is 3 now",
    filesRead: ["src/a.js"],
    filesModified: ["src/a.js"],
    iterations: 4,
  });
  expect(state.decisions[0]).toEqual({
    step: 1,
    key: "1.1",
    chosen: "read_file src/a.js",
    rationale: "see the code",
    rejected: ["guessing"],
    outcome: "lines 1-2 of 2",
  });
  expect(state.decisions.every(({ outcome }) => outcome !== "")).toBe(true);
  expect(run.recorder.of("gate.decided").map(({ decision }) => decision)).toEqual(Array(4).fill("allow"));
});

test("text without a tool call is a proposal", async () => {
  const run = await start([{ text: "All done." }]);
  expect(await runLoop(run.options)).toEqual({ kind: "proposed", answer: "All done." });
});

test("the loop goes on after a rejected verdict, with the finding in the prompt", async () => {
  const run = await start([{ text: "Done." }, { text: "Done again." }]);
  await runLoop(run.options);
  const proof = { answer: "yes", note: "" } as const;
  await run.recorder.record({
    type: "verdict.reached",
    attempt: 1,
    verdict: {
      passed: false,
      summary: "1 of 1 checks failed",
      checks: [
        { name: "test", kind: "required", status: "fail", evidence: "expected 3, got 1", skipReason: null },
      ],
      recommendedNextAction: null,
      proof: {
        baseSha: "b",
        treeSha: "t",
        planDigest: "d",
        existingTests: proof,
        reproduction: proof,
        necessity: proof,
      },
    },
  });
  expect(await runLoop(run.options)).toEqual({ kind: "proposed", answer: "Done again." });
  expect(run.shown(1)).toContain("expected 3, got 1");
});

test("a restart between proposal and verdict proposes the same answer and asks no model", async () => {
  const run = await start([{ text: "Done." }]);
  await runLoop(run.options);
  expect(await runLoop(run.options)).toEqual({ kind: "proposed", answer: "Done." });
  expect(run.requests).toHaveLength(1);
});

test("a question ends the run blocked, and calls behind it are not carried out", async () => {
  const run = await start([
    [
      ["ask_user", { question: "Which currency?" }],
      ["write_file", { path: "b.js", content: "x" }],
    ],
  ]);
  expect(await runLoop(run.options)).toEqual({
    kind: "ended",
    outcome: "blocked",
    reason: "Which currency?",
  });
  expect(await run.file("b.js")).toBeNull();
  expect(run.recorder.state.evidence.at(-1)?.summary).toContain("write_file");
});

test("several calls of one answer run in order", async () => {
  const run = await start([
    [
      ["write_file", { path: "b.js", content: "one\n" }],
      ["str_replace", { path: "b.js", oldString: "one", newString: "two" }],
    ],
    { text: "Done." },
  ]);
  await runLoop(run.options);
  expect(await run.file("b.js")).toBe("two\n");
  expect(run.recorder.state.iterations).toBe(2);
});

test("the turn limit ends the run incomplete", async () => {
  const run = await start([READ], { budget: { turns: 3 } });
  const end = await runLoop(run.options);
  expect(end).toMatchObject({ kind: "ended", outcome: "incomplete", reason: "All 3 turns are used up." });
  expect(run.requests).toHaveLength(3);
});

test("the model is told when few turns are left, once", async () => {
  const run = await start([READ], { budget: { turns: 24 } });
  await runLoop(run.options);
  expect(run.recorder.state.evidence.filter(({ kind }) => kind === "budget")).toHaveLength(1);
  expect(run.shown(19)).toContain("5 turns are left");
  expect(run.shown(18)).not.toContain("turns are left");
});

test("wall clock over: no further turn begins", async () => {
  const run = await start([
    () => {
      run.clock.time += 31 * 60_000;
      return { toolCalls: [{ id: "c", name: "read_file", arguments: '{"path":"src/a.js"}' }] };
    },
  ]);
  expect(await runLoop(run.options)).toMatchObject({
    outcome: "incomplete",
    reason: "The 30 minutes of the run are over.",
  });
  expect(run.requests).toHaveLength(1);
});

test("wall clock over in the middle of a model call that never answers", async () => {
  const run = await start([() => new Promise(() => undefined)]);
  const end = await runLoop({ ...run.options, deadline: 20 });
  expect(end).toMatchObject({ kind: "ended", outcome: "incomplete" });
});

test("failures in a row end the run incomplete; a success in between starts the count anew", async () => {
  const run = await start([MISS, MISS, READ, MISS, MISS, MISS], { budget: { consecutiveFailures: 3 } });
  expect(await runLoop(run.options)).toMatchObject({ outcome: "incomplete" });
  expect(run.requests).toHaveLength(6);
});

test("answers with nothing in them count as failures in a row", async () => {
  const run = await start([{}], { budget: { consecutiveFailures: 3 } });
  expect(await runLoop(run.options)).toMatchObject({ outcome: "incomplete" });
  expect(run.requests).toHaveLength(3);
  expect(run.shown(1)).toContain("Your answer was empty");
});

test("the worst case of the next call must fit in what is left of the cost", async () => {
  const run = await start([{ ...callRead(), cost: 0.3 }], { budget: { cost: 1 }, worstCase: 0.5 });
  expect(await runLoop(run.options)).toMatchObject({ outcome: "incomplete" });
  // 0 + 0.5 and 0.3 + 0.5 fit, 0.6 + 0.5 does not.
  expect(run.requests).toHaveLength(2);
  expect(run.options.spent.cost).toBeCloseTo(0.6);
  expect(run.recorder.of("turn.started").map(({ reservedCost }) => reservedCost)).toEqual([0.5, 0.5]);
});

test("what was spent before a restart counts", async () => {
  const run = await start([READ], { budget: { cost: 1 }, worstCase: 0.5, spent: 0.6 });
  expect(await runLoop(run.options)).toMatchObject({ outcome: "incomplete" });
  expect(run.requests).toHaveLength(0);
});

test("a prompt over the context limit is not sent", async () => {
  const run = await start([READ], { budget: { contextTokens: 500 } });
  expect(await runLoop(run.options)).toMatchObject({ outcome: "incomplete" });
  expect(run.requests).toHaveLength(0);
});

test("proposals rejected too often end the run failed", async () => {
  const run = await start([READ], { budget: { repairAttempts: 1 } });
  const proof = { answer: "no", note: "" } as const;
  await run.recorder.record({
    type: "verdict.reached",
    attempt: 1,
    verdict: {
      passed: false,
      summary: "test failed",
      checks: [],
      recommendedNextAction: null,
      proof: {
        baseSha: "b",
        treeSha: "t",
        planDigest: "d",
        existingTests: proof,
        reproduction: proof,
        necessity: proof,
      },
    },
  });
  expect(await runLoop(run.options)).toMatchObject({ kind: "ended", outcome: "failed" });
  expect(run.requests).toHaveLength(0);
});

test("cancelling takes effect in the middle of a model call that does not listen", async () => {
  const controller = new AbortController();
  const run = await start(
    [
      () => {
        controller.abort();
        return new Promise(() => undefined);
      },
    ],
    { signal: controller.signal },
  );
  await expect(runLoop(run.options)).rejects.toMatchObject({ code: "CANCELLED" });
});

test("cancelling ends a running command, whose result is still recorded", async () => {
  const controller = new AbortController();
  const run = await start([[["run_command", { command: "sleep 60" }]]], { signal: controller.signal });
  const record = run.options.recorder.record.bind(run.options.recorder);
  run.options.recorder = {
    get state() {
      return run.recorder.state;
    },
    async record(event) {
      if (event.type === "tool.started") setTimeout(() => controller.abort(), 20);
      return record(event);
    },
  };
  await expect(runLoop(run.options)).rejects.toMatchObject({ code: "CANCELLED" });
  expect(run.recorder.of("tool.finished")[0]).toMatchObject({ ok: false, summary: "cancelled" });
});

test("an error of the model comes out as it is", async () => {
  const trouble = new AvatarError("MODEL_UNREACHABLE", {
    message: "No answer.",
    advice: "Check the endpoint.",
  });
  const run = await start([
    () => {
      throw trouble;
    },
  ]);
  await expect(runLoop(run.options)).rejects.toBe(trouble);
});

function callRead(): { toolCalls: { id: string; name: string; arguments: string }[] } {
  return { toolCalls: [{ id: "c", name: "read_file", arguments: '{"path":"src/a.js"}' }] };
}
