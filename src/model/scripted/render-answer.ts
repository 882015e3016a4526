import { estimateTokens } from "../estimate-tokens.ts";
import type { ScriptStep } from "./script.ts";

/** A step's answer in the two forms the protocol knows. */
export interface RenderedAnswer {
  /** JSON of each event of the stream, in order. */
  chunks: string[];
  /** The same answer as one JSON document. */
  whole: string;
}

export interface RenderOptions {
  index: number;
  model: string;
  /** Seconds since the epoch. */
  created: number;
  prompt: { tokens: number; cached: number };
  withUsage: boolean;
  /** Without ids and numbers in tool calls. */
  bareCalls: boolean;
}

/** Pieces a text is cut into, so that clients have to put it together again. */
const PIECES = 4;

export function renderAnswer(step: ScriptStep, options: RenderOptions): RenderedAnswer {
  const { index, model, created } = options;
  const base = { id: `chatcmpl-${index}`, created, model };
  const finish = finishReason(step);
  const usage = options.withUsage ? { usage: usageOf(step, options.prompt) } : {};
  const deltas = [{ role: "assistant", content: "" }, ...textDeltas(step), ...callDeltas(step, options)];
  const choices: object[] = deltas.map((delta) => ({ index: 0, delta, finish_reason: null }));
  choices.push({ index: 0, delta: {}, ...finish });
  const chunk = { ...base, object: "chat.completion.chunk" };
  const chunks = choices.map((choice) => ({ ...chunk, choices: [choice] }));
  const events = options.withUsage ? [...chunks, { ...chunk, choices: [], ...usage }] : chunks;
  const message = {
    role: "assistant",
    content: step.say === "" ? null : step.say,
    ...(step.calls.length === 0 ? {} : { tool_calls: wholeCalls(step, options) }),
  };
  const whole = { ...base, object: "chat.completion", choices: [{ index: 0, message, ...finish }], ...usage };
  return { chunks: events.map((event) => JSON.stringify(event)), whole: JSON.stringify(whole) };
}

function finishReason(step: ScriptStep): { finish_reason?: string } {
  if (step.finishReason === null) return {};
  return { finish_reason: step.finishReason ?? (step.calls.length > 0 ? "tool_calls" : "stop") };
}

function usageOf(step: ScriptStep, prompt: { tokens: number; cached: number }) {
  const calls = step.calls.map((call) => call.tool + argumentText(call.arguments)).join("");
  const promptTokens = step.usage?.promptTokens ?? prompt.tokens;
  const completionTokens = step.usage?.completionTokens ?? estimateTokens(step.say + calls);
  return {
    prompt_tokens: promptTokens,
    completion_tokens: completionTokens,
    total_tokens: promptTokens + completionTokens,
    prompt_tokens_details: { cached_tokens: step.usage?.cachedTokens ?? prompt.cached },
  };
}

function textDeltas(step: ScriptStep): object[] {
  return cut(step.say).map((content) => ({ content }));
}

function callDeltas(step: ScriptStep, { index, bareCalls }: RenderOptions): object[] {
  return step.calls.flatMap((call, place) => {
    const number = bareCalls ? {} : { index: place };
    const identity = bareCalls ? {} : { id: callId(index, place) };
    const opening = {
      ...number,
      ...identity,
      type: "function",
      function: { name: call.tool, arguments: "" },
    };
    const rest = cut(argumentText(call.arguments)).map((piece) => ({
      ...number,
      function: { arguments: piece },
    }));
    return [opening, ...rest].map((piece) => ({ tool_calls: [piece] }));
  });
}

function wholeCalls(step: ScriptStep, { index, bareCalls }: RenderOptions): object[] {
  return step.calls.map((call, place) => ({
    ...(bareCalls ? {} : { id: callId(index, place) }),
    type: "function",
    function: { name: call.tool, arguments: argumentText(call.arguments) },
  }));
}

function callId(index: number, place: number): string {
  return `call_${index}_${place}`;
}

function argumentText(value: Record<string, unknown> | string): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** By whole characters: half of a surrogate pair does not survive JSON and UTF-8. */
function cut(text: string): string[] {
  const characters = Array.from(text);
  const size = Math.max(1, Math.ceil(characters.length / PIECES));
  const pieces: string[] = [];
  for (let at = 0; at < characters.length; at += size) pieces.push(characters.slice(at, at + size).join(""));
  return pieces;
}
