import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface GitHttpServer {
  url: string;
  /** Every `authorization` header that came, in order. */
  seen: string[];
  close(): void;
}

/** `git http-backend` over bare repositories in `root`, for who knows the token. */
export async function serveGit(
  root: string,
  token: string,
  onRequest: () => void = () => {},
): Promise<GitHttpServer> {
  const wanted = `Basic ${Buffer.from(`x-access-token:${token}`).toString("base64")}`;
  const seen: string[] = [];
  const server = createServer((request, response) => {
    onRequest();
    const given = request.headers.authorization;
    if (given !== undefined) seen.push(given);
    if (given === wanted) return passOn(root, request, response);
    response.writeHead(401, { "www-authenticate": 'Basic realm="git"' }).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function passOn(root: string, request: IncomingMessage, response: ServerResponse): void {
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://host");
  const header = (name: string): string => String(request.headers[name] ?? "");
  const env = {
    PATH: process.env["PATH"] ?? "",
    GIT_PROJECT_ROOT: root,
    GIT_HTTP_EXPORT_ALL: "1",
    PATH_INFO: decodeURIComponent(pathname),
    QUERY_STRING: searchParams.toString(),
    REQUEST_METHOD: request.method ?? "GET",
    CONTENT_TYPE: header("content-type"),
    HTTP_CONTENT_ENCODING: header("content-encoding"),
    GIT_PROTOCOL: header("git-protocol"),
    REMOTE_USER: "someone",
    GIT_CONFIG_COUNT: "1",
    GIT_CONFIG_KEY_0: "safe.directory",
    GIT_CONFIG_VALUE_0: "*",
  };
  const backend = spawn("git", ["http-backend"], { env });
  request.pipe(backend.stdin);
  const chunks: Buffer[] = [];
  backend.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
  backend.on("close", () => {
    const output = Buffer.concat(chunks);
    const end = output.indexOf("\r\n\r\n");
    const lines = output.subarray(0, end).toString("latin1").split("\r\n");
    const headers = lines.map((line) => line.split(/: (.*)/s).slice(0, 2));
    const status = headers.find(([name]) => name === "Status")?.[1];
    response.writeHead(
      Number(status?.slice(0, 3) ?? 200),
      Object.fromEntries(headers) as Record<string, string>,
    );
    response.end(output.subarray(end + 4));
  });
}
