import { lookup } from "node:dns/promises";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type IncomingMessage } from "node:http";
import { connect, isIP } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Duplex } from "node:stream";
import { isPublicAddress } from "./public-address.ts";

interface AskedHost {
  host: string;
  allowed: boolean;
}

export interface RegistryProxy {
  /** Unix socket to show inside the sandbox. */
  readonly socket: string;
  /** Every host asked for so far, each once, in the order they came. */
  hosts(): AskedHost[];
  close(): Promise<void>;
}

export interface RegistryProxyOptions {
  allowedHosts: readonly string[];
  /** How names become addresses, and which of these may be reached: the system's and the public ones, but for tests. */
  resolve?: (host: string) => Promise<string[]>;
  isReachable?: (address: string) => boolean;
  port?: number;
}

/**
 * A CONNECT proxy on a unix socket that reaches allow-listed hosts only, by TLS only. A name is resolved here, once,
 * and the checked address is the one connected to: it cannot be public when asked and private when used.
 */
export async function startRegistryProxy(options: RegistryProxyOptions): Promise<RegistryProxy> {
  const asked = new Map<string, boolean>();
  const open = new Set<Duplex>();
  const server = createServer((_request, response) => {
    response.writeHead(405, { connection: "close" }).end("Only CONNECT is served.\n");
  });
  server.on("connection", (socket: Duplex) => track(open, socket));
  server.on("connect", (request: IncomingMessage, client: Duplex, head: Buffer) => {
    client.on("error", () => client.destroy());
    const target = parseTarget(request.url ?? "");
    void reachable(target, options).then((address) => {
      if (target !== null) asked.set(target.host, address !== null && asked.get(target.host) !== false);
      if (address === null || target === null) return refuse(client);
      return tunnel({ client, head, address, port: target.port, open });
    });
  });

  const dir = await mkdtemp(path.join(tmpdir(), "avatar-proxy-"));
  server.listen(path.join(dir, "s"));
  await once(server, "listening");
  return {
    socket: path.join(dir, "s"),
    hosts: () => [...asked].map(([host, allowed]) => ({ host, allowed })),
    async close() {
      open.forEach((socket) => socket.destroy());
      await new Promise((closed) => server.close(closed));
      await rm(dir, { recursive: true, force: true });
    },
  };
}

interface Target {
  host: string;
  port: number;
}

function parseTarget(authority: string): Target | null {
  const [, host, port] = /^(\[[^\]]+\]|[^:@/]+):(\d{1,5})$/.exec(authority) ?? [];
  return host === undefined ? null : { host: host.toLowerCase().replace(/\.$/, ""), port: Number(port) };
}

/** Exact names, and `*.name` for its subdomains. An address is never listed. */
function isListed(host: string, allowedHosts: readonly string[]): boolean {
  if (host.startsWith("[") || isIP(host) !== 0) return false;
  return allowedHosts.some((allowed) =>
    allowed.startsWith("*.") ? host.endsWith(allowed.slice(1)) : host === allowed,
  );
}

async function reachable(target: Target | null, options: RegistryProxyOptions): Promise<string | null> {
  const { allowedHosts, resolve = resolveName, isReachable = isPublicAddress, port = 443 } = options;
  if (target === null || target.port !== port || !isListed(target.host, allowedHosts)) return null;
  try {
    const addresses = await resolve(target.host);
    return addresses.every(isReachable) ? (addresses[0] ?? null) : null;
  } catch {
    return null;
  }
}

async function resolveName(host: string): Promise<string[]> {
  const addresses = await lookup(host, { all: true });
  return addresses.map(({ address }) => address);
}

function refuse(client: Duplex): void {
  client.end(
    "HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\nThis host is not on the list of registries.\n",
  );
}

interface Tunnel {
  client: Duplex;
  head: Buffer;
  address: string;
  port: number;
  open: Set<Duplex>;
}

function tunnel({ client, head, address, port, open }: Tunnel): void {
  // Each direction ends by itself: a registry that closes after its answer must not cost the answer's last bytes.
  const upstream = connect({ host: address, port, allowHalfOpen: true }, () => {
    client.write("HTTP/1.1 200 Connection Established\r\n\r\n");
    upstream.write(head);
    client.pipe(upstream).pipe(client);
  });
  track(open, upstream);
  upstream.on("error", () => client.destroy());
  client.on("close", () => upstream.destroy());
}

function track(open: Set<Duplex>, socket: Duplex): void {
  open.add(socket);
  socket.on("close", () => open.delete(socket));
}
