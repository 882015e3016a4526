import { APIError } from "openai/core/error";
import type { GatheredAnswer } from "./gather-answer.ts";
import { CallGatherer } from "./gather-calls.ts";
import type { ReportedUsage } from "./reported-usage.ts";
import { ResponseEvent, type ResponseItem, ResponseObject } from "./response-event.ts";
import { withoutThinking } from "./without-thinking.ts";

/** A message or a call, as far as it has come. Reasoning and all else a server may put out is not kept. */
interface OpenItem {
  kind: "message" | "call";
  index: number;
  id: string | null;
  callId: string;
  name: string;
  text: string[];
  refusal: string[];
}

/** Puts an answer of the Responses API together, from its events or from the whole document. */
export class ResponseGatherer {
  #items: OpenItem[] = [];
  #finishReason: string | null = null;
  #usage: ReportedUsage | null = null;
  #isClosed = false;

  get hasContent(): boolean {
    return this.#items.some(
      ({ kind, text, refusal }) => kind === "call" || text.length > 0 || refusal.length > 0,
    );
  }

  get hasChoice(): boolean {
    return this.#isClosed || this.hasContent;
  }

  get isFinished(): boolean {
    return this.#isClosed;
  }

  add(raw: unknown): boolean {
    const whole = ResponseObject.safeParse(raw);
    if (whole.success) {
      this.#close(whole.data);
      return true;
    }
    const event = ResponseEvent.safeParse(raw);
    if (event.success) this.#take(event.data);
    return event.success;
  }

  finish(newId: () => string): GatheredAnswer {
    const items = this.#items.toSorted((a, b) => a.index - b.index);
    const messages = items.filter(({ kind }) => kind === "message");
    const calls = new CallGatherer();
    for (const [index, { kind, callId, name, text }] of items.entries()) {
      if (kind === "call") calls.add({ index, id: callId, name, arguments: text.join("") });
    }
    const texts = messages.map(({ text }) => text.join("")).filter((text) => text !== "");
    return {
      text: withoutThinking(texts.join("\n\n")),
      refusal: messages.map(({ refusal }) => refusal.join("")).join(""),
      toolCalls: calls.finish(newId),
      finishReason: this.#finishReason,
      usage: this.#usage,
    };
  }

  #take(event: ResponseEvent): void {
    switch (event.type) {
      case "error":
        throw new APIError(undefined, event, undefined, undefined);
      case "response.output_item.added":
      case "response.output_item.done":
        if (event.item) this.#put(event.item, event);
        return;
      case "response.output_text.delta":
        this.#open("message", event).text.push(event.delta);
        return;
      case "response.refusal.delta":
        this.#open("message", event).refusal.push(event.delta);
        return;
      case "response.function_call_arguments.delta":
        this.#open("call", event).text.push(event.delta);
        return;
      case "response.completed":
      case "response.incomplete":
      case "response.failed":
        this.#close(event.response ?? {});
        return;
      default:
      // Progress, reasoning and whatever is still to come: none of it is part of the answer.
    }
  }

  /** An item begins, or comes again whole: then the whole one counts. */
  #put(item: ResponseItem, event: ResponseEvent): void {
    const opened = openItem(item, event.output_index ?? this.#items.length);
    if (opened === null) return;
    const isNew = event.type === "response.output_item.added";
    const known = this.#find(opened.kind, { ...event, item_id: item.id }, !isNew);
    if (known === undefined) this.#items.push(opened);
    else Object.assign(known, opened, { index: known.index });
  }

  #open(kind: OpenItem["kind"], event: ResponseEvent): OpenItem {
    const known = this.#find(kind, event, true);
    if (known !== undefined) return known;
    const opened = openItem(
      { type: TYPES[kind], id: event.item_id },
      event.output_index ?? this.#items.length,
    );
    if (opened === null) throw new TypeError(`A ${kind} cannot be opened.`);
    this.#items.push(opened);
    return opened;
  }

  /** By its number, by its id, or, where a server gives neither and `orLast` says so, the last of its kind. */
  #find(kind: OpenItem["kind"], event: ResponseEvent, orLast: boolean): OpenItem | undefined {
    const { output_index: index, item_id: id } = event;
    const ofKind = this.#items.filter((item) => item.kind === kind);
    if (typeof index === "number") return ofKind.find((item) => item.index === index);
    if (typeof id === "string") return ofKind.find((item) => item.id === id);
    return orLast ? ofKind.at(-1) : undefined;
  }

  #close({ status, error, incomplete_details: details, output, usage }: ResponseObject): void {
    if (status === "failed" || status === "cancelled") {
      throw new APIError(
        undefined,
        error ?? { message: `The response was ${status}.` },
        undefined,
        undefined,
      );
    }
    const items = (output ?? []).flatMap((item, index) => openItem(item, index) ?? []);
    // Some servers close with an empty output; what was streamed counts then.
    if (items.length >= this.#items.length) this.#items = items;
    this.#isClosed = true;
    if (usage) this.#usage = usage;
    if (status === "incomplete") this.#finishReason = reasonOf(details?.reason);
  }
}

const TYPES = { message: "message", call: "function_call" } as const;

function openItem(item: ResponseItem, index: number): OpenItem | null {
  const base = { index, id: item.id ?? null, callId: item.call_id ?? item.id ?? "", name: item.name ?? "" };
  if (item.type === TYPES.call) {
    return { ...base, kind: "call", text: item.arguments ? [item.arguments] : [], refusal: [] };
  }
  if (item.type !== TYPES.message) return null;
  const parts = item.content ?? [];
  return {
    ...base,
    kind: "message",
    text: parts.flatMap(({ text }) => text || []),
    refusal: parts.flatMap(({ refusal }) => refusal || []),
  };
}

/** Under the names the other wire has for it. */
function reasonOf(reason: string | null | undefined): string {
  return reason === "max_output_tokens" ? "length" : (reason ?? "incomplete");
}
