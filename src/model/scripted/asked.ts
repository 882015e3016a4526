import { z } from "zod";
import type { ModelApi } from "../endpoint.ts";

/** As much of a request as a script looks at, whichever wire it came over. */
export interface Asked {
  model: string;
  stream: boolean;
  wantsUsage: boolean;
  /** What each message says; nothing for a call. */
  texts: string[];
  /** Names of the tools on offer. */
  offered: string[];
}

const Chat = z
  .object({
    model: z.string(),
    stream: z.boolean().default(false),
    stream_options: z.object({ include_usage: z.boolean().default(false) }).nullish(),
    messages: z.array(z.object({ role: z.string(), content: z.unknown().optional() })).min(1),
    tools: z.array(z.object({ function: z.object({ name: z.string() }) })).default([]),
  })
  .transform(({ model, stream, stream_options: options, messages, tools }): Asked => ({
    model,
    stream,
    wantsUsage: !stream || options?.include_usage === true,
    texts: messages.map(({ content }) => textOf(content)),
    offered: tools.map((tool) => tool.function.name),
  }));

/** `store` has to be said: a server keeps the conversation unless it is told not to. */
const Responses = z
  .object({
    model: z.string(),
    store: z.literal(false),
    stream: z.boolean().default(false),
    input: z
      .array(
        z.discriminatedUnion("type", [
          z.object({ type: z.literal("message"), role: z.string(), content: z.unknown() }),
          z.object({ type: z.literal("function_call"), call_id: z.string(), arguments: z.string() }),
          z.object({ type: z.literal("function_call_output"), call_id: z.string(), output: z.unknown() }),
        ]),
      )
      .min(1),
    tools: z.array(z.object({ type: z.literal("function"), name: z.string() })).default([]),
  })
  .transform(({ model, stream, input, tools }): Asked => ({
    model,
    stream,
    wantsUsage: true,
    texts: input.map((item) => {
      if (item.type === "message") return textOf(item.content);
      return item.type === "function_call" ? "" : textOf(item.output);
    }),
    offered: tools.map(({ name }) => name),
  }));

const ASKED = { chat: Chat, responses: Responses };

/** Text says what is wrong with the request. */
export function readAsked(api: ModelApi, body: string): Asked | string {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return "The request is no JSON.";
  }
  const asked = ASKED[api].safeParse(value);
  return asked.success ? asked.data : `The request is none of this route: ${z.prettifyError(asked.error)}`;
}

function textOf(content: unknown): string {
  return typeof content === "string" ? content : JSON.stringify(content ?? "");
}
