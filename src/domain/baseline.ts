import { z } from "zod";

/** What one check of the plan said of the base, before anything was changed. */
export const BaselineCheck = z.object({
  name: z.string(),
  command: z.string(),
  status: z.enum(["pass", "fail", "skip"]),
  exitCode: z.number().int().nullable(),
  durationMs: z.number(),
  /** The first failure as file and message, without its line; null where the output names none. */
  failure: z.string().nullable().default(null),
});
export type BaselineCheck = z.infer<typeof BaselineCheck>;
