import { request as requestPlain } from "node:http";
import { type IncomingMessage, type RequestOptions } from "node:http";
import { request as requestSecure } from "node:https";

export interface HttpQuestion {
  method: "GET" | "POST";
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string | null;
  signal: AbortSignal;
}

/** The head of an answer, and its body as it comes in. */
export interface HttpAnswer {
  status: number;
  /** Lower-case names. */
  headers: Readonly<Record<string, string>>;
  body: AsyncIterable<Uint8Array>;
}

/**
 * One HTTP exchange by Node's own client. `fetch` would do, but its web streams cost more time for each answer than
 * everything else a turn does, and a tenth of a second to load. Redirects are not followed: the key is for one host.
 */
export async function askHttp({ method, url, headers, body, signal }: HttpQuestion): Promise<HttpAnswer> {
  const target = new URL(url);
  const start = target.protocol === "https:" ? requestSecure : requestPlain;
  const options: RequestOptions = { method, headers: { ...headers }, signal };
  if (body !== null) options.headers = { ...headers, "content-length": String(Buffer.byteLength(body)) };
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const outgoing = start(target, options, resolve);
    // Kept for the whole exchange: a connection that breaks later says so here too, and unheard it would end the process.
    outgoing.on("error", reject);
    outgoing.end(body ?? undefined);
  });
  const known = Object.entries(answer.headers).map(([name, value]) => [name, [value].flat().join(", ")]);
  return { status: answer.statusCode ?? 0, headers: Object.fromEntries(known), body: answer };
}

export async function readText(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}
