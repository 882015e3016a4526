import { expect, test } from "@jest/globals";
import { AnswerGatherer } from "../../src/model/gather-answer.ts";

function gather(parts: unknown[]) {
  const gatherer = new AnswerGatherer();
  for (const part of parts) expect(gatherer.add(part)).toBe(true);
  let next = 0;
  return gatherer.finish(() => `new_${next++}`);
}

const delta = (value: object) => ({ choices: [{ index: 0, delta: value }] });
const calls = (...pieces: object[]) => delta({ tool_calls: pieces });
const named = (name: string, args = "") => ({ function: { name, arguments: args } });
const rest = (args: string) => ({ function: { arguments: args } });

test("one number for every call, told apart by their ids", () => {
  const { toolCalls } = gather([
    calls({ index: 0, id: "a", ...named("read_file", '{"path":"1"}') }),
    calls({ index: 0, id: "b", ...named("read_file", '{"path":"2"}') }),
  ]);
  expect(toolCalls).toEqual([
    { id: "a", name: "read_file", arguments: '{"path":"1"}' },
    { id: "b", name: "read_file", arguments: '{"path":"2"}' },
  ]);
});

test("id and name repeated with every piece belong to one call", () => {
  const { toolCalls } = gather([
    calls({ index: 0, id: "a", ...named("read_file", '{"path"') }),
    calls({ index: 0, id: "a", ...named("read_file", ':"1"}') }),
  ]);
  expect(toolCalls).toEqual([{ id: "a", name: "read_file", arguments: '{"path":"1"}' }]);
});

test("pieces of two calls that come mixed are sorted by number", () => {
  const { toolCalls } = gather([
    calls({ index: 0, id: "a", ...named("x") }, { index: 1, id: "b", ...named("y") }),
    calls({ index: 1, ...rest("[1]") }, { index: 0, ...rest("[0]") }),
  ]);
  expect(toolCalls.map((call) => call.arguments)).toEqual(["[0]", "[1]"]);
});

test("without ids and numbers, a name begins a call and arguments continue the last", () => {
  const { toolCalls } = gather([
    calls(named("x")),
    calls(rest('{"a":')),
    calls(rest("1}")),
    calls(named("x", "{}")),
  ]);
  expect(toolCalls).toEqual([
    { id: "new_0", name: "x", arguments: '{"a":1}' },
    { id: "new_1", name: "x", arguments: "{}" },
  ]);
});

test("one id given to two calls of a whole answer becomes two ids", () => {
  const message = {
    tool_calls: [
      { id: "same", ...named("x", "{oops") },
      { id: "same", ...named("x", "{}") },
    ],
  };
  const { toolCalls, finishReason } = gather([{ choices: [{ message }] }]);
  expect(toolCalls.map((call) => call.id)).toEqual(["same", "new_0"]);
  expect(toolCalls[0]?.arguments).toBe("{oops");
  expect(finishReason).toBeNull();
});

test("arguments given as an object become JSON text, absent ones become none", () => {
  const message = {
    tool_calls: [{ function: { name: "x", arguments: { a: 1 } } }, { function: { name: "y" } }],
  };
  const { toolCalls } = gather([{ choices: [{ message }] }]);
  expect(toolCalls.map((call) => call.arguments)).toEqual(['{"a":1}', ""]);
});

test("content in parts is joined, thinking in front of it is left out, other choices are ignored", () => {
  const { text } = gather([
    delta({ content: [{ type: "text", text: "<think>hm" }] }),
    delta({ content: " so</think>\n\nDo" }),
    { choices: [{ index: 1, delta: { content: "not this" } }] },
    delta({ content: "ne <think>not in front</think>" }),
  ]);
  expect(text).toBe("Done <think>not in front</think>");
});

test("the last usage counts, under any of the names of the cached part", () => {
  const usage = { prompt_tokens: 9, completion_tokens: 2 };
  const { usage: said } = gather([
    { choices: [], usage: { prompt_tokens: 5, completion_tokens: 1 } },
    { choices: [], usage: { ...usage, prompt_cache_hit_tokens: 4 } },
  ]);
  expect(said).toMatchObject({ ...usage, prompt_cache_hit_tokens: 4 });
});

test.each([["text"], [{ choices: "none" }], [{ choices: [{ delta: "x" }] }], [null]])(
  "%j is no part of an answer",
  (part) => {
    expect(new AnswerGatherer().add(part)).toBe(false);
  },
);
