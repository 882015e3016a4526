import { z } from "zod";

/** Tokens of one or more model calls. `cachedTokens` is the part of `promptTokens` the server had cached. */
export const Usage = z.object({
  promptTokens: z.number().int().nonnegative().default(0),
  completionTokens: z.number().int().nonnegative().default(0),
  cachedTokens: z.number().int().nonnegative().default(0),
  /** False where the server reported nothing and the numbers were estimated. */
  reported: z.boolean().default(true),
});
export type Usage = z.infer<typeof Usage>;

export function addUsage(a: Usage, b: Usage): Usage {
  return {
    promptTokens: a.promptTokens + b.promptTokens,
    completionTokens: a.completionTokens + b.completionTokens,
    cachedTokens: a.cachedTokens + b.cachedTokens,
    reported: a.reported && b.reported,
  };
}

export const NO_USAGE: Usage = { promptTokens: 0, completionTokens: 0, cachedTokens: 0, reported: true };
