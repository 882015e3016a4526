import type { z } from "zod";

/** What stood in the way of one request, and so what may be tried next. */
export type Trouble =
  /** Not done; GitHub says when to come back. */
  | { kind: "told to wait"; ms: number }
  /** Not done; a token can be revoked, expired or too new to be known everywhere. */
  | { kind: "token not taken" }
  /** Done or not done, nobody knows. */
  | { kind: "outcome unknown" }
  /** Not done, and trying again will not help. */
  | { kind: "refused" };

export interface RefusedAnswer {
  status: number;
  headers: Readonly<Record<string, unknown>>;
  data: unknown;
}

/** GitHub answered something that is not the form it documents: it may have been cut off on the way. */
class GarbledAnswer extends Error {
  override readonly name = "GarbledAnswer";
}

/** The fields of an answer that are used; the rest of it may be anything. */
export function parseAnswer<T>(schema: z.ZodType<T>, data: unknown): T {
  const parsed = schema.safeParse(data);
  if (parsed.success) return parsed.data;
  throw new GarbledAnswer("GitHub's answer lacks what it should hold.", { cause: parsed.error });
}

const SECONDARY_WAIT_MS = 60_000;

export function readTrouble(error: unknown, now: () => number = Date.now): Trouble {
  if (error instanceof GarbledAnswer) return { kind: "outcome unknown" };
  const answer = refusedAnswer(error);
  if (answer === null) return isTransport(error) ? { kind: "outcome unknown" } : { kind: "refused" };
  if (answer.status === 401) return { kind: "token not taken" };
  if (answer.status === 403 || answer.status === 429) {
    const ms = waitAsked(answer, now());
    return ms === null ? { kind: "refused" } : { kind: "told to wait", ms };
  }
  return answer.status >= 500 || answer.status === 408 ? { kind: "outcome unknown" } : { kind: "refused" };
}

/** The answer behind an Octokit error; null when no answer came. */
export function refusedAnswer(error: unknown): RefusedAnswer | null {
  if (!(error instanceof Error) || !("response" in error) || !isObject(error.response)) return null;
  const { status, headers, data } = error.response;
  if (typeof status !== "number") return null;
  return { status, headers: isObject(headers) ? headers : {}, data };
}

// Octokit reports a broken connection as status 500 without an answer
function isTransport(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return "status" in error || error.name === "TimeoutError" || error.name === "AbortError";
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

/** Milliseconds to wait; null for a refusal that has nothing to do with a limit. */
function waitAsked({ status, headers, data }: RefusedAnswer, now: number): number | null {
  const after = seconds(headers["retry-after"]);
  if (after !== null) return after * 1000;
  const reset = seconds(headers["x-ratelimit-reset"]);
  if (headers["x-ratelimit-remaining"] === "0" && reset !== null) return Math.max(1000, reset * 1000 - now);
  const page = isObject(data) ? data["documentation_url"] : null;
  const isLimit = typeof page === "string" && page.includes("rate-limit");
  return status === 429 || isLimit ? SECONDARY_WAIT_MS : null;
}

function seconds(value: unknown): number | null {
  return typeof value === "string" && /^\d+$/u.test(value) ? Number(value) : null;
}
