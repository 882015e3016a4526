import { APIConnectionError, APIConnectionTimeoutError, APIError } from "openai/core/error";
import { isNativeError } from "node:util/types";
import type { Endpoint } from "./endpoint.ts";
import type { Watch } from "./watchdog.ts";

// The library's client class brings every resource of the API along, 230 modules and 30 MB, and would look into the
// environment, log and retry. Its errors, types and stream reader are all that is needed of it.

export interface Message {
  method: "GET" | "POST";
  /** Behind the base URL, with its slash. */
  path: string;
  body?: object;
}

/**
 * One HTTP exchange with the endpoint.
 * @throws APIError with what the server said when it refuses, APIConnectionError when there was no answer.
 */
export async function exchange(endpoint: Endpoint, watch: Watch, message: Message): Promise<Response> {
  const { baseUrl, apiKey } = endpoint;
  const response = await send(watch, baseUrl.replace(/\/+$/, "") + message.path, {
    method: message.method,
    headers: {
      accept: "application/json",
      ...(apiKey === null ? {} : { authorization: `Bearer ${apiKey}` }),
      ...(message.body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(message.body === undefined ? {} : { body: JSON.stringify(message.body) }),
    signal: watch.signal,
  });
  if (response.ok) return response;
  const text = await response.text();
  const said = parse(text);
  throw APIError.generate(response.status, said, said === undefined ? text : undefined, response.headers);
}

async function send(watch: Watch, url: string, init: RequestInit): Promise<Response> {
  try {
    return await watch.fetch(url, init);
  } catch (error) {
    if (watch.signal.aborted || !isNativeError(error)) throw error;
    const cause = isNativeError(error.cause) ? error.cause : error;
    if (!/timed? ?out/i.test(`${error.message} ${cause.message}`)) throw new APIConnectionError({ cause });
    throw Object.assign(new APIConnectionTimeoutError(), { cause });
  }
}

function parse(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
