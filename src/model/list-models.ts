import type { Limits } from "./call-endpoint.ts";
import type { Endpoint } from "./endpoint.ts";
import { exchange } from "./exchange.ts";
import { readText } from "./http-answer.ts";
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
    const answer = await exchange(endpoint, watch, { method: "GET", path: "/models" });
    const entries = entriesOf(await readText(answer.body));
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

function entriesOf(text: string): unknown {
  try {
    const page: unknown = JSON.parse(text);
    return typeof page === "object" && page !== null && "data" in page ? page.data : null;
  } catch {
    return null;
  }
}
