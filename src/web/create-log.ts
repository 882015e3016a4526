import { pino } from "pino";
import type { Logger } from "probot";

/** Lines of JSON on stderr: stdout belongs to what a command prints. */
export function createLog(level: string): Logger {
  const options = { name: "avatar", level, serializers: { err: describeError } };
  return pino(options, pino.destination({ fd: 2, sync: true }));
}

// Only what explains an error: webhook errors carry the whole delivery with them, people's words included.
export function describeError(error: unknown): Record<string, unknown> {
  if (typeof error !== "object" || error === null) return { message: String(error) };
  const { name, code, message, advice, stack, errors, cause } = error as Record<string, unknown>;
  return {
    type: name,
    code,
    message,
    advice,
    stack,
    ...(Array.isArray(errors) ? { errors: errors.map(describeError) } : {}),
    ...(cause === undefined ? {} : { cause: describeError(cause) }),
  };
}
