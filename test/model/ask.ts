import type { ModelRequest } from "../../src/domain/ports/model.ts";
import { createOpenAiModel, type OpenAiModel, type OpenAiOptions } from "../../src/model/openai-client.ts";
import type { Fault, ScriptInput } from "../../src/model/scripted/script.ts";
import { type ScriptedModel, startScriptedModel } from "../../src/model/scripted/start-scripted-model.ts";

export const READ_FILE = {
  name: "read_file",
  description: "Reads a file.",
  parameters: { type: "object", properties: { path: { type: "string" } } },
};

export const TWO_CALLS = {
  say: "I read both files.",
  calls: [
    { tool: "read_file", arguments: { path: "ä.ts" } },
    { tool: "read_file", arguments: { path: "b.ts" } },
  ],
};

export function ask(text = "Fix it.", more: Partial<ModelRequest> = {}): ModelRequest {
  return {
    messages: [{ role: "user", content: text }],
    tools: [READ_FILE],
    maxAnswerTokens: 500,
    signal: new AbortController().signal,
    ...more,
  };
}

export const KEY = "secret-of-the-operator";

export function modelAt(baseUrl: string, options: Partial<OpenAiOptions> = {}): OpenAiModel {
  return createOpenAiModel({ baseUrl, apiKey: KEY, model: "local-model", retryDelayMs: 1, ...options });
}

/** A scripted model that lives for the length of one test. */
export async function withScript<T>(
  script: ScriptInput,
  use: (server: ScriptedModel) => Promise<T>,
): Promise<T> {
  const server = await startScriptedModel({ script });
  try {
    return await use(server);
  } finally {
    await server.close();
  }
}

/** One step with a fault, asked once. */
export function withFault<T>(
  fault: Partial<Fault> & Pick<Fault, "kind">,
  use: (server: ScriptedModel) => Promise<T>,
): Promise<T> {
  return withScript({ steps: [{ ...TWO_CALLS, fault: fault as Fault }] }, use);
}

export function failureOf(
  promise: Promise<unknown>,
): Promise<{ code?: string; message: string; advice?: string }> {
  return promise.then(
    () => {
      throw new Error("It was expected to fail.");
    },
    (error: unknown) => error as { code?: string; message: string },
  );
}
