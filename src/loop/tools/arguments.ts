import { z } from "zod";

// Models write the same argument in several ways. What can be read only one way is read; the schema that
// the model sees stays plain.

/** `true`, also when written as text. */
export const Flag = z.preprocess(
  (value) => (value === "true" ? true : value === "false" ? false : value),
  z.boolean(),
);

/** A list of texts, also when it comes as one text or as objects that carry a command. */
export const Texts = z.preprocess((value) => {
  if (typeof value === "string") return [value];
  return Array.isArray(value) ? value.map((item: unknown) => commandOf(item)) : value;
}, z.array(z.string()).min(1));

function commandOf(item: unknown): unknown {
  return typeof item === "object" && item !== null && "command" in item ? item.command : item;
}

export interface LineRange {
  first: number;
  last: number;
}

/** `10-80`, `10-`, `-80`, `10`, `[10, 80]`. */
export const LineRangeText = z.preprocess(
  (value) => (Array.isArray(value) ? value.join("-") : typeof value === "number" ? String(value) : value),
  z.string().regex(/^\s*(\d+\s*[-:,]\s*\d*|[-:,]?\s*\d+)\s*$/, "lines as `10-80`"),
);

/** The lines a range names, counted from 1. One number alone is that line. */
export function readLineRange(text: string): LineRange {
  const match = /^\s*(\d*)\s*([-:,]?)\s*(\d*)\s*$/.exec(text);
  const [, from = "", dash = "", to = ""] = match ?? [];
  const first = Math.max(1, Number(from || "1"));
  const last = to !== "" ? Number(to) : dash === "" ? first : Number.POSITIVE_INFINITY;
  return { first, last };
}
