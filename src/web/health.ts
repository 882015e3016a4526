import type { ServerResponse } from "node:http";

/** How the store is. `problem` says in one sentence what is wrong. */
export interface Health {
  ok: boolean;
  engine: string;
  problem: string | null;
}

/** Answers a health check: 200 when commands can be stored, 503 when not. */
export async function answerHealth(response: ServerResponse, health: () => Promise<Health>): Promise<void> {
  const { ok, engine, problem } = await health();
  const body = JSON.stringify({ ok, store: { engine, problem } });
  response.writeHead(ok ? 200 : 503, { "content-type": "application/json", "cache-control": "no-store" });
  response.end(body);
}
