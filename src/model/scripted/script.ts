import { readFile } from "node:fs/promises";
import { z } from "zod";
import { AvatarError } from "../../domain/errors.ts";

/** How often a fault strikes before its step is answered properly; `null` for always. */
const times = z.number().int().positive().nullable().default(null);

/** What goes wrong when a step is asked for. */
export const Fault = z.discriminatedUnion("kind", [
  /** An HTTP error in the place of the answer. */
  z.strictObject({
    kind: z.literal("status"),
    status: z.number().int().min(400).max(599),
    message: z.string().default("The script says so."),
    code: z.string().nullable().default(null),
    param: z.string().nullable().default(null),
    retryAfter: z.string().optional(),
    times,
  }),
  /** The request is taken and nothing ever comes. */
  z.strictObject({ kind: z.literal("hang"), times }),
  /** A pause before every chunk. */
  z.strictObject({ kind: z.literal("slow"), delayMs: z.number().int().positive(), times }),
  /** The connection is torn down after so many chunks; 0 is before the first byte. */
  z.strictObject({ kind: z.literal("reset"), afterChunks: z.number().int().nonnegative().default(0), times }),
  /** Status 200 and a body that is no answer. */
  z.strictObject({
    kind: z.literal("garbage"),
    body: z.string().default("<html><body>Welcome</body></html>"),
    contentType: z.string().default("text/html"),
    times,
  }),
  /** The stream ends in good order after so many chunks, the answer unfinished. */
  z.strictObject({
    kind: z.literal("truncate"),
    afterChunks: z.number().int().nonnegative().default(2),
    times,
  }),
  /** Answers without saying what they cost. */
  z.strictObject({ kind: z.literal("no-usage"), times }),
  /** One JSON document although a stream was asked for. */
  z.strictObject({ kind: z.literal("no-stream"), times }),
  /** Tool calls without ids and numbers. */
  z.strictObject({ kind: z.literal("bare-calls"), times }),
]);
export type Fault = z.infer<typeof Fault>;

export const ScriptStep = z.strictObject({
  say: z.string().default(""),
  /** `arguments` as text is sent as it stands, also when it is no JSON. */
  calls: z
    .array(
      z.strictObject({
        tool: z.string(),
        arguments: z.union([z.record(z.string(), z.unknown()), z.string()]).default({}),
      }),
    )
    .default([]),
  /** What must hold of the request for this step to be the answer. */
  expect: z
    .strictObject({
      /** Names of tools that must be on offer, or must not. */
      offers: z.array(z.string()).default([]),
      lacks: z.array(z.string()).default([]),
      /** Text that the last message, or any message, must contain. */
      lastContains: z.string().optional(),
      contains: z.string().optional(),
    })
    .optional(),
  /** Reported in the place of an estimate. */
  usage: z
    .strictObject({
      promptTokens: z.number().int().nonnegative(),
      completionTokens: z.number().int().nonnegative(),
      cachedTokens: z.number().int().nonnegative().default(0),
    })
    .optional(),
  /** `stop` or `tool_calls` unless said otherwise; null leaves it out. */
  finishReason: z.string().nullable().optional(),
  fault: Fault.optional(),
});
export type ScriptStep = z.infer<typeof ScriptStep>;

/** What a scripted model answers, step by step. */
export const Script = z.strictObject({
  /** For people: what the script shows. */
  about: z.string().default(""),
  steps: z.array(ScriptStep).min(1),
});
export type Script = z.infer<typeof Script>;
export type ScriptInput = z.input<typeof Script>;

/** @throws USAGE when the file cannot be read or is no script. */
export async function loadScript(path: string): Promise<Script> {
  let value: unknown;
  try {
    value = JSON.parse(await readFile(path, "utf8"));
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    throw unusable(path, problem, error);
  }
  const parsed = Script.safeParse(value);
  if (!parsed.success) throw unusable(path, z.prettifyError(parsed.error), parsed.error);
  return parsed.data;
}

function unusable(path: string, problem: string, cause: unknown): AvatarError {
  return new AvatarError("USAGE", {
    message: `The script ${path} cannot be used: ${problem}`,
    advice:
      'Give a JSON file of the form {"steps": [{"say": "…", "calls": [{"tool": "…", "arguments": {}}]}]}.',
    cause,
  });
}
