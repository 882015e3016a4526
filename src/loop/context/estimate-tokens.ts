import type { ModelMessage, ToolSchema } from "../../domain/ports/model.ts";

// Source code and JSON run at 3.2 to 4 bytes a token. Costs are reserved with this, so it leans to the high side.
const BYTES_PER_TOKEN = 3;
const TOKENS_PER_MESSAGE = 8;

export function estimatePromptTokens(
  messages: readonly ModelMessage[],
  tools: readonly ToolSchema[],
): number {
  const bytes = messages.reduce((sum, message) => sum + Buffer.byteLength(message.content), 0);
  const toolBytes = Buffer.byteLength(JSON.stringify(tools));
  return Math.ceil((bytes + toolBytes) / BYTES_PER_TOKEN) + TOKENS_PER_MESSAGE * messages.length;
}
