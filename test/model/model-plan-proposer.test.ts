import { afterEach, expect, test } from "@jest/globals";
import { createPlanProposer } from "../../src/model/model-plan-proposer.ts";
import { createOpenAiModel } from "../../src/model/openai-client.ts";
import type { ScriptInput } from "../../src/model/scripted/script.ts";
import { type ScriptedModel, startScriptedModel } from "../../src/model/scripted/start-scripted-model.ts";

let server: ScriptedModel | null = null;
afterEach(async () => {
  await server?.close();
  server = null;
});

async function ask(step: ScriptInput["steps"][number], signal = new AbortController().signal) {
  server = await startScriptedModel({ script: { steps: [step] } });
  const model = createOpenAiModel({ baseUrl: server.url, apiKey: null, model: "reader", maxRetries: 0 });
  const texts = [{ path: "CONTRIBUTING.md", text: "Run make check." }];
  return createPlanProposer(model).propose({ slots: ["test"], texts, signal });
}

const proposal = { slot: "test", command: "make check", path: "CONTRIBUTING.md", quote: "Run make check." };

test("what the model reports is handed on as it is; judging it is not its business", async () => {
  const calls = [{ tool: "propose_checks", arguments: { proposals: [proposal] } }];
  expect(await ask({ calls, expect: { contains: "=== CONTRIBUTING.md" } })).toEqual([proposal]);
});

test.each<[string, ScriptInput["steps"][number]]>([
  ["plain text", { say: "make check" }],
  ["broken arguments", { calls: [{ tool: "propose_checks", arguments: "{oops" }] }],
  [
    "arguments of another shape",
    { calls: [{ tool: "propose_checks", arguments: { proposals: [{ slot: "deploy" }] } }] },
  ],
  ["an error", { fault: { kind: "status", status: 500 } }],
])("%s is no proposal and no failure", async (_what, step) => {
  expect(await ask(step)).toEqual([]);
});

test("stopping the run stops the question", async () => {
  await expect(ask({ fault: { kind: "hang" } }, AbortSignal.timeout(200))).rejects.toMatchObject({
    code: "CANCELLED",
  });
});

test("what an answer used is told before it is handed on, and a limit it may not fit into stops the question", async () => {
  const calls = [{ tool: "propose_checks", arguments: { proposals: [proposal] } }];
  const usage = { promptTokens: 900, completionTokens: 100, cachedTokens: 0 };
  server = await startScriptedModel({ script: { steps: [{ calls, usage }] } });
  const price = { input: 10, cached: 1, output: 100 };
  const endpoint = { baseUrl: server.url, apiKey: null, model: "reader", price };
  const proposer = createPlanProposer(createOpenAiModel(endpoint));
  const told: { usage: unknown; cost: number }[] = [];
  const request = {
    slots: ["test"] as const,
    texts: [{ path: "CONTRIBUTING.md", text: "Run make check." }],
    signal: new AbortController().signal,
    onAnswered: async (use: (typeof told)[number]) => void told.push(use),
  };
  expect(await proposer.propose({ ...request, costLimit: 0.1 })).toEqual([]);
  expect(server.requests).toHaveLength(0);
  expect(await proposer.propose({ ...request, costLimit: 0.2 })).toEqual([proposal]);
  expect(told).toEqual([{ usage: { ...usage, reported: true }, cost: expect.closeTo(0.019, 9) }]);
});
