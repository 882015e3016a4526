import { z } from "zod";
import { UsageOfResponse } from "./reported-usage.ts";

const Text = z.string().nullish();

/** Arguments as text, also from servers that give the object itself. */
const Arguments = z
  .unknown()
  .transform((value) => (typeof value === "string" || value === undefined ? value : JSON.stringify(value)));

const Item = z.object({
  type: Text,
  id: Text,
  call_id: Text,
  name: Text,
  arguments: Arguments.optional(),
  content: z.array(z.object({ text: Text, refusal: Text })).nullish(),
});
/** One thing a response put out: a message, a call, reasoning. */
export type ResponseItem = z.input<typeof Item> & { arguments?: string | undefined };

const Closing = z.object({
  status: Text,
  error: z.looseObject({ code: Text, message: Text }).nullish(),
  incomplete_details: z.object({ reason: Text }).nullish(),
  output: z.array(Item).nullish(),
  usage: UsageOfResponse.nullish().catch(null),
});

/** The whole document, from a server that does not stream. */
export const ResponseObject = Closing.required({ output: true });
/** A response as its last event carries it. */
export type ResponseObject = z.infer<typeof Closing>;

export const ResponseEvent = z.object({
  type: z.string(),
  output_index: z.number().int().nullish(),
  item_id: Text,
  delta: z.string().catch(""),
  item: Item.nullish(),
  response: Closing.nullish(),
  /** Of an `error`. */
  code: Text,
  message: Text,
  param: Text,
});
export type ResponseEvent = z.infer<typeof ResponseEvent>;
