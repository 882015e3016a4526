import type { Usage } from "../usage.ts";

/** JSON Schema of a tool's arguments: one object, plain types, no `$ref`. */
export interface ToolSchema {
  name: string;
  description: string;
  parameters: Readonly<Record<string, unknown>>;
}

export type ModelMessage =
  | { role: "system" | "user"; content: string }
  | { role: "assistant"; content: string; toolCalls?: readonly RequestedCall[] }
  | { role: "tool"; callId: string; content: string };

/** A call as the model wrote it; `arguments` is JSON text that may be malformed. */
export interface RequestedCall {
  id: string;
  name: string;
  arguments: string;
}

export interface ModelRequest {
  messages: readonly ModelMessage[];
  tools: readonly ToolSchema[];
  maxAnswerTokens: number;
  signal: AbortSignal;
}

export interface ModelAnswer {
  text: string;
  toolCalls: readonly RequestedCall[];
  /** `stop`, `tool_calls`, `length`, `content_filter`, or what the server said. */
  finishReason: string;
  usage: Usage;
  /** US dollars by the price table; 0 where the model has no price. */
  cost: number;
}

/** The model behind an OpenAI-compatible endpoint. */
export interface ModelClient {
  readonly model: string;
  /** True when a script answers in the place of a model. */
  readonly recorded: boolean;
  /** Worst case of a call, in US dollars, to be reserved before it is made. */
  worstCaseCost(promptTokens: number, maxAnswerTokens: number): number;
  /**
   * Retries the transport, never an answer.
   * @throws MODEL_UNREACHABLE, MODEL_TIMEOUT, MODEL_RATE_LIMITED, MODEL_REFUSED, MODEL_GARBAGE, CANCELLED.
   */
  complete(request: ModelRequest): Promise<ModelAnswer>;
}
