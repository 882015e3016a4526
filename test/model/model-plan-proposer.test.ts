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
