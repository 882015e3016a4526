import type { OpenAI } from "openai";
import { APIError } from "openai/core/error";
import { Stream } from "openai/core/streaming";
import type { ModelRequest } from "../domain/ports/model.ts";
import { type Endpoint, PATHS } from "./endpoint.ts";
import { exchange } from "./exchange.ts";
import type { GatheredAnswer } from "./gather-answer.ts";
import { type HttpAnswer, readText } from "./http-answer.ts";
import { brokenOff, type CallState, explainFailure, type Failure, failed, garbage } from "./model-error.ts";
import type { Quirks } from "./quirks.ts";
import { type Watch, watchCall } from "./watchdog.ts";
import { type Gatherer, WIRES } from "./wire.ts";

export interface Limits {
  idleTimeoutMs: number;
  /** For the whole of a call, tries and pauses included. */
  requestTimeoutMs: number;
  maxResponseBytes: number;
}

export interface Call {
  endpoint: Endpoint;
  quirks: Quirks;
  limits: Limits;
  request: ModelRequest;
  overall: AbortSignal;
  newId: () => string;
}

type Attempt = { kind: "answered"; answer: GatheredAnswer } | Failure;

/** One HTTP exchange: the answer whole, or why there is none. */
export async function callEndpoint(call: Call): Promise<Attempt> {
  const { endpoint, limits, quirks, request } = call;
  const gatherer = WIRES[endpoint.api].gatherer();
  const watch = watchCall({
    cancelled: request.signal,
    overall: call.overall,
    idleTimeoutMs: quirks.stream ? limits.idleTimeoutMs : null,
    maxBytes: limits.maxResponseBytes,
    tooLarge: () => garbage(endpoint, `sent more than ${limits.maxResponseBytes} bytes for one answer`),
  });
  const state = (): CallState => ({
    cancelled: request.signal.aborted,
    expired: watch.expired,
    hasContent: gatherer.hasContent,
  });
  try {
    const problem = await receive(call, watch, gatherer);
    if (watch.signal.aborted) return explainFailure(watch.signal.reason, endpoint, state());
    if (problem !== null) return failed(garbage(endpoint, problem), null);
    if (!gatherer.isFinished && !watch.tail.includes("[DONE]")) return brokenOff(endpoint, state());
    if (!gatherer.hasChoice) return failed(garbage(endpoint, "sent no answer"), null);
    return { kind: "answered", answer: gatherer.finish(call.newId) };
  } catch (error) {
    return explainFailure(error, endpoint, state());
  } finally {
    watch.close();
  }
}

/** Sends the request and feeds the gatherer. Returns what was wrong with the answer's form, null when nothing. */
async function receive(call: Call, watch: Watch, gatherer: Gatherer): Promise<string | null> {
  const { endpoint, quirks, request } = call;
  const body = WIRES[endpoint.api].body(endpoint.model, request, quirks);
  const answer = await exchange(endpoint, watch, { method: "POST", path: PATHS[endpoint.api], body });
  if (/event-stream/i.test(answer.headers["content-type"] ?? "")) return receiveStream(answer, gatherer);
  const text = await readText(answer.body);
  // Some servers stream and forget to say so.
  if (/^(data|event|id)?:/.test(text)) return receiveStream({ ...answer, body: wholeOf(text) }, gatherer);
  return receiveWhole(text, gatherer);
}

/** Without it the library's reader would print what it cannot parse. */
const SILENT = { logLevel: "off" } as OpenAI;

async function receiveStream({ body }: HttpAnswer, gatherer: Gatherer): Promise<string | null> {
  // The reader asks nothing of a response but its body, and of that only that it can be iterated.
  const response = { body, headers: null } as unknown as Response;
  const stream = Stream.fromSSEResponse<unknown>(response, new AbortController(), SILENT);
  for await (const part of stream) {
    if (!gatherer.add(part)) return "sent an event that is no part of an answer";
  }
  return null;
}

async function* wholeOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

/** An answer in one piece, from a server that does not stream. */
function receiveWhole(text: string, gatherer: Gatherer): string | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return "answered with something that is no JSON";
  }
  if (typeof value === "object" && value !== null && "error" in value && value.error) {
    throw new APIError(undefined, value.error, undefined, undefined);
  }
  return gatherer.add(value) && gatherer.hasChoice ? null : "answered with JSON that is no answer";
}
