import { z } from "zod";

/** As much of a Chat Completions request as a script looks at. */
export const AskedChat = z.object({
  model: z.string(),
  stream: z.boolean().default(false),
  stream_options: z.object({ include_usage: z.boolean().default(false) }).nullish(),
  messages: z.array(z.object({ role: z.string(), content: z.unknown().optional() })).min(1),
  tools: z.array(z.object({ function: z.object({ name: z.string() }) })).default([]),
});
export type AskedChat = z.infer<typeof AskedChat>;

export function contentOf(message: { content?: unknown }): string {
  const { content } = message;
  return typeof content === "string" ? content : JSON.stringify(content ?? "");
}
