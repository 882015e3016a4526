import type { ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { RenderedAnswer } from "./rendered-answer.ts";
import type { Fault } from "./script.ts";

/** Sends an answer, whole or streamed, with the step's fault if there is one. */
export async function sendAnswer(
  response: ServerResponse,
  answer: RenderedAnswer,
  { stream, fault }: { stream: boolean; fault: Fault | undefined },
): Promise<void> {
  if (fault !== undefined && sendNoAnswer(response, fault)) return;
  if (fault?.kind === "reset" || fault?.kind === "truncate") {
    await sendPart(response, answer, fault);
    return;
  }
  if (!stream || fault?.kind === "no-stream") {
    response.writeHead(200, { "content-type": "application/json" }).end(answer.whole);
    return;
  }
  await sendChunks(response, [...answer.chunks, answer.closing], fault?.kind === "slow" ? fault.delayMs : 0);
  response.end();
}

/** The faults that leave nothing of the answer. */
function sendNoAnswer(response: ServerResponse, fault: Fault): boolean {
  if (fault.kind === "hang") return true;
  if (fault.kind === "status") sendFault(response, fault);
  else if (fault.kind === "garbage") {
    response.writeHead(200, { "content-type": fault.contentType }).end(fault.body);
  } else return false;
  return true;
}

async function sendPart(
  response: ServerResponse,
  answer: RenderedAnswer,
  fault: Extract<Fault, { kind: "reset" | "truncate" }>,
): Promise<void> {
  await sendChunks(response, answer.chunks.slice(0, fault.afterChunks), 0);
  if (fault.kind === "reset") response.destroy();
  else {
    beginStream(response);
    response.end();
  }
}

/** An error in the form OpenAI gives it. */
export function sendError(
  response: ServerResponse,
  status: number,
  error: { message: string; type: string; code: string | null; param?: string | null },
): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify({ error }));
}

function sendFault(response: ServerResponse, fault: Extract<Fault, { kind: "status" }>): void {
  if (fault.retryAfter !== undefined) response.setHeader("retry-after", fault.retryAfter);
  const { message, code, param } = fault;
  sendError(response, fault.status, { message, type: "scripted_fault", code, param });
}

function beginStream(response: ServerResponse): void {
  if (response.headersSent) return;
  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache" });
}

async function sendChunks(
  response: ServerResponse,
  chunks: readonly string[],
  delayMs: number,
): Promise<void> {
  for (const chunk of chunks) {
    if (delayMs > 0) await sleep(delayMs);
    if (response.destroyed) return;
    beginStream(response);
    await new Promise<void>((sent) => {
      response.write(chunk, () => sent());
    });
  }
}
