import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type ApplicationFunction, type Logger, Probot } from "probot";
import { AvatarError } from "../domain/errors.ts";
import { createLog } from "./create-log.ts";
import { answerHealth, type Health } from "./health.ts";
import { limitedBody } from "./limited-body.ts";

const WEBHOOK_PATH = "/api/github/webhooks";

// An issue and a comment of the greatest length GitHub takes, each character escaped, make well under 1 MB.
const MAX_BODY_BYTES = 5 * 1024 * 1024;
const REQUEST_TIMEOUT_MS = 30_000;

export interface ServerOptions {
  appId: number;
  /** PEM text. */
  privateKey: string;
  /** What GitHub signs deliveries with. */
  secret: string;
  host: string;
  /** 0 takes any free port. */
  port: number;
  /** REST root of a GitHub Enterprise Server; null for github.com. */
  baseUrl: string | null;
  logLevel: string;
  app: ApplicationFunction;
  health: () => Promise<Health>;
}

export interface RunningServer {
  /** Where it listens, without a slash at the end. */
  url: string;
  /** Takes no new requests, and resolves when those under way have been answered. */
  stop(): Promise<void>;
}

type Answer = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/**
 * Serves the App's webhooks and its health. Nothing is read from the environment, and no request is logged with
 * its body.
 * @throws CONFIG_INVALID when there is no secret or the port is taken.
 */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  refuseEmptySecret(options.secret);
  const log = createLog(options.logLevel);
  const webhooks = await webhookHandler(options, log);
  const answer: Answer = async (request, response) => {
    const path = (request.url ?? "").split("?", 1)[0];
    if (path === WEBHOOK_PATH) return webhooks(request, response);
    if (path === "/healthz" && request.method === "GET") return answerHealth(response, options.health);
    response.writeHead(404).end();
  };
  const server = createServer((request, response) => {
    // Once stopping, a connection that is kept alive would hold the stop up for seconds.
    response.once("close", () => {
      if (!server.listening) server.closeIdleConnections();
    });
    answer(request, response).catch((error: unknown) => {
      log.error({ err: error }, "a request failed");
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  });
  server.requestTimeout = REQUEST_TIMEOUT_MS;
  await listen(server, options);
  const { address, port, family } = server.address() as AddressInfo;
  const url = `http://${family === "IPv6" ? `[${address}]` : address}:${port}`;
  log.info({ url }, "listening");
  return { url, stop: () => close(server) };
}

async function webhookHandler(options: ServerOptions, log: Logger): Promise<Answer> {
  const { appId, privateKey, secret, baseUrl, app } = options;
  const probot = new Probot({ appId, privateKey, secret, log, ...(baseUrl === null ? {} : { baseUrl }) });
  await probot.load(app);
  const handle = await probot.getNodeMiddleware({ path: WEBHOOK_PATH });
  return async (request, response) => {
    const body = await limitedBody(request, MAX_BODY_BYTES);
    if (body === null) {
      log.warn("a delivery is too large");
      response.writeHead(413, { connection: "close" }).end();
      return;
    }
    request.body = body;
    await handle(request, response);
  };
}

// Without a secret probot would take a well-known one, and anybody could send commands.
function refuseEmptySecret(secret: string): void {
  if (secret.trim() !== "") return;
  throw new AvatarError("CONFIG_INVALID", {
    message: "There is no webhook secret.",
    advice: "Set WEBHOOK_SECRET to the secret in the settings of the GitHub App.",
  });
}

function listen(server: Server, { host, port }: ServerOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error) => {
      const isTaken = "code" in error && error.code === "EADDRINUSE";
      const message = isTaken ? `Port ${port} is taken.` : `Cannot listen on ${host}, port ${port}.`;
      const advice = "Stop what uses it, or set HOST and PORT to an address that is free.";
      reject(new AvatarError("CONFIG_INVALID", { message, advice, cause: error }));
    });
    server.listen({ host, port }, resolve);
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.close((error) => (error === undefined ? resolve() : reject(error)));
    server.closeIdleConnections();
  });
}
