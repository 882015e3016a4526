import { setTimeout as sleep } from "node:timers/promises";
import { inspect } from "node:util";
import { describe, expect, test } from "@jest/globals";
import { AvatarError } from "../../src/domain/errors.ts";
import type { OpenAiOptions } from "../../src/model/openai-client.ts";
import { ask, failureOf, KEY, modelAt as modelOver, TWO_CALLS, withFault, withScript } from "./ask.ts";

const bothCalls = [
  { name: "read_file", arguments: '{"path":"ä.ts"}' },
  { name: "read_file", arguments: '{"path":"b.ts"}' },
];

// Both wires have to mean the same by everything that can happen on them.
describe.each(["chat", "responses"] as const)("%s:", (api) => {
  const modelAt = (baseUrl: string, options: Partial<OpenAiOptions> = {}) =>
    modelOver(baseUrl, { api, ...options });

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
  ])(
    "status %i is refused with what the server said and the variable to look at",
    async (status, variable) => {
      await withFault({ kind: "status", status, message: "No, because of reasons." }, async (server) => {
        const error = await failureOf(modelAt(server.url).complete(ask()));
        expect(error.code).toBe("MODEL_REFUSED");
        expect(error.message).toContain("No, because of reasons.");
        expect(error.advice).toContain(variable);
        expect(server.requests).toHaveLength(1);
      });
    },
  );

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
    [
      "events that are no answer",
      { kind: "garbage", contentType: "text/event-stream", body: 'data: "x"\n\n' },
    ],
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

  test("a content filter's stop and a refusal are refusals, not answers", async () => {
    await withScript({ steps: [{ say: "I", finishReason: "content_filter" }] }, async (server) => {
      const error = await failureOf(modelAt(server.url).complete(ask()));
      expect(error.code).toBe("MODEL_REFUSED");
      expect(error.message).toContain("content filter");
    });
  });

  test("an answer cut off at the limit of its length says so", async () => {
    await withScript({ steps: [{ say: "It begins", finishReason: "length" }] }, async (server) => {
      expect(await modelAt(server.url).complete(ask())).toMatchObject({
        text: "It begins",
        finishReason: "length",
      });
    });
  });

  test("a conversation too long for the model is refused with the budget to lower", async () => {
    const fault = { kind: "status", status: 400, code: "context_length_exceeded" } as const;
    await withFault(fault, async (server) => {
      const error = await failureOf(modelAt(server.url).complete(ask()));
      expect(error).toMatchObject({ code: "MODEL_REFUSED" });
      expect(error.advice).toContain("context budget");
      expect(server.requests).toHaveLength(1);
    });
  });

  test("a request begins with the whole of the one before it", async () => {
    await withScript({ steps: [TWO_CALLS, { say: "Done." }] }, async (server) => {
      const model = modelAt(server.url);
      const before = ask().messages;
      const { text, toolCalls } = await model.complete(ask());
      const answers = toolCalls.map(({ id }) => ({ role: "tool" as const, callId: id, content: "text" }));
      const messages = [...before, { role: "assistant" as const, content: text, toolCalls }, ...answers];
      await model.complete(ask("", { messages }));
      const [first, second] = server.requests.map(({ body }) => body) as [string, string];
      expect(first).toMatch(/\]\}$/);
      expect(second.startsWith(first.slice(0, -2))).toBe(true);
    });
  });

  test("a server that will not stream is asked for the answer in one piece", async () => {
    const fault = { kind: "status", status: 400, param: "stream", times: 1 } as const;
    await withScript({ steps: [{ say: "a", fault }, TWO_CALLS] }, async (server) => {
      const answer = await modelAt(server.url).complete(ask());
      expect(answer).toMatchObject({ text: TWO_CALLS.say, toolCalls: bothCalls, finishReason: "tool_calls" });
      expect(answer.usage.reported).toBe(true);
      expect(JSON.parse(server.requests[1]!.body)).toMatchObject({ stream: false });
    });
  });
});

test("a base URL that is none is refused at once", () => {
  expect(() => modelOver("localhost:8080")).toThrow(expect.objectContaining({ code: "CONFIG_INVALID" }));
});

test("the endpoint's models can be listed, and a wrong address says so", async () => {
  await withScript({ steps: [{ say: "x" }] }, async (server) => {
    const { signal } = new AbortController();
    expect(await modelOver(server.url).listModels(signal)).toEqual(["recorded"]);
    const wrong = await failureOf(modelOver(`${server.url}/nowhere`).listModels(signal));
    expect(wrong.code).toBe("MODEL_REFUSED");
  });
});

test("a recorded model says so and costs nothing, whatever its name", async () => {
  await withScript({ steps: [{ say: "x" }] }, async (server) => {
    const model = modelOver(server.url, { recorded: true, model: "gpt-5" });
    expect(model).toMatchObject({ recorded: true, priced: false });
    expect(model.worstCaseCost(1e6, 1e6)).toBe(0);
    expect((await model.complete(ask())).cost).toBe(0);
  });
});
