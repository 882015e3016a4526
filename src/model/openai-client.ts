import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { AvatarError } from "../domain/errors.ts";
import type { ModelAnswer, ModelClient, ModelRequest } from "../domain/ports/model.ts";
import { callEndpoint, type Limits } from "./call-endpoint.ts";
import { checkEndpoint, type Endpoint, type ModelApi, shownUrl } from "./endpoint.ts";
import type { GatheredAnswer } from "./gather-answer.ts";
import { listModels } from "./list-models.ts";
import { cancelled, type Failure } from "./model-error.ts";
import type { Price } from "./price-table.ts";
import { costOf, priceOf, worstCaseCost } from "./prices.ts";
import { type Quirks, quirksAfterRefusal, quirksFor } from "./quirks.ts";
import { readUsage } from "./read-usage.ts";

export interface OpenAiOptions extends Omit<Endpoint, "api"> {
  /** Chat Completions unless said otherwise. */
  api?: ModelApi;
  /** The operator's own price, in the place of the table's. */
  price?: Price | null;
  /** Longest silence of a stream. A server that does not stream is silent until its answer is whole. */
  idleTimeoutMs?: number;
  /** Longest time for one call, tries and pauses included. */
  requestTimeoutMs?: number;
  /** How often the transport tries again. */
  maxRetries?: number;
  /** First pause before a retry; it doubles. */
  retryDelayMs?: number;
  maxResponseBytes?: number;
  /** True when a script answers in the place of a model. */
  recorded?: boolean;
  /** What is known of this server beyond the table. */
  quirks?: Partial<Quirks>;
  newId?: () => string;
}

export interface OpenAiModel extends ModelClient {
  /** False when neither the table nor the operator has a price, so that costs read 0. */
  readonly priced: boolean;
  /** Names the endpoint offers. @throws as `complete` does. */
  listModels(signal: AbortSignal): Promise<string[]>;
}

/** Longer than this no server is waited for: the run should say so, not sit there. */
const LONGEST_PAUSE_MS = 60_000;

/** A model behind Chat Completions or the Responses API. @throws CONFIG_INVALID for a bad base URL. */
export function createOpenAiModel(options: OpenAiOptions): OpenAiModel {
  const { baseUrl, apiKey, model, api = "chat" } = options;
  const endpoint: Endpoint = { baseUrl, apiKey, model, api };
  checkEndpoint(endpoint);
  const limits: Limits = {
    idleTimeoutMs: options.idleTimeoutMs ?? 120_000,
    requestTimeoutMs: options.requestTimeoutMs ?? 600_000,
    maxResponseBytes: options.maxResponseBytes ?? 8 * 1024 * 1024,
  };
  const recorded = options.recorded ?? false;
  const price = options.price ?? (recorded ? null : priceOf(model));
  const retries = { most: options.maxRetries ?? 3, delayMs: options.retryDelayMs ?? 500 };
  let quirks: Quirks = { ...quirksFor(baseUrl, model, api), ...options.quirks };

  async function complete(request: ModelRequest): Promise<ModelAnswer> {
    const overall = AbortSignal.timeout(limits.requestTimeoutMs);
    const stopped = AbortSignal.any([request.signal, overall]);
    for (let retry = 0; ;) {
      if (request.signal.aborted) throw cancelled();
      const attempt = await callEndpoint({
        endpoint,
        quirks,
        limits,
        request,
        overall,
        newId: options.newId ?? (() => `call_${randomUUID()}`),
      });
      if (attempt.kind === "answered") return toAnswer(request, attempt.answer);
      const adapted = quirksAfterRefusal(quirks, attempt.refusedField ?? "");
      if (adapted !== null && attempt.error.code === "MODEL_REFUSED") {
        quirks = adapted;
        continue;
      }
      const pauseMs = pauseBefore(attempt, retry, retries);
      if (pauseMs === null) throw attempt.error;
      await pause(pauseMs, stopped);
      if (overall.aborted && !request.signal.aborted) throw attempt.error;
      retry += 1;
    }
  }

  function toAnswer(request: ModelRequest, answer: GatheredAnswer): ModelAnswer {
    if (answer.finishReason === "content_filter" || answer.refusal !== "") throw declined(endpoint, answer);
    const usage = readUsage(request, answer);
    const { text, toolCalls } = answer;
    const finishReason = answer.finishReason ?? (toolCalls.length > 0 ? "tool_calls" : "stop");
    return { text, toolCalls, finishReason, usage, cost: price === null ? 0 : costOf(usage, price) };
  }

  return {
    model,
    recorded,
    priced: price !== null,
    worstCaseCost: (prompt, answer) => (price === null ? 0 : worstCaseCost(prompt, answer, price)),
    complete,
    listModels: (signal) => listModels(endpoint, limits, signal),
  };
}

/** Null when the call is not to be tried again. */
function pauseBefore(
  failure: Failure,
  retry: number,
  retries: { most: number; delayMs: number },
): number | null {
  if (failure.retryAfterMs === null || retry >= retries.most) return null;
  if (failure.retryAfterMs > LONGEST_PAUSE_MS) return null;
  const backoff = retries.delayMs * 2 ** retry * (0.75 + Math.random() / 2);
  return Math.min(LONGEST_PAUSE_MS, Math.max(failure.retryAfterMs, backoff));
}

async function pause(milliseconds: number, stopped: AbortSignal): Promise<void> {
  try {
    await sleep(milliseconds, undefined, { signal: stopped });
  } catch (error) {
    if (!stopped.aborted) throw error;
  }
}

function declined(endpoint: Endpoint, answer: GatheredAnswer): AvatarError {
  const said = answer.refusal.replaceAll(/\s+/g, " ").trim().slice(0, 400);
  const who = answer.refusal === "" ? "The provider's content filter" : "The model";
  return new AvatarError("MODEL_REFUSED", {
    message: `${who} declined to answer (${endpoint.model} at ${shownUrl(endpoint.baseUrl)})${said === "" ? "." : `: ${said}`}`,
    advice: "Look at the issue's text, or set AVATAR_MODEL to another model.",
  });
}
