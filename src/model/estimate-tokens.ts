import type { ModelMessage, ToolSchema } from "../domain/ports/model.ts";

/**
 * Tokens a text is worth, without a tokenizer: one for every 3.5 characters, which suits source code and
 * JSON, and half a one for every byte UTF-8 needs beyond one a character, which brings Chinese or emoji to
 * about one token each. Meant to be a little high: budgets are reserved with it.
 */
export function estimateTokens(text: string): number {
  const extraBytes = Buffer.byteLength(text, "utf8") - text.length;
  return Math.ceil(text.length / 3.5 + extraBytes / 2);
}

/** Tokens of framing that chat formats put around each message and each tool. */
const FRAME = 6;

/** Prompt tokens of a request, estimated. */
export function estimateRequestTokens(
  messages: readonly ModelMessage[],
  tools: readonly ToolSchema[],
): number {
  let tokens = 0;
  for (const message of messages) {
    tokens += FRAME + estimateTokens(message.content);
    if (message.role !== "assistant") continue;
    for (const call of message.toolCalls ?? []) tokens += FRAME + estimateTokens(call.name + call.arguments);
  }
  for (const tool of tools) tokens += FRAME + estimateTokens(JSON.stringify(tool));
  return tokens;
}
