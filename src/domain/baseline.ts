import { z } from "zod";
import { TestCount } from "./test-count.ts";

/** What one check of the plan said of the base, before anything was changed. */
export const BaselineCheck = z.object({
  name: z.string(),
  command: z.string(),
  status: z.enum(["pass", "fail", "skip"]),
  exitCode: z.number().int().nullable(),
  durationMs: z.number(),
  /** The first failure as file and message, without its line; null where the output names none. */
  failure: z.string().nullable().default(null),
  /** Absent where no test runner that avatar knows reported. */
  tests: TestCount.optional(),
  /** It failed, and passed when it was repeated in a new tree. */
  flaky: z.literal(true).optional(),
});
export type BaselineCheck = z.infer<typeof BaselineCheck>;
