import {
  argumentText,
  callId,
  countTokens,
  cut,
  type RenderedAnswer,
  type RenderOptions,
} from "./rendered-answer.ts";
import type { ScriptStep } from "./script.ts";

/** As Chat Completions answers. */
export function renderChat(step: ScriptStep, options: RenderOptions): RenderedAnswer {
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
  return {
    chunks: events.map((event) => `data: ${JSON.stringify(event)}\n\n`),
    closing: "data: [DONE]\n\n",
    whole: JSON.stringify(whole),
  };
}

function finishReason(step: ScriptStep): { finish_reason?: string } {
  if (step.finishReason === null) return {};
  return { finish_reason: step.finishReason ?? (step.calls.length > 0 ? "tool_calls" : "stop") };
}

function usageOf(step: ScriptStep, asked: { tokens: number; cached: number }) {
  const { prompt, completion, cached } = countTokens(step, asked);
  return {
    prompt_tokens: prompt,
    completion_tokens: completion,
    total_tokens: prompt + completion,
    prompt_tokens_details: { cached_tokens: cached },
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
