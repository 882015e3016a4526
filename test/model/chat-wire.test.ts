import { expect, test } from "@jest/globals";
import { ask, failureOf, modelAt, READ_FILE, withFault, withScript } from "./ask.ts";

test("a request asks for a stream that ends with the usage", async () => {
  await withScript({ steps: [{ say: "ok" }] }, async (server) => {
    await modelAt(server.url).complete(ask());
    expect(JSON.parse(server.requests[0]!.body)).toMatchObject({
      stream: true,
      stream_options: { include_usage: true },
      max_tokens: 500,
      tools: [{ type: "function", function: READ_FILE }],
    });
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
