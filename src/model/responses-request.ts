import type { FunctionTool, ResponseInputItem } from "openai/resources/responses/responses";
import type { ModelMessage, ModelRequest } from "../domain/ports/model.ts";
import { argumentsAsObject } from "./arguments-as-object.ts";
import type { Quirks } from "./quirks.ts";

export interface ResponsesBody {
  model: string;
  store: false;
  stream: boolean;
  max_output_tokens?: number;
  tools?: FunctionTool[];
  input: ResponseInputItem[];
}

/**
 * The request as the Responses API writes it. Nothing is left with the server: every request carries the whole
 * conversation, input last, so that it begins with the whole of the one before and the provider's cache finds it.
 *
 * Reasoning items are not sent back. They may be dropped as long as no item goes out under the id the server gave
 * it, for only by that id is a call tied to the reasoning it came with; calls and their outputs find each other by
 * `call_id`. What is sent is built from the state alone, as on the other wire, which knows no reasoning items.
 */
export function responsesBody(model: string, request: ModelRequest, quirks: Quirks): ResponsesBody {
  const { tools, messages, maxAnswerTokens } = request;
  return {
    model,
    store: false,
    stream: quirks.stream,
    ...(quirks.tokenLimit === "none" ? {} : { max_output_tokens: maxAnswerTokens }),
    // Left out, `strict` means true here, which changes schemas with optional arguments.
    ...(tools.length === 0
      ? {}
      : { tools: tools.map((tool) => ({ type: "function", ...tool, strict: false })) }),
    input: messages.flatMap(inputItems),
  };
}

function inputItems(message: ModelMessage): ResponseInputItem[] {
  switch (message.role) {
    case "system":
    case "user":
      return [{ type: "message", role: message.role, content: message.content }];
    case "tool":
      return [{ type: "function_call_output", call_id: message.callId, output: message.content }];
    case "assistant": {
      const { content, toolCalls = [] } = message;
      const calls = toolCalls.map((call) => ({
        type: "function_call" as const,
        call_id: call.id,
        name: call.name,
        arguments: argumentsAsObject(call.arguments),
      }));
      if (content === "" && calls.length > 0) return calls;
      return [{ type: "message", role: "assistant", content }, ...calls];
    }
  }
}
