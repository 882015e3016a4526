import { APIConnectionError, APIConnectionTimeoutError, APIError } from "openai/core/error";
import { isNativeError } from "node:util/types";
import { AvatarError } from "../domain/errors.ts";
import { type Endpoint, PATHS, shownUrl } from "./endpoint.ts";
import { readRefusal, type Refusal } from "./read-refusal.ts";
import { meaningOf } from "./refusal-meaning.ts";

/** A call that brought no answer, and what may be done about it. */
export interface Failure {
  kind: "failed";
  error: AvatarError;
  /** Milliseconds the server asks to wait, 0 when it said nothing, null when trying again is no use. */
  retryAfterMs: number | null;
  /** The request's field the server will not take, null when it named none. */
  refusedField: string | null;
}

/** How the call stood when it failed. */
export interface CallState {
  cancelled: boolean;
  /** Which of our own clocks ran out. */
  expired: "idle" | "overall" | null;
  /** Whether a part of the answer had come: then it is not asked for again. */
  hasContent: boolean;
}

const CHECK_URL = "Check OPENAI_BASE_URL and that the server runs; `avatar doctor` asks it for you.";

/**
 * What a failed call means to a person, and whether the transport may try once more.
 * @throws the error itself when it comes from neither the server nor the network: that is a bug.
 */
export function explainFailure(error: unknown, endpoint: Endpoint, state: CallState): Failure {
  const ours = ownClock(endpoint, state);
  if (ours !== null) return ours;
  if (error instanceof AvatarError) return failed(error, null);
  if (error instanceof SyntaxError) {
    return failed(garbage(endpoint, "sent an event that is no JSON", error), null);
  }
  if (error instanceof APIConnectionTimeoutError) {
    return failed(timedOut(endpoint, "The connection timed out.", scrubbed(error, endpoint)), 0);
  }
  if (error instanceof APIConnectionError || isNetworkError(error))
    return lostConnection(error, endpoint, state);
  if (error instanceof APIError) return refused(readRefusal(error), error, endpoint, state);
  throw error;
}

export function failed(
  error: AvatarError,
  retryAfterMs: number | null,
  refusedField: string | null = null,
): Failure {
  return { kind: "failed", error, retryAfterMs, refusedField };
}

export function garbage(endpoint: Endpoint, what: string, cause?: Error): AvatarError {
  return new AvatarError("MODEL_GARBAGE", {
    message: `The model endpoint ${shownUrl(endpoint.baseUrl)} ${what}.`,
    advice: `Check that OPENAI_BASE_URL is the address in front of ${PATHS[endpoint.api]} and that AVATAR_MODEL names a chat model with tool calls.`,
    ...(cause === undefined ? {} : { cause: scrubbed(cause, endpoint) }),
  });
}

/** A stream that ended before the answer did. */
export function brokenOff(endpoint: Endpoint, state: CallState, cause?: Error): Failure {
  const what = state.hasContent
    ? "broke off in the middle of an answer"
    : "closed the connection without an answer";
  return failed(
    new AvatarError("MODEL_UNREACHABLE", {
      message: `The model endpoint ${shownUrl(endpoint.baseUrl)} ${what}.`,
      advice: CHECK_URL,
      ...(cause === undefined ? {} : { cause }),
    }),
    state.hasContent ? null : 0,
  );
}

export function cancelled(): AvatarError {
  return new AvatarError("CANCELLED", {
    message: "The call of the model was stopped.",
    advice: "Nothing to do: the run was stopped or its worker is closing.",
  });
}

function ownClock(endpoint: Endpoint, state: CallState): Failure | null {
  if (state.cancelled) return failed(cancelled(), null);
  switch (state.expired) {
    case "overall":
      return failed(timedOut(endpoint, "The time for one call of the model ran out."), null);
    case "idle":
      return failed(timedOut(endpoint, "The model sent nothing for too long."), state.hasContent ? null : 0);
    case null:
      return null;
  }
}

function timedOut(endpoint: Endpoint, what: string, cause?: Error): AvatarError {
  return new AvatarError("MODEL_TIMEOUT", {
    message: `${what} (${endpoint.model} at ${shownUrl(endpoint.baseUrl)})`,
    advice: "Try again, choose a faster AVATAR_MODEL, or check that OPENAI_BASE_URL is up to the load.",
    ...(cause === undefined ? {} : { cause }),
  });
}

function lostConnection(error: Error, endpoint: Endpoint, state: CallState): Failure {
  if (state.hasContent) return brokenOff(endpoint, state, scrubbed(error, endpoint));
  const reason = networkCode(error);
  return failed(
    new AvatarError("MODEL_UNREACHABLE", {
      message: `No connection to the model endpoint ${shownUrl(endpoint.baseUrl)}${reason === null ? "" : ` (${reason})`}.`,
      advice: CHECK_URL,
      cause: scrubbed(error, endpoint),
    }),
    0,
  );
}

function refused(refusal: Refusal, error: Error, endpoint: Endpoint, state: CallState): Failure {
  const meaning = meaningOf(refusal, endpoint);
  const status = refusal.status === null ? "" : ` (${refusal.status})`;
  const said = withoutKey(refusal.message, endpoint.apiKey);
  const verb = meaning.code === "MODEL_UNREACHABLE" ? "failed" : "refused the call";
  const avatarError = new AvatarError(meaning.code, {
    message: `The model endpoint ${shownUrl(endpoint.baseUrl)} ${verb}${status}${said === "" ? "" : `: ${said}`}`,
    advice: meaning.advice,
    cause: scrubbed(error, endpoint),
  });
  const mayRetry = meaning.retry && refusal.retryable && !state.hasContent;
  return failed(avatarError, mayRetry ? refusal.retryAfterMs : null, refusal.field);
}

const NETWORK = /^(UND_ERR_|E[A-Z]+$|ERR_SSL|ERR_TLS|CERT_|SELF_SIGNED|DEPTH_ZERO|UNABLE_TO)/;

function networkCode(error: unknown): string | null {
  for (let at = error; isNativeError(at); at = at.cause) {
    if ("code" in at && typeof at.code === "string" && NETWORK.test(at.code)) return at.code;
  }
  return null;
}

/** undici's `TypeError: terminated` and its like carry the socket's code in their cause. */
function isNetworkError(error: unknown): error is Error {
  return isNativeError(error) && !(error instanceof APIError) && networkCode(error) !== null;
}

/** The cause as kept: name and text without the key, and none of the request's headers. */
function scrubbed(error: Error, endpoint: Endpoint): Error {
  const kept = new Error(withoutKey(error.message, endpoint.apiKey));
  kept.name = error.constructor.name;
  return kept;
}

function withoutKey(text: string, apiKey: string | null): string {
  const shown = apiKey === null || apiKey === "" ? text : text.replaceAll(apiKey, "[key]");
  return shown.replace(/\b(sk|pk|key)-[\w-]{12,}/g, "[key]");
}
