import { createServer } from "node:http";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { send } from "./exchange.ts";
import type { Exchange } from "./exchange.ts";
import { parseGitRequest, serveGit } from "./git-http.ts";
import { serveRest } from "./rest/serve-rest.ts";
import { serveView } from "./view/serve-view.ts";
import type { World } from "./world.ts";

// the first segments of API paths; owners cannot have these names
const API_ROOTS = new Set(
  "app apps app-manifests graphql installation meta orgs rate_limit repos search user users".split(" "),
);

/** The path below the API's prefix, or null when the request is for a page. */
function apiPathOf({ pathname }: URL, accept: string): string | null {
  if (pathname === "/api/v3") return "/";
  if (pathname.startsWith("/api/")) return pathname.replace(/^\/api\/(?:v3\/)?/u, "/");
  if (accept.includes("text/html")) return null;
  if (pathname === "/") return accept.includes("json") ? "/" : null;
  return API_ROOTS.has(pathname.split("/")[1] ?? "") ? pathname : null;
}

async function serve(world: World, exchange: Exchange): Promise<void> {
  const { request, response, url } = exchange;
  response.setHeader("server", "forge");
  const wanted = parseGitRequest(url);
  if (wanted !== null) {
    await serveGit(world, exchange, wanted);
    return;
  }
  const path = apiPathOf(url, request.headers.accept ?? "");
  await (path === null ? serveView(world, exchange) : serveRest(world, exchange, path));
}

export interface Listener {
  server: Server;
  url: string;
}

/** Listens on loopback only. The world is known once the port is. */
export async function listen(port: number, worldOf: () => World): Promise<Listener> {
  let origin = "";
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const exchange = { request, response, url: new URL(request.url ?? "/", origin) };
    serve(worldOf(), exchange).catch((error: unknown) => fail(response, error));
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { server, url: origin };
}

function fail(response: ServerResponse, error: unknown): void {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`forge: ${text}\n`);
  if (response.headersSent) response.destroy();
  else
    send(response, 500, {
      type: "application/json; charset=utf-8",
      body: JSON.stringify({ message: "Server Error" }),
    });
}
