import type { IncomingMessage, ServerResponse } from "node:http";

/** One HTTP request being answered. */
export interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  url: URL;
}

const LARGEST_BODY = 25 * 1024 * 1024;

export async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > LARGEST_BODY) throw new Error("request body too large");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

export function send(
  response: ServerResponse,
  status: number,
  content: { type: string; body: string | Buffer },
): void {
  response.writeHead(status, {
    "content-type": content.type,
    "content-length": Buffer.byteLength(content.body),
  });
  response.end(content.body);
}
