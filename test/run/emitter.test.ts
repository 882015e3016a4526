import { expect, test } from "@jest/globals";
import type { RunEvent } from "../../src/domain/events.ts";
import { createEmitter } from "../../src/run/emitter.ts";

const event: RunEvent = { type: "phase.changed", phase: "editing", reason: "the plan is frozen" };

test("a listener that throws is reported and keeps neither the run nor the other listeners from going on", () => {
  const heard: string[] = [];
  const failures: unknown[] = [];
  const trouble = new Error("no terminal");
  const emitter = createEmitter(
    [
      () => {
        throw trouble;
      },
      ({ type }) => heard.push(type),
    ],
    (error) => failures.push(error),
  );
  expect(emitter.emit(event)).toBeUndefined();
  expect(heard).toEqual(["phase.changed"]);
  expect(failures).toEqual([trouble]);
});

test("what a listener returns reaches nobody: an observer cannot steer", () => {
  const refuse = (() => ({ kind: "block", reason: "no" })) as () => void;
  expect(createEmitter([refuse], () => undefined).emit(event)).toBeUndefined();
});
