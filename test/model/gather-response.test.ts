import { expect, test } from "@jest/globals";
import { ResponseGatherer } from "../../src/model/gather-response.ts";

function gather(...parts: unknown[]) {
  const gatherer = new ResponseGatherer();
  for (const part of parts) expect(gatherer.add(part)).toBe(true);
  let next = 0;
  return gatherer.finish(() => `new_${next++}`);
}

const added = (output_index: number, item: object) => ({
  type: "response.output_item.added",
  output_index,
  item,
});
const call = (id: string, args = "") => ({
  type: "function_call",
  id: `fc_${id}`,
  call_id: id,
  name: "read_file",
  arguments: args,
});
const piece = (output_index: number, delta: string) => ({
  type: "response.function_call_arguments.delta",
  output_index,
  delta,
});
const closed = (output: object[] = []) => ({
  type: "response.completed",
  response: { status: "completed", output },
});
const message = (...texts: string[]) => ({
  type: "message",
  content: texts.map((text) => ({ type: "output_text", text })),
});

test("pieces of two calls that come mixed are sorted by number, in the order of the output", () => {
  const { toolCalls } = gather(
    added(2, call("b")),
    added(1, call("a")),
    piece(2, "[2]"),
    piece(1, "[1"),
    piece(1, "]"),
    closed(),
  );
  expect(toolCalls).toEqual([
    { id: "a", name: "read_file", arguments: "[1]" },
    { id: "b", name: "read_file", arguments: "[2]" },
  ]);
});

test("a call that comes in one piece is one call, however often it is told", () => {
  const whole = call("a", "{}");
  const done = { type: "response.output_item.done", output_index: 1, item: whole };
  const { toolCalls } = gather(done, closed([{ type: "reasoning", summary: [] }, whole]));
  expect(toolCalls).toEqual([{ id: "a", name: "read_file", arguments: "{}" }]);
});

test("an empty closing output does not undo what was streamed", () => {
  expect(gather(added(0, message("Hi")), closed()).text).toBe("Hi");
});

test("reasoning, its summary and events nobody knows are no part of the answer", () => {
  const answer = gather(
    added(0, { type: "reasoning", id: "rs", summary: [], encrypted_content: "x" }),
    { type: "response.reasoning_summary_text.delta", output_index: 0, delta: "hm" },
    { type: "response.reasoning_text.delta", output_index: 0, delta: "hm" },
    { type: "response.of_the_future", delta: { a: 1 } },
    added(1, message("<think>so</think>Do", "ne")),
    closed(),
  );
  expect(answer).toMatchObject({ text: "Done", refusal: "", toolCalls: [] });
});

test("reasoning alone is nothing that could be asked for twice", () => {
  const gatherer = new ResponseGatherer();
  gatherer.add(added(0, { type: "reasoning", id: "rs", summary: [] }));
  expect(gatherer).toMatchObject({ hasContent: false, hasChoice: false, isFinished: false });
  gatherer.add(added(1, call("a")));
  expect(gatherer).toMatchObject({ hasContent: true, hasChoice: true, isFinished: false });
  gatherer.add(closed());
  expect(gatherer.isFinished).toBe(true);
});

test("two messages are told apart by a blank line", () => {
  const gathered = gather(closed([message("I look first."), call("a", "{}"), message("Then I edit.")]));
  expect(gathered.text).toBe("I look first.\n\nThen I edit.");
});

test("one id given to two calls becomes two, arguments given as an object become text", () => {
  const { toolCalls } = gather({
    object: "response",
    status: "completed",
    output: [{ ...call("same"), arguments: { a: 1 } }, call("same", "{oops")],
  });
  expect(toolCalls).toEqual([
    { id: "same", name: "read_file", arguments: '{"a":1}' },
    { id: "new_0", name: "read_file", arguments: "{oops" },
  ]);
});

test.each([["text"], [{ choices: [] }], [{ type: "response.completed", response: "x" }], [null]])(
  "%j is no part of an answer",
  (part) => {
    expect(new ResponseGatherer().add(part)).toBe(false);
  },
);
