import { z } from "zod";

const Count = z.number().nonnegative().nullish().catch(null);

/** Usage as servers report it; the cached part has three names. */
export const ReportedUsage = z.object({
  prompt_tokens: Count,
  completion_tokens: Count,
  prompt_tokens_details: z.object({ cached_tokens: Count }).nullish().catch(null),
  prompt_cache_hit_tokens: Count,
  cached_tokens: Count,
});
export type ReportedUsage = z.infer<typeof ReportedUsage>;

/** The same as the Responses API names it. */
export const UsageOfResponse = z
  .object({
    input_tokens: Count,
    output_tokens: Count,
    input_tokens_details: z.object({ cached_tokens: Count }).nullish().catch(null),
  })
  .transform((said): ReportedUsage => ({
    prompt_tokens: said.input_tokens,
    completion_tokens: said.output_tokens,
    prompt_tokens_details: said.input_tokens_details,
  }));
