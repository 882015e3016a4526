import type { Limits } from "./call-endpoint.ts";
import { openAi } from "./call-endpoint.ts";
import type { Endpoint } from "./endpoint.ts";
import { explainFailure, garbage } from "./model-error.ts";
import { watchCall } from "./watchdog.ts";

/** The names of the models the endpoint offers, one page. Tried once: `doctor` wants to know how it is now. */
export async function listModels(
  endpoint: Endpoint,
  limits: Limits,
  cancelled: AbortSignal,
): Promise<string[]> {
  const watch = watchCall({
    cancelled,
    overall: AbortSignal.timeout(limits.requestTimeoutMs),
    idleTimeoutMs: limits.idleTimeoutMs,
    maxBytes: limits.maxResponseBytes,
    tooLarge: () =>
      garbage(endpoint, `sent more than ${limits.maxResponseBytes} bytes as its list of models`),
  });
  try {
    const client = openAi(endpoint, watch, limits.requestTimeoutMs);
    const page = await client.models.list({ signal: watch.signal });
    const entries: unknown = page.data;
    if (!Array.isArray(entries)) throw garbage(endpoint, "answered with something that is no list of models");
    return entries.flatMap((entry: { id?: unknown } | null) =>
      typeof entry?.id === "string" ? [entry.id] : [],
    );
  } catch (error) {
    const state = { cancelled: cancelled.aborted, expired: watch.expired, hasContent: false };
    throw explainFailure(error, endpoint, state).error;
  } finally {
    watch.close();
  }
}
