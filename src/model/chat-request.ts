import type { ChatCompletionMessageParam, ChatCompletionTool } from "openai/resources/chat/completions";
import type { ModelMessage, ModelRequest, RequestedCall } from "../domain/ports/model.ts";
import { argumentsAsObject } from "./arguments-as-object.ts";
import type { Quirks } from "./quirks.ts";

export interface ChatBody {
  model: string;
  stream: boolean;
  messages: ChatCompletionMessageParam[];
  tools?: ChatCompletionTool[];
  max_tokens?: number;
  max_completion_tokens?: number;
  stream_options?: { include_usage: true };
}

/** The request as Chat Completions writes it. Messages come last, so that a request begins with the whole of the one before. */
export function chatBody(model: string, request: ModelRequest, quirks: Quirks): ChatBody {
  const { tools, messages, maxAnswerTokens } = request;
  return {
    model,
    stream: quirks.stream,
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
