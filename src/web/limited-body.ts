import type { IncomingMessage } from "node:http";

/** The body of a request as text, or null when it is longer than `limit` bytes; what is too long is not kept. */
export async function limitedBody(request: IncomingMessage, limit: number): Promise<string | null> {
  const announced = Number(request.headers["content-length"] ?? 0);
  if (announced > limit) return null;
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > limit) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
