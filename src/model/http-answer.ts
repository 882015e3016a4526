import type { IncomingMessage, RequestOptions } from "node:http";

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
  // Imported, `node:http` brings Node's whole fetch along for the sake of one name; asked for like this it is a tenth of that.
  const { request: start } = process.getBuiltinModule(
    target.protocol === "https:" ? "node:https" : "node:http",
  );
  const bytes = body === null ? null : Buffer.from(body);
  const length = bytes === null ? {} : { "content-length": String(bytes.byteLength) };
  const options: RequestOptions = { method, headers: { ...headers, ...length }, signal };
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const outgoing = start(target, options, resolve);
    // Kept for the whole exchange: a connection that breaks later says so here too, and unheard it would end the process.
    outgoing.on("error", reject);
    outgoing.end(bytes ?? undefined);
  });
  const known = Object.entries(answer.headers).map(([name, value]) => [name, [value].flat().join(", ")]);
  return { status: answer.statusCode ?? 0, headers: Object.fromEntries(known), body: bodyOf(answer) };
}

/** How long a server may take to end an answer that said it is complete. */
const LEFTOVER_MS = 2_000;

/** The body. Who stops reading before its end leaves the rest to be read off, so that the connection serves the next call too. */
async function* bodyOf(answer: IncomingMessage): AsyncGenerator<Uint8Array> {
  try {
    yield* answer.iterator({ destroyOnReturn: false });
  } finally {
    if (!answer.readableEnded && !answer.destroyed) {
      const timer = setTimeout(() => answer.destroy(), LEFTOVER_MS).unref();
      // A connection that breaks now takes nothing from anybody.
      answer.on("error", () => undefined);
      answer.once("close", () => clearTimeout(timer)).resume();
    }
  }
}

export async function readText(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}
