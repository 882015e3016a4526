import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { loadScript } from "../../../src/model/scripted/script.ts";
import { startScriptedModel } from "../../../src/model/scripted/start-scripted-model.ts";
import { ask, failureOf, modelAt, withScript } from "../ask.ts";

test("each new request gets the next step, and the same request gets its step again", async () => {
  await withScript({ steps: [{ say: "one" }, { say: "two" }, { say: "three" }] }, async (server) => {
    const model = modelAt(server.url);
    const say = async (text: string) => (await model.complete(ask(text))).text;
    expect(await say("a")).toBe("one");
    expect(await say("b")).toBe("two");
    expect(await say("b")).toBe("two");
    expect(await say("c")).toBe("three");
    expect(server.requests.map((request) => request.step)).toEqual([0, 1, 1, 2]);
  });
});

test("a run that begins again from the top is followed from the top", async () => {
  await withScript({ steps: [{ say: "one" }, { say: "two" }, { say: "three" }] }, async (server) => {
    const model = modelAt(server.url);
    const say = async (text: string) => (await model.complete(ask(text))).text;
    await say("a");
    await say("b, 12 ms");
    expect(await say("a")).toBe("one");
    expect(await say("b, 13 ms")).toBe("two");
  });
});

test("past its end the script refuses and says how long it was", async () => {
  await withScript({ steps: [{ say: "one" }] }, async (server) => {
    const model = modelAt(server.url);
    await model.complete(ask("a"));
    const error = await failureOf(model.complete(ask("b")));
    expect(error.code).toBe("MODEL_REFUSED");
    expect(error.message).toContain("all of its 1 steps");
    expect(server.requests).toHaveLength(2);
  });
});

test("restart plays the script to the next conversation", async () => {
  await withScript({ steps: [{ say: "one" }] }, async (server) => {
    const model = modelAt(server.url);
    await model.complete(ask("a"));
    server.restart();
    expect((await model.complete(ask("b"))).text).toBe("one");
  });
});

test.each([
  [{ offers: ["write_file"] }, "does not offer write_file"],
  [{ lacks: ["read_file"] }, "offers read_file"],
  [{ lastContains: "tests pass" }, 'last message does not contain "tests pass"'],
  [{ contains: "issue 7" }, 'no message contains "issue 7"'],
])("a request that does not meet %j is told so and moves nothing", async (expected, problem) => {
  await withScript({ steps: [{ say: "one", expect: expected }] }, async (server) => {
    const model = modelAt(server.url);
    const error = await failureOf(model.complete(ask("hello")));
    expect(error.code).toBe("MODEL_REFUSED");
    expect(error.message).toContain(problem);
    const tools = [{ name: "write_file", description: "", parameters: { type: "object" } }];
    const fitting = await model.complete(ask("issue 7: tests pass", { tools }));
    expect(fitting.text).toBe("one");
  });
});

test("what a request repeats from the last one is reported as cached", async () => {
  await withScript({ steps: [{ say: "one" }, { say: "two" }] }, async (server) => {
    const model = modelAt(server.url);
    const first = await model.complete(ask("x".repeat(4000)));
    const second = await model.complete(ask(`${"x".repeat(4000)} and more`));
    expect(first.usage.cachedTokens).toBe(0);
    expect(second.usage.cachedTokens).toBeGreaterThan(1000);
    expect(second.usage.cachedTokens).toBeLessThan(second.usage.promptTokens);
  });
});

test("it listens on loopback and knows no routes but its own", async () => {
  await withScript({ steps: [{ say: "one" }] }, async (server) => {
    expect(new URL(server.url).hostname).toBe("127.0.0.1");
    expect((await fetch(`${server.url}/embeddings`, { method: "POST" })).status).toBe(404);
    for (const route of ["chat/completions", "responses"]) {
      const bad = await fetch(`${server.url}/${route}`, { method: "POST", body: "{" });
      expect(bad.status).toBe(400);
    }
    const body = JSON.stringify({ model: "m", input: [{ type: "message", role: "user", content: "x" }] });
    const stored = await fetch(`${server.url}/responses`, { method: "POST", body });
    expect(await stored.text()).toContain("store");
    expect(server.requests).toHaveLength(0);
  });
});

test("closing ends answers that hang", async () => {
  const server = await startScriptedModel({ script: { steps: [{ fault: { kind: "hang" } }] } });
  const call = failureOf(modelAt(server.url, { maxRetries: 0 }).complete(ask()));
  while (server.requests.length === 0) await new Promise((later) => setTimeout(later, 5));
  await server.close();
  expect((await call).code).toBe("MODEL_UNREACHABLE");
});

test("a script is read from JSON, and a wrong one is refused with the place of the mistake", async () => {
  const folder = await mkdtemp(join(tmpdir(), "avatar-script-"));
  try {
    const path = join(folder, "script.json");
    await writeFile(path, JSON.stringify({ steps: [{ say: "one" }] }));
    expect((await loadScript(path)).steps).toMatchObject([{ say: "one", calls: [] }]);
    await writeFile(path, JSON.stringify({ steps: [{ says: "one" }] }));
    const wrong = await failureOf(loadScript(path));
    expect(wrong).toMatchObject({ code: "USAGE" });
    expect(wrong.message).toContain("says");
    expect(await failureOf(loadScript(join(folder, "absent.json")))).toMatchObject({ code: "USAGE" });
  } finally {
    await rm(folder, { recursive: true });
  }
});
