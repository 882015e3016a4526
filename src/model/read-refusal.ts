import type { APIError } from "openai/core/error";
import { z } from "zod";

/** What a server said when it gave no answer. */
export interface Refusal {
  status: number | null;
  code: string | null;
  /** One line, cut to a length a person reads. */
  message: string;
  /** The field of the request it will not take. */
  field: string | null;
  /** 0 when the server named no time. */
  retryAfterMs: number;
  /** False when the server says that trying again is no use. */
  retryable: boolean;
}

const Body = z.object({
  message: z.unknown().optional(),
  detail: z.unknown().optional(),
  code: z.union([z.string(), z.number()]).nullish().catch(null),
  type: z.string().nullish().catch(null),
  param: z.string().nullish().catch(null),
});

const LONGEST = 400;

/** Reads the several shapes in which servers refuse, also inside a stream that began with status 200. */
export function readRefusal(error: APIError): Refusal {
  const body = Body.safeParse(error.error).data ?? { message: undefined, detail: undefined };
  const status = error.status ?? statusOf(body.code ?? null, body.type ?? null);
  const message = oneLine(textOf(body.message ?? body.detail) ?? withoutStatus(error.message));
  return {
    status,
    code: typeof body.code === "string" ? body.code : (body.type ?? null),
    message,
    field: body.param ?? fieldIn(message),
    retryAfterMs: retryAfter(error.headers),
    retryable: error.headers?.get("x-should-retry") !== "false",
  };
}

/** In a stream the status line has gone already; the error's code or type stands in for it. */
function statusOf(code: string | number | null, type: string | null): number | null {
  const number = Number(code);
  if (Number.isInteger(number) && number >= 400 && number < 600) return number;
  const kind = `${code ?? ""} ${type ?? ""}`;
  if (/rate_limit/.test(kind)) return 429;
  if (/invalid_request|invalid_prompt|context_length|content_filter|_policy/.test(kind)) return 400;
  if (/authentication|invalid_api_key/.test(kind)) return 401;
  return null;
}

/** Servers that name no `param` name the field in their text; only fields that avatar can leave out count. */
function fieldIn(message: string): string | null {
  const fields = ["max_completion_tokens", "max_output_tokens", "max_tokens", "stream_options"];
  return fields.find((field) => new RegExp(`\\b${field}\\b`).test(message)) ?? null;
}

function textOf(value: unknown): string | null {
  if (typeof value === "string") return value;
  return value === undefined || value === null ? null : JSON.stringify(value);
}

function withoutStatus(message: string): string {
  return message.replace(/^\d{3} (status code \(no body\))?/, "");
}

function oneLine(text: string): string {
  const line = text.replaceAll(/[\s\p{Cc}]+/gu, " ").trim();
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line;
}

function retryAfter(headers: Headers | undefined): number {
  const milliseconds = Number(headers?.get("retry-after-ms") ?? Number.NaN);
  if (milliseconds >= 0) return milliseconds;
  const said = headers?.get("retry-after");
  if (!said) return 0;
  const seconds = Number(said);
  if (seconds >= 0) return seconds * 1000;
  const until = Date.parse(said) - Date.now();
  return until > 0 ? until : 0;
}
