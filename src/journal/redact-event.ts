import type { RunEvent } from "../domain/events.ts";

/** The event with every text in it, at any depth, passed through `redact`; its type stays. */
export function redactEvent(event: RunEvent, redact: (text: string) => string): RunEvent {
  const { type, ...rest } = event;
  return { type, ...(redactValue(rest, redact) as object) } as RunEvent;
}

function redactValue(value: unknown, redact: (text: string) => string): unknown {
  if (typeof value === "string") return redact(value);
  if (Array.isArray(value)) return value.map((item) => redactValue(item, redact));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, redactValue(item, redact)]));
}
