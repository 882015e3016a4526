import { APIConnectionError, APIConnectionTimeoutError, APIError } from "openai/core/error";
import { isNativeError } from "node:util/types";
import type { Endpoint } from "./endpoint.ts";
import { askHttp, type HttpAnswer, type HttpQuestion, readText } from "./http-answer.ts";
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
 * One HTTP exchange with the endpoint, its body under watch.
 * @throws APIError with what the server said when it refuses, APIConnectionError when there was no answer.
 */
export async function exchange(endpoint: Endpoint, watch: Watch, message: Message): Promise<HttpAnswer> {
  const { baseUrl, apiKey } = endpoint;
  const answer = await send({
    method: message.method,
    url: baseUrl.replace(/\/+$/, "") + message.path,
    headers: {
      accept: "application/json",
      ...(apiKey === null ? {} : { authorization: `Bearer ${apiKey}` }),
      ...(message.body === undefined ? {} : { "content-type": "application/json" }),
    },
    body: message.body === undefined ? null : JSON.stringify(message.body),
    signal: watch.signal,
  });
  const watched = { ...answer, body: watch.guard(answer.body) };
  if (answer.status >= 200 && answer.status < 300) return watched;
  const text = await readText(watched.body);
  const said = parse(text);
  const headers = new Headers({ ...answer.headers });
  throw APIError.generate(answer.status, said, said === undefined ? text : undefined, headers);
}

async function send(question: HttpQuestion): Promise<HttpAnswer> {
  try {
    return await askHttp(question);
  } catch (error) {
    if (question.signal.aborted || !isNativeError(error)) throw error;
    if (!/timed? ?out/i.test(error.message)) throw new APIConnectionError({ cause: error });
    throw Object.assign(new APIConnectionTimeoutError(), { cause: error });
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
