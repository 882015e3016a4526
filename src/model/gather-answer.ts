import { z } from "zod";
import type { RequestedCall } from "../domain/ports/model.ts";
import { CallGatherer } from "./gather-calls.ts";
import { ReportedUsage } from "./reported-usage.ts";
import { withoutThinking } from "./without-thinking.ts";

const Call = z.object({
  index: z.number().int().nullish(),
  id: z.string().nullish(),
  function: z.object({ name: z.string().nullish(), arguments: z.unknown().optional() }).nullish(),
});

const Content = z.union([z.string(), z.array(z.object({ text: z.string().optional() }))]).nullish();

const Message = z.object({
  content: Content,
  refusal: z.string().nullish(),
  tool_calls: z.array(Call).nullish(),
});

/** One chunk of a stream or a whole answer: the two differ in `delta` and `message` only. */
const Part = z.object({
  choices: z
    .array(
      z.object({
        index: z.number().int().nullish(),
        delta: Message.nullish(),
        message: Message.nullish(),
        finish_reason: z.string().nullish(),
      }),
    )
    .nullish(),
  usage: ReportedUsage.nullish(),
});

export interface GatheredAnswer {
  text: string;
  refusal: string;
  toolCalls: RequestedCall[];
  /** Null when the server never said. */
  finishReason: string | null;
  usage: ReportedUsage | null;
}

/** Puts an answer together from the parts a server sends, in whatever shape it sends them. */
export class AnswerGatherer {
  readonly #text: string[] = [];
  readonly #refusal: string[] = [];
  readonly #calls = new CallGatherer();
  #finishReason: string | null = null;
  #usage: ReportedUsage | null = null;
  #choices = 0;
  #isWhole = false;

  /** Whether anything of an answer has come, so that asking again would be asking twice. */
  get hasContent(): boolean {
    return this.#text.length > 0 || this.#refusal.length > 0 || !this.#calls.isEmpty;
  }

  get hasChoice(): boolean {
    return this.#choices > 0;
  }

  /** A whole message, or the last chunk of one. */
  get isFinished(): boolean {
    return this.#isWhole || this.#finishReason !== null;
  }

  /** False when the part has a shape no server of this protocol sends. */
  add(raw: unknown): boolean {
    const part = Part.safeParse(raw);
    if (!part.success) return false;
    if (part.data.usage) this.#usage = part.data.usage;
    for (const choice of part.data.choices ?? []) {
      if ((choice.index ?? 0) !== 0) continue;
      this.#choices += 1;
      if (choice.delta) this.#addMessage(choice.delta, false);
      else if (choice.message) this.#addMessage(choice.message, true);
      if (choice.finish_reason) this.#finishReason = choice.finish_reason;
    }
    return true;
  }

  finish(newId: () => string): GatheredAnswer {
    return {
      text: withoutThinking(this.#text.join("")),
      refusal: this.#refusal.join(""),
      toolCalls: this.#calls.finish(newId),
      finishReason: this.#finishReason,
      usage: this.#usage,
    };
  }

  #addMessage(message: z.infer<typeof Message>, isWhole: boolean): void {
    this.#isWhole ||= isWhole;
    const text = contentText(message.content);
    if (text !== "") this.#text.push(text);
    if (message.refusal) this.#refusal.push(message.refusal);
    for (const [place, call] of (message.tool_calls ?? []).entries()) {
      this.#calls.add({
        index: isWhole ? place : (call.index ?? null),
        id: call.id ?? "",
        name: call.function?.name ?? "",
        arguments: argumentText(call.function?.arguments),
      });
    }
  }
}

function contentText(content: z.infer<typeof Content>): string {
  if (typeof content === "string") return content;
  return (content ?? []).map((part) => part.text ?? "").join("");
}

function argumentText(value: unknown): string {
  if (typeof value === "string") return value;
  return value === undefined || value === null ? "" : JSON.stringify(value);
}
