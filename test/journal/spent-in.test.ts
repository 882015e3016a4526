import { expect, test } from "@jest/globals";
import type { RunEvent } from "../../src/domain/events.ts";
import { spentIn } from "../../src/journal/spent-in.ts";
import { asLines, SHORT_RUN } from "./sample-lines.ts";

const started = SHORT_RUN[0] as Extract<RunEvent, { type: "run.started" }>;
const turn = { type: "turn.started", step: 1, promptTokensEstimate: 100, reservedCost: 0.5 };
const usage = { promptTokens: 100, completionTokens: 10, cachedTokens: 40, reported: true };
const answered = {
  type: "model.answered",
  step: 1,
  text: "",
  toolCalls: [],
  finishReason: "stop",
  usage,
  cost: 0.02,
  durationMs: 1,
};
const asked = { type: "plan.asked", usage, cost: 0.001 };
const ended = { type: "run.ended", outcome: "incomplete", reason: null };
const overall = { isOver: true };

test("what the model's answers and the reading of prose cost is added up over all starts", () => {
  const lines = asLines([started, asked, turn, answered, started, asked, turn, answered]);
  expect(spentIn(lines, overall)).toMatchObject({
    turns: 2,
    usage: { promptTokens: 400, completionTokens: 40, cachedTokens: 160 },
    cost: expect.closeTo(0.042, 9),
  });
});

test("a call that a crash cut off counts with what was reserved for it", () => {
  const crashed = [started, turn, answered, turn];
  expect(spentIn(asLines(crashed), overall).cost).toBeCloseTo(0.52, 9);
  expect(spentIn(asLines(crashed), { isOver: false }).cost).toBeCloseTo(0.02, 9);
  expect(spentIn(asLines([...crashed, started, turn, answered]), overall).cost).toBeCloseTo(0.54, 9);
});

test("a call that failed was answered by nobody, and another run's money is not this one's", () => {
  expect(spentIn(asLines([started, turn, ended]), overall).cost).toBe(0);
  const other = { ...started, runId: "another" };
  expect(spentIn(asLines([other, turn, answered, ended, started]), overall)).toMatchObject({
    turns: 0,
    cost: 0,
  });
});
