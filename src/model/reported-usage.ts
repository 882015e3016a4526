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
