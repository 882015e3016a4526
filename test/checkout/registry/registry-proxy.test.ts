import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { once } from "node:events";
import { createServer, connect, type AddressInfo, type Server } from "node:net";
import { isPublicAddress } from "../../../src/checkout/registry/public-address.ts";
import { startRegistryProxy, type RegistryProxy } from "../../../src/checkout/registry/registry-proxy.ts";

let upstream: Server;
let port: number;
let proxy: RegistryProxy | undefined;
let reached: number;

beforeEach(async () => {
  reached = 0;
  upstream = createServer((socket) => {
    reached += 1;
    socket.end("hello from the registry");
  });
  upstream.listen(0, "127.0.0.1");
  await once(upstream, "listening");
  port = (upstream.address() as AddressInfo).port;
});

afterEach(async () => {
  await proxy?.close();
  upstream.close();
});

async function start(
  resolve: (host: string) => Promise<string[]>,
  isReachable = () => true,
): Promise<RegistryProxy> {
  proxy = await startRegistryProxy({
    allowedHosts: ["registry.test", "*.cdn.test"],
    resolve,
    isReachable,
    port,
  });
  return proxy;
}

async function ask(target: string, method = "CONNECT"): Promise<string> {
  const socket = connect(proxy!.socket);
  socket.write(`${method} ${target} HTTP/1.1\r\nHost: ${target}\r\n\r\n`);
  let answer = "";
  socket.on("data", (chunk) => (answer += String(chunk)));
  await once(socket, "close");
  return answer;
}

const home = async () => ["127.0.0.1"];

test("a listed host is reached, also as a subdomain of a listed one, and noted", async () => {
  const { hosts } = await start(home);
  expect(await ask(`registry.test:${port}`)).toMatch(/^HTTP\/1.1 200 .*\r\n\r\nhello from the registry$/s);
  expect(await ask(`a.cdn.test:${port}`)).toContain("hello");
  expect(hosts()).toEqual([
    { host: "registry.test", allowed: true },
    { host: "a.cdn.test", allowed: true },
  ]);
});

test("a long answer arrives whole although the registry closes the connection right behind it", async () => {
  const size = 2 * 1024 * 1024;
  const accepted = "HTTP/1.1 200 Connection Established\r\n\r\n".length;
  upstream.removeAllListeners("connection");
  upstream.on("connection", (socket) => socket.end(Buffer.alloc(size, "x")));
  await start(home);
  const socket = connect(proxy!.socket);
  socket.write(`CONNECT registry.test:${port} HTTP/1.1\r\n\r\n`);
  let received = 0;
  socket.on("data", (chunk: Buffer) => {
    received += chunk.length;
    // A slow reader: the answer waits in the proxy while the registry is gone already.
    socket.pause();
    setTimeout(() => socket.resume(), 20);
  });
  await once(socket, "close");
  expect(received).toBe(accepted + size);
});

test.each([
  "other.test",
  "registry.test.evil.test",
  "evilcdn.test",
  "cdn.test",
  "localhost",
  "127.0.0.1",
  "[::1]",
  "169.254.169.254",
  "metadata.google.internal",
])("%s is refused, noted and not connected to", async (host) => {
  const { hosts } = await start(home);
  expect(await ask(`${host}:${port}`)).toMatch(/^HTTP\/1.1 403 /);
  expect(hosts()).toEqual([{ host, allowed: false }]);
  expect(reached).toBe(0);
});

test("another port, plain HTTP and nonsense are refused", async () => {
  await start(home);
  expect(await ask("registry.test:22")).toMatch(/^HTTP\/1.1 403 /);
  expect(await ask("nonsense")).toMatch(/^HTTP\/1.1 403 /);
  expect(await ask(`user@registry.test:${port}`)).toMatch(/^HTTP\/1.1 403 /);
  expect(await ask(`http://registry.test:${port}/`, "GET")).toMatch(/^HTTP\/1.1 405 /);
  expect(reached).toBe(0);
});

test("a listed name that resolves to a private address is refused, also when only one of several does", async () => {
  const { hosts } = await start(async () => ["203.0.113.9", "127.0.0.1"], isPublicAddress as () => boolean);
  expect(await ask(`registry.test:${port}`)).toMatch(/^HTTP\/1.1 403 /);
  expect(hosts()).toEqual([{ host: "registry.test", allowed: false }]);
  expect(reached).toBe(0);
});

test("a name is resolved once and the checked address is the one used", async () => {
  const answers = [["127.0.0.1"], ["203.0.113.9"]];
  let asked = 0;
  await start(async () => answers[asked++] ?? []);
  expect(await ask(`registry.test:${port}`)).toContain("hello");
  expect(asked).toBe(1);
});

test("a name that does not resolve is refused", async () => {
  await start(() => Promise.reject(new Error("ENOTFOUND")));
  expect(await ask(`registry.test:${port}`)).toMatch(/^HTTP\/1.1 403 /);
});

test.each([
  "127.0.0.1",
  "10.1.2.3",
  "172.20.0.1",
  "192.168.1.1",
  "169.254.169.254",
  "100.64.0.1",
  "0.0.0.0",
  "224.0.0.1",
])("%s is not public", (address) => expect(isPublicAddress(address)).toBe(false));

test.each([
  "::1",
  "::",
  "fe80::1",
  "fd00::1",
  "ff02::1",
  "::ffff:127.0.0.1",
  "::ffff:7f00:1",
  "64:ff9b::a00:1",
  "name",
])("%s is not public either", (address) => expect(isPublicAddress(address)).toBe(false));

test.each(["1.1.1.1", "172.15.0.1", "172.32.0.1", "2606:4700::1111"])("%s is public", (address) =>
  expect(isPublicAddress(address)).toBe(true),
);
