import {
  argumentText,
  callId,
  countTokens,
  cut,
  type RenderedAnswer,
  type RenderOptions,
} from "./rendered-answer.ts";
import type { ScriptStep } from "./script.ts";

interface Item {
  whole: Record<string, unknown>;
  /** The item as it begins, before anything is in it. */
  opening: Record<string, unknown>;
  /** Names of the events that bring its text, and the text. */
  event: string;
  field: "text" | "arguments";
  text: string;
}

/** As the Responses API answers. A reasoning item comes first, as from models that think. */
export function renderResponse(step: ScriptStep, options: RenderOptions): RenderedAnswer {
  const { index, model, created, bareCalls } = options;
  const items = [
    ...(step.say === "" ? [] : [messageItem(step, index)]),
    ...step.calls.map((_, place) => callItem(step, place, options)),
  ];
  const reasoning = { id: `rs_${index}`, type: "reasoning", summary: [], encrypted_content: "c2NyaXB0" };
  const base = { id: `resp_${index}`, object: "response", created_at: created, model, error: null };
  const ending = {
    ...base,
    ...statusOf(step),
    output: [reasoning, ...items.map(({ whole }) => whole)],
    usage: options.withUsage ? usageOf(step, options.prompt) : null,
  };
  const begun = { ...base, status: "in_progress", incomplete_details: null, output: [], usage: null };
  const stream = new EventWriter();
  stream.write("response.created", { response: begun });
  stream.write("response.in_progress", { response: begun });
  stream.write("response.output_item.added", { output_index: 0, item: reasoning });
  stream.write("response.output_item.done", { output_index: 0, item: reasoning });
  stream.endChunk();
  for (const [place, item] of items.entries()) {
    writeItem(stream, item, bareCalls && item.field === "arguments" ? null : place + 1);
  }
  const isWhole = ending.status !== "incomplete";
  stream.write(isWhole ? "response.completed" : "response.incomplete", { response: ending });
  stream.endChunk();
  return { chunks: stream.chunks, closing: "", whole: JSON.stringify(ending) };
}

/** Events numbered in order, in chunks. */
class EventWriter {
  readonly chunks: string[] = [];
  #number = 0;
  #chunk = "";

  write(type: string, fields: object): void {
    this.#chunk += `event: ${type}\ndata: ${JSON.stringify({ type, sequence_number: this.#number++, ...fields })}\n\n`;
  }

  endChunk(): void {
    this.chunks.push(this.#chunk);
    this.#chunk = "";
  }
}

/** `place` null: without the numbers and ids that say what belongs to what. */
function writeItem(stream: EventWriter, item: Item, place: number | null): void {
  const where = place === null ? {} : { output_index: place };
  const whose = place === null ? {} : { ...where, item_id: item.whole["id"] };
  const part = item.field === "text" ? { content_index: 0 } : {};
  stream.write("response.output_item.added", { ...where, item: item.opening });
  for (const delta of cut(item.text)) {
    stream.write(`${item.event}.delta`, { ...whose, ...part, delta });
    stream.endChunk();
  }
  stream.write(`${item.event}.done`, { ...whose, ...part, [item.field]: item.text });
  stream.write("response.output_item.done", { ...where, item: item.whole });
}

function messageItem({ say }: ScriptStep, index: number): Item {
  const base = { id: `msg_${index}`, type: "message", role: "assistant" };
  const content = [{ type: "output_text", text: say, annotations: [] }];
  return {
    whole: { ...base, status: "completed", content },
    opening: { ...base, status: "in_progress", content: [] },
    event: "response.output_text",
    field: "text",
    text: say,
  };
}

function callItem(step: ScriptStep, place: number, { index, bareCalls }: RenderOptions): Item {
  const { tool, arguments: value } = step.calls[place] ?? { tool: "", arguments: {} };
  const ids = bareCalls ? {} : { id: `fc_${index}_${place}`, call_id: callId(index, place) };
  const base = { ...ids, type: "function_call", name: tool };
  const text = argumentText(value);
  return {
    whole: { ...base, status: "completed", arguments: text },
    opening: { ...base, status: "in_progress", arguments: "" },
    event: "response.function_call_arguments",
    field: "arguments",
    text,
  };
}

/** Whatever cuts an answer short is said as the reason of an incomplete one. */
function statusOf({ finishReason }: ScriptStep): { status?: string; incomplete_details: object | null } {
  if (finishReason === null) return { incomplete_details: null };
  if (finishReason === undefined || finishReason === "stop" || finishReason === "tool_calls") {
    return { status: "completed", incomplete_details: null };
  }
  const reason = finishReason === "length" ? "max_output_tokens" : finishReason;
  return { status: "incomplete", incomplete_details: { reason } };
}

function usageOf(step: ScriptStep, asked: { tokens: number; cached: number }) {
  const { prompt, completion, cached } = countTokens(step, asked);
  return {
    input_tokens: prompt,
    input_tokens_details: { cached_tokens: cached },
    output_tokens: completion,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: prompt + completion,
  };
}
