import { setTimeout as sleep } from "node:timers/promises";
import { inspect } from "node:util";
import { expect, test } from "@jest/globals";
import { AvatarError } from "../../src/domain/errors.ts";
import { ask, failureOf, KEY, modelAt, READ_FILE, TWO_CALLS, withFault, withScript } from "./ask.ts";

const bothCalls = [
  { name: "read_file", arguments: '{"path":"ä.ts"}' },
  { name: "read_file", arguments: '{"path":"b.ts"}' },
];

test("a streamed answer comes back with its text, every tool call, usage and cost", async () => {
  const usage = { promptTokens: 1000, completionTokens: 200, cachedTokens: 400 };
  await withScript({ steps: [{ ...TWO_CALLS, usage }] }, async (server) => {
    const model = modelAt(server.url, { price: { input: 2, cached: 0.5, output: 10 } });
    const answer = await model.complete(ask());
    expect(answer.text).toBe(TWO_CALLS.say);
    expect(answer.toolCalls).toMatchObject(bothCalls);
    expect(answer.finishReason).toBe("tool_calls");
    expect(answer.usage).toEqual({ ...usage, reported: true });
    expect(answer.cost).toBeCloseTo((600 * 2 + 400 * 0.5 + 200 * 10) / 1e6, 12);
    expect(JSON.parse(server.requests[0]!.body)).toMatchObject({
      stream: true,
      stream_options: { include_usage: true },
      max_tokens: 500,
      tools: [{ type: "function", function: READ_FILE }],
    });
  });
});

test("an answer that is text only ends with stop, and no tools means no tools field", async () => {
  await withScript({ steps: [{ say: "All done. ✅" }] }, async (server) => {
    const answer = await modelAt(server.url).complete(ask("Say it.", { tools: [] }));
    expect(answer).toMatchObject({ text: "All done. ✅", toolCalls: [], finishReason: "stop" });
    expect(JSON.parse(server.requests[0]!.body)).not.toHaveProperty("tools");
  });
});

test("malformed arguments are passed on as the model wrote them", async () => {
  const calls = [{ tool: "read_file", arguments: '{"path": "a.ts' }];
  await withScript({ steps: [{ calls }] }, async (server) => {
    const answer = await modelAt(server.url).complete(ask());
    expect(answer.toolCalls[0]?.arguments).toBe('{"path": "a.ts');
  });
});

test("an odd finish reason is passed on, a missing one is worked out", async () => {
  const steps = [
    { say: "a", finishReason: "eos_token" },
    { ...TWO_CALLS, finishReason: null },
    { say: "b", finishReason: null },
  ];
  await withScript({ steps }, async (server) => {
    const model = modelAt(server.url);
    expect((await model.complete(ask("1"))).finishReason).toBe("eos_token");
    expect((await model.complete(ask("2"))).finishReason).toBe("tool_calls");
    expect((await model.complete(ask("3"))).finishReason).toBe("stop");
  });
});

test("earlier turns go out as the protocol writes them, malformed arguments wrapped into an object", async () => {
  await withScript({ steps: [{ say: "ok" }] }, async (server) => {
    const calls = [
      { id: "c1", name: "read_file", arguments: '{"path":"a.ts"}' },
      { id: "c2", name: "read_file", arguments: "{oops" },
    ];
    await modelAt(server.url).complete(
      ask("", {
        messages: [
          { role: "system", content: "Be brief." },
          { role: "user", content: "Fix it." },
          { role: "assistant", content: "", toolCalls: calls },
          { role: "tool", callId: "c1", content: "text" },
        ],
      }),
    );
    const sent = JSON.parse(server.requests[0]!.body) as { messages: unknown[] };
    const call = (id: string, args: string) => ({
      id,
      type: "function",
      function: { name: "read_file", arguments: args },
    });
    expect(sent.messages).toEqual([
      { role: "system", content: "Be brief." },
      { role: "user", content: "Fix it." },
      {
        role: "assistant",
        content: null,
        tool_calls: [call("c1", '{"path":"a.ts"}'), call("c2", '{"malformed":"{oops"}')],
      },
      { role: "tool", tool_call_id: "c1", content: "text" },
    ]);
  });
});

test("a server that does not stream is understood", async () => {
  await withFault({ kind: "no-stream" }, async (server) => {
    const answer = await modelAt(server.url).complete(ask());
    expect(answer.toolCalls).toMatchObject(bothCalls);
    expect(answer.usage.reported).toBe(true);
  });
});

test("usage that is not reported is estimated and marked so", async () => {
  await withFault({ kind: "no-usage" }, async (server) => {
    const answer = await modelAt(server.url).complete(ask());
    expect(answer.usage.reported).toBe(false);
    expect(answer.usage.promptTokens).toBeGreaterThan(10);
    expect(answer.usage.completionTokens).toBeGreaterThan(10);
  });
});

test("calls without ids and numbers stay apart and get ids of their own", async () => {
  await withFault({ kind: "bare-calls" }, async (server) => {
    const answer = await modelAt(server.url).complete(ask());
    expect(answer.toolCalls).toMatchObject(bothCalls);
    const ids = answer.toolCalls.map((call) => call.id);
    expect(new Set(ids).size).toBe(2);
    expect(ids.every((id) => id.length > 0)).toBe(true);
  });
});

test.each([408, 409, 429, 500, 503])("status %i is tried again and then answered", async (status) => {
  await withFault({ kind: "status", status, times: 2 }, async (server) => {
    const answer = await modelAt(server.url).complete(ask());
    expect(answer.toolCalls).toMatchObject(bothCalls);
    expect(server.requests).toHaveLength(3);
  });
});

test("a connection lost before the answer is tried again", async () => {
  await withFault({ kind: "reset", times: 1 }, async (server) => {
    expect((await modelAt(server.url).complete(ask())).text).toBe(TWO_CALLS.say);
    expect(server.requests).toHaveLength(2);
  });
});

test.each([
  ["reset", { kind: "reset", afterChunks: 3 }],
  ["truncated", { kind: "truncate", afterChunks: 3 }],
] as const)("an answer that is %s in the middle is not asked for twice", async (_name, fault) => {
  await withFault(fault, async (server) => {
    const error = await failureOf(modelAt(server.url).complete(ask()));
    expect(error.code).toBe("MODEL_UNREACHABLE");
    expect(server.requests).toHaveLength(1);
  });
});

test("retries are bounded, and the last refusal is what is reported", async () => {
  await withFault({ kind: "status", status: 429 }, async (server) => {
    const error = await failureOf(modelAt(server.url, { maxRetries: 2 }).complete(ask()));
    expect(error.code).toBe("MODEL_RATE_LIMITED");
    expect(server.requests).toHaveLength(3);
  });
});

test("a server that asks for a wait of minutes is not waited for", async () => {
  await withFault({ kind: "status", status: 429, retryAfter: "600" }, async (server) => {
    const error = await failureOf(modelAt(server.url).complete(ask()));
    expect(error.code).toBe("MODEL_RATE_LIMITED");
    expect(server.requests).toHaveLength(1);
  });
});

test("an account without credit is not asked again", async () => {
  await withFault({ kind: "status", status: 429, code: "insufficient_quota" }, async (server) => {
    const error = await failureOf(modelAt(server.url).complete(ask()));
    expect(error.code).toBe("MODEL_RATE_LIMITED");
    expect(error.advice).toContain("credit");
    expect(server.requests).toHaveLength(1);
  });
});

test.each([
  [400, "AVATAR_MODEL"],
  [401, "OPENAI_API_KEY"],
  [403, "OPENAI_API_KEY"],
  [404, "AVATAR_MODEL"],
])("status %i is refused with what the server said and the variable to look at", async (status, variable) => {
  await withFault({ kind: "status", status, message: "No, because of reasons." }, async (server) => {
    const error = await failureOf(modelAt(server.url).complete(ask()));
    expect(error.code).toBe("MODEL_REFUSED");
    expect(error.message).toContain("No, because of reasons.");
    expect(error.advice).toContain(variable);
    expect(server.requests).toHaveLength(1);
  });
});

test("the key is nowhere in an error, also when the server repeats it", async () => {
  await withFault({ kind: "status", status: 401, message: `Incorrect API key: ${KEY}` }, async (server) => {
    const error = await failureOf(modelAt(server.url).complete(ask()));
    expect(error.message).toContain("Incorrect API key: [key]");
    expect(inspect(error, { depth: 10, showHidden: true })).not.toContain(KEY);
  });
});

test.each([
  ["a web page", { kind: "garbage" }],
  ["JSON that is no answer", { kind: "garbage", contentType: "application/json", body: '{"hello":1}' }],
  ["an empty body", { kind: "garbage", contentType: "application/json", body: "" }],
  ["events that are no JSON", { kind: "garbage", contentType: "text/event-stream", body: "data: {oo\n\n" }],
  ["events that are no answer", { kind: "garbage", contentType: "text/event-stream", body: 'data: "x"\n\n' }],
  [
    "a stream without a choice",
    { kind: "garbage", contentType: "text/event-stream", body: "data: [DONE]\n\n" },
  ],
] as const)("%s is garbage, asked for once", async (_name, fault) => {
  await withFault(fault, async (server) => {
    const error = await failureOf(modelAt(server.url).complete(ask()));
    expect(error).toMatchObject({ code: "MODEL_GARBAGE" });
    expect(error.advice).toContain("OPENAI_BASE_URL");
    expect(server.requests).toHaveLength(1);
  });
});

test("an answer larger than the limit is cut off as garbage", async () => {
  await withScript({ steps: [{ say: "x".repeat(50_000) }] }, async (server) => {
    const error = await failureOf(modelAt(server.url, { maxResponseBytes: 20_000 }).complete(ask()));
    expect(error.code).toBe("MODEL_GARBAGE");
  });
});

test("silence ends in a timeout after the retries", async () => {
  await withFault({ kind: "hang" }, async (server) => {
    const model = modelAt(server.url, { idleTimeoutMs: 400, maxRetries: 1 });
    const error = await failureOf(model.complete(ask()));
    expect(error.code).toBe("MODEL_TIMEOUT");
    expect(server.requests).toHaveLength(2);
  });
});

test("chunks that keep coming keep a slow answer alive", async () => {
  await withFault({ kind: "slow", delayMs: 80 }, async (server) => {
    const model = modelAt(server.url, { idleTimeoutMs: 900, maxRetries: 0 });
    expect((await model.complete(ask())).text).toBe(TWO_CALLS.say);
  });
});

test("the overall timeout ends an answer that never stops coming", async () => {
  await withFault({ kind: "slow", delayMs: 200 }, async (server) => {
    const model = modelAt(server.url, { requestTimeoutMs: 1000 });
    const error = await failureOf(model.complete(ask()));
    expect(error.code).toBe("MODEL_TIMEOUT");
    expect(server.requests).toHaveLength(1);
  });
});

test.each([
  ["before the first byte", { kind: "hang" }],
  ["in the middle of an answer", { kind: "slow", delayMs: 30 }],
  ["in the pause before a retry", { kind: "status", status: 503, retryAfter: "50" }],
] as const)("a call can be stopped %s", async (_name, fault) => {
  await withFault(fault, async (server) => {
    const controller = new AbortController();
    const call = failureOf(modelAt(server.url).complete(ask("Fix it.", { signal: controller.signal })));
    while (server.requests.length === 0) await sleep(5);
    await sleep(100);
    controller.abort();
    expect((await call).code).toBe("CANCELLED");
    expect(server.requests).toHaveLength(1);
  });
});

test("a call that was stopped before it began asks nobody", async () => {
  await withScript({ steps: [{ say: "x" }] }, async (server) => {
    const error = await failureOf(modelAt(server.url).complete(ask("", { signal: AbortSignal.abort() })));
    expect(error.code).toBe("CANCELLED");
    expect(server.requests).toHaveLength(0);
  });
});

test("nobody at the address is unreachable, with the address and no password in the text", async () => {
  const model = modelAt("http://user:pass-word@127.0.0.1:9/v1", { maxRetries: 1 });
  const error = await failureOf(model.complete(ask()));
  expect(error).toBeInstanceOf(AvatarError);
  expect(error.code).toBe("MODEL_UNREACHABLE");
  expect(error.advice).toContain("OPENAI_BASE_URL");
  expect(inspect(error, { depth: 10 })).not.toContain("pass-word");
});

test("a base URL that is none is refused at once", () => {
  expect(() => modelAt("localhost:8080")).toThrow(expect.objectContaining({ code: "CONFIG_INVALID" }));
});

test("a content filter's stop and a refusal are refusals, not answers", async () => {
  await withScript({ steps: [{ say: "I", finishReason: "content_filter" }] }, async (server) => {
    const error = await failureOf(modelAt(server.url).complete(ask()));
    expect(error.code).toBe("MODEL_REFUSED");
    expect(error.message).toContain("content filter");
  });
});

function events(...parts: object[]): string {
  return parts.map((part) => `data: ${JSON.stringify(part)}\n\n`).join("");
}

test("a refusal in words is a refusal with those words", async () => {
  const body = events({ choices: [{ delta: { refusal: "I will not." }, finish_reason: "stop" }] });
  await withFault({ kind: "garbage", contentType: "text/event-stream", body }, async (server) => {
    const error = await failureOf(modelAt(server.url).complete(ask()));
    expect(error).toMatchObject({ code: "MODEL_REFUSED" });
    expect(error.message).toContain("I will not.");
  });
});

test("a stream that does not say it is one is read as one", async () => {
  const body = events({ choices: [{ delta: { content: "Hi" }, finish_reason: "stop" }] });
  await withFault({ kind: "garbage", contentType: "text/plain", body }, async (server) => {
    expect((await modelAt(server.url).complete(ask())).text).toBe("Hi");
  });
});

test("a comment that keeps the line open is no answer and no fault", async () => {
  const body = `: PROCESSING\n\n${events({ choices: [{ delta: { content: "Hi" }, finish_reason: "stop" }] })}`;
  await withFault({ kind: "garbage", contentType: "text/event-stream", body }, async (server) => {
    expect((await modelAt(server.url).complete(ask())).text).toBe("Hi");
  });
});

test.each([
  [{ code: 429, message: "slow down" }, "MODEL_RATE_LIMITED", 3],
  [{ type: "server_error", message: "oops" }, "MODEL_UNREACHABLE", 3],
  [{ type: "invalid_request_error", message: "no" }, "MODEL_REFUSED", 1],
])("an error inside a stream that began well is read as one: %j", async (error, code, requests) => {
  const body = events({ error });
  await withFault({ kind: "garbage", contentType: "text/event-stream", body }, async (server) => {
    const failure = await failureOf(modelAt(server.url, { maxRetries: 2 }).complete(ask()));
    expect(failure.code).toBe(code);
    expect(failure.message).toContain(error.message);
    expect(server.requests).toHaveLength(requests);
  });
});

test("a field the server does not know is left out from then on", async () => {
  const fault = { kind: "status", status: 400, param: "max_tokens", times: 1 } as const;
  await withScript({ steps: [{ say: "a", fault }, { say: "b" }] }, async (server) => {
    const model = modelAt(server.url);
    // The script knows a retry by its body; this one has changed and gets the second step.
    expect((await model.complete(ask("1"))).text).toBe("b");
    const bodies = server.requests.map((request) => JSON.parse(request.body) as Record<string, unknown>);
    expect(bodies[0]).toMatchObject({ max_tokens: 500 });
    expect(bodies[1]).toMatchObject({ max_completion_tokens: 500 });
    expect(bodies[1]).not.toHaveProperty("max_tokens");
  });
});

test("a server that takes neither name of a field is refused, not asked for ever", async () => {
  const fault = { kind: "status", status: 400, message: "max_tokens or max_completion_tokens?" } as const;
  const steps = Array.from({ length: 9 }, () => ({ fault }));
  await withScript({ steps }, async (server) => {
    const error = await failureOf(modelAt(server.url).complete(ask()));
    expect(error.code).toBe("MODEL_REFUSED");
    expect(server.requests.length).toBeLessThan(5);
  });
});

test("the endpoint's models can be listed, and a wrong address says so", async () => {
  await withScript({ steps: [{ say: "x" }] }, async (server) => {
    const { signal } = new AbortController();
    expect(await modelAt(server.url).listModels(signal)).toEqual(["recorded"]);
    const wrong = await failureOf(modelAt(`${server.url}/nowhere`).listModels(signal));
    expect(wrong.code).toBe("MODEL_REFUSED");
  });
});

test("a recorded model says so and costs nothing, whatever its name", async () => {
  await withScript({ steps: [{ say: "x" }] }, async (server) => {
    const model = modelAt(server.url, { recorded: true, model: "gpt-5" });
    expect(model).toMatchObject({ recorded: true, priced: false });
    expect(model.worstCaseCost(1e6, 1e6)).toBe(0);
    expect((await model.complete(ask())).cost).toBe(0);
  });
});
