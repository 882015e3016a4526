import { expect, test } from "@jest/globals";
import { ask, failureOf, modelAt, READ_FILE, withFault, withScript } from "./ask.ts";

const responsesAt: typeof modelAt = (url, options) => modelAt(url, { api: "responses", ...options });

test("a request carries the whole conversation and leaves nothing with the server", async () => {
  await withScript({ steps: [{ say: "ok" }] }, async (server) => {
    const calls = [
      { id: "c1", name: "read_file", arguments: '{"path":"a.ts"}' },
      { id: "c2", name: "read_file", arguments: "{oops" },
    ];
    await responsesAt(server.url).complete(
      ask("", {
        messages: [
          { role: "system", content: "Be brief." },
          { role: "user", content: "Fix it." },
          { role: "assistant", content: "I read.", toolCalls: calls },
          { role: "tool", callId: "c1", content: "text" },
          { role: "assistant", content: "", toolCalls: [] },
        ],
      }),
    );
    const call = { type: "function_call", name: "read_file" };
    expect(JSON.parse(server.requests[0]!.body)).toEqual({
      model: "local-model",
      store: false,
      stream: true,
      max_output_tokens: 500,
      tools: [{ type: "function", ...READ_FILE, strict: false }],
      input: [
        { type: "message", role: "system", content: "Be brief." },
        { type: "message", role: "user", content: "Fix it." },
        { type: "message", role: "assistant", content: "I read." },
        { ...call, call_id: "c1", arguments: '{"path":"a.ts"}' },
        { ...call, call_id: "c2", arguments: '{"malformed":"{oops"}' },
        { type: "function_call_output", call_id: "c1", output: "text" },
        { type: "message", role: "assistant", content: "" },
      ],
    });
  });
});

function events(...parts: ({ type: string } & Record<string, unknown>)[]): string {
  return parts.map((part) => `event: ${part.type}\ndata: ${JSON.stringify(part)}\n\n`).join("");
}

const completed = (response: object = {}) => ({
  type: "response.completed",
  response: { status: "completed", output: [], ...response },
});

const streamed = (body: string) => ({ kind: "garbage", contentType: "text/event-stream", body }) as const;

test("a refusal in words is a refusal with those words", async () => {
  const body = events({ type: "response.refusal.delta", output_index: 0, delta: "I will not." }, completed());
  await withFault(streamed(body), async (server) => {
    const error = await failureOf(responsesAt(server.url).complete(ask()));
    expect(error).toMatchObject({ code: "MODEL_REFUSED" });
    expect(error.message).toContain("I will not.");
  });
});

test("a stream that does not say it is one is read as one", async () => {
  const body = events({ type: "response.output_text.delta", delta: "Hi" }, completed());
  await withFault({ ...streamed(body), contentType: "text/plain" }, async (server) => {
    expect((await responsesAt(server.url).complete(ask())).text).toBe("Hi");
  });
});

test.each([
  [{ code: "rate_limit_exceeded", message: "slow down" }, "MODEL_RATE_LIMITED", 3],
  [{ code: "server_error", message: "oops" }, "MODEL_UNREACHABLE", 3],
  [{ code: "insufficient_quota", message: "no credit" }, "MODEL_RATE_LIMITED", 1],
  [{ code: "context_length_exceeded", message: "too long" }, "MODEL_REFUSED", 1],
  [{ code: "invalid_prompt", message: "flagged" }, "MODEL_REFUSED", 1],
])("a response that fails and an error among its events are refusals: %j", async (error, code, requests) => {
  const failures = [
    { type: "response.failed", response: { status: "failed", error, output: [] } },
    { type: "error", ...error, param: null },
  ];
  for (const failure of failures) {
    const body = `data: {"type":"response.created","response":{"status":"in_progress"}}\n\ndata: ${JSON.stringify(failure)}\n\n`;
    await withFault(streamed(body), async (server) => {
      const told = await failureOf(responsesAt(server.url, { maxRetries: 2 }).complete(ask()));
      expect(told.code).toBe(code);
      expect(told.message).toContain(error.message);
      expect(server.requests).toHaveLength(requests);
    });
  }
});

test("a stream that begins and never brings anything is a lost connection, asked again", async () => {
  const body = events({ type: "response.created", response: { status: "in_progress" } });
  await withFault(streamed(body), async (server) => {
    const told = await failureOf(responsesAt(server.url, { maxRetries: 1 }).complete(ask()));
    expect(told.code).toBe("MODEL_UNREACHABLE");
    expect(server.requests).toHaveLength(2);
  });
});

test("an answer of the other wire is garbage", async () => {
  const body = JSON.stringify({ choices: [{ message: { content: "Hi" } }] });
  await withFault({ kind: "garbage", contentType: "application/json", body }, async (server) => {
    const told = await failureOf(responsesAt(server.url).complete(ask()));
    expect(told).toMatchObject({ code: "MODEL_GARBAGE" });
    expect(told.advice).toContain("/responses");
  });
});

test("an endpoint without the Responses API is told by its 404 which variable to change", async () => {
  await withFault({ kind: "status", status: 404 }, async (server) => {
    const told = await failureOf(responsesAt(server.url).complete(ask()));
    expect(told.advice).toContain("AVATAR_MODEL_API");
  });
});

test("a limit of the length that the server does not know is left out from then on", async () => {
  const fault = { kind: "status", status: 400, param: "max_output_tokens", times: 1 } as const;
  await withScript({ steps: [{ say: "a", fault }, { say: "b" }] }, async (server) => {
    expect((await responsesAt(server.url).complete(ask())).text).toBe("b");
    expect(JSON.parse(server.requests[1]!.body)).not.toHaveProperty("max_output_tokens");
  });
});
