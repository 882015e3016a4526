import type { ChatCompletionMessageParam, ChatCompletionTool } from "openai/resources/chat/completions";
import type { ModelMessage, ModelRequest, RequestedCall } from "../domain/ports/model.ts";
import type { Quirks } from "./quirks.ts";

export interface ChatBody {
  model: string;
  messages: ChatCompletionMessageParam[];
  tools?: ChatCompletionTool[];
  max_tokens?: number;
  max_completion_tokens?: number;
  stream_options?: { include_usage: true };
}

/** The request as Chat Completions writes it. The order of the fields keeps what never changes in front. */
export function chatBody(model: string, request: ModelRequest, quirks: Quirks): ChatBody {
  const { tools, messages, maxAnswerTokens } = request;
  return {
    model,
    ...(quirks.tokenLimit === "none" ? {} : { [quirks.tokenLimit]: maxAnswerTokens }),
    ...(quirks.stream && quirks.streamUsage ? { stream_options: { include_usage: true } } : {}),
    ...(tools.length === 0
      ? {}
      : { tools: tools.map((tool) => ({ type: "function" as const, function: { ...tool } })) }),
    messages: messages.map(chatMessage),
  };
}

function chatMessage(message: ModelMessage): ChatCompletionMessageParam {
  switch (message.role) {
    case "system":
    case "user":
      return { role: message.role, content: message.content };
    case "tool":
      return { role: "tool", tool_call_id: message.callId, content: message.content };
    case "assistant": {
      const calls = message.toolCalls ?? [];
      if (calls.length === 0) return { role: "assistant", content: message.content };
      return { role: "assistant", content: message.content || null, tool_calls: calls.map(chatCall) };
    }
  }
}

function chatCall(call: RequestedCall) {
  return {
    id: call.id,
    type: "function" as const,
    function: { name: call.name, arguments: argumentsAsObject(call.arguments) },
  };
}

/** Chat templates parse the arguments of earlier calls and fail on what is no object, so that is wrapped. */
function argumentsAsObject(text: string): string {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return text;
  } catch {
    // Falls through: malformed text is shown to the model as it wrote it.
  }
  return JSON.stringify({ malformed: text });
}
