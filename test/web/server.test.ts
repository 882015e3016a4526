import { afterEach, expect, test } from "@jest/globals";
import { generateKeyPairSync } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { type RunningServer, type ServerOptions, startServer } from "../../src/web/server.ts";
import { describeError } from "../../src/web/create-log.ts";
import { AvatarError } from "../../src/domain/errors.ts";
import { deliver } from "./deliver.ts";

const { privateKey } = generateKeyPairSync("rsa", {
  modulusLength: 2048,
  publicKeyEncoding: { type: "spki", format: "pem" },
  privateKeyEncoding: { type: "pkcs1", format: "pem" },
});
const secret = "a secret of this test";
const running: RunningServer[] = [];

async function start(changes: Partial<ServerOptions> = {}): Promise<RunningServer> {
  const server = await startServer({
    appId: 1,
    privateKey,
    secret,
    host: "127.0.0.1",
    port: 0,
    baseUrl: null,
    logLevel: "silent",
    app: () => {},
    health: async () => ({ ok: true, engine: "pglite", problem: null }),
    ...changes,
  });
  running.push(server);
  return server;
}

afterEach(async () => {
  for (const server of running.splice(0)) await server.stop();
});

test.each(["", "  "])("a secret of %j is refused before anything listens", async (empty) => {
  await expect(start({ secret: empty })).rejects.toMatchObject({
    code: "CONFIG_INVALID",
    advice: expect.stringContaining("WEBHOOK_SECRET"),
  });
});

test("a port that is taken is named, with what to set", async () => {
  const { url } = await start();
  const port = Number(new URL(url).port);
  await expect(start({ port })).rejects.toMatchObject({
    code: "CONFIG_INVALID",
    message: `Port ${port} is taken.`,
    advice: expect.stringContaining("PORT"),
  });
});

test("health is 200 with the engine, and 503 with the problem", async () => {
  const well = await start();
  const answer = await fetch(`${well.url}/healthz`);
  expect([answer.status, await answer.json()]).toEqual([
    200,
    { ok: true, store: { engine: "pglite", problem: null } },
  ]);
  const ill = await start({
    health: async () => ({ ok: false, engine: "postgresql", problem: "The database failed." }),
  });
  const bad = await fetch(`${ill.url}/healthz`);
  expect([bad.status, await bad.json()]).toEqual([
    503,
    { ok: false, store: { engine: "postgresql", problem: "The database failed." } },
  ]);
});

test("a health check that breaks is a 500 and the server goes on", async () => {
  const { url } = await start({ health: () => Promise.reject(new Error("broken")) });
  expect((await fetch(`${url}/healthz`)).status).toBe(500);
  expect((await fetch(`${url}/nothing`)).status).toBe(404);
});

test("a delivery over the limit is refused, announced or not, and reaches no handler", async () => {
  const seen: string[] = [];
  const { url } = await start({ app: (probot) => probot.onAny((event) => void seen.push(event.name)) });
  const payload = { action: "created", filler: "x".repeat(5 * 1024 * 1024) };
  const refused = await deliver({ url, secret, payload }).catch(() => ({ status: 413 }));
  expect(refused.status).toBe(413);

  // In pieces, without a length: the server cannot know before it has read too much.
  const pieces = async function* () {
    for (let piece = 0; piece < 8; piece += 1) {
      await setImmediate();
      yield new Uint8Array(1024 * 1024);
    }
  };
  const unannounced = fetch(`${url}/api/github/webhooks`, {
    method: "POST",
    body: ReadableStream.from(pieces()),
    duplex: "half",
  });
  // The server hangs up while the rest is still being sent; whether the answer gets through first is a matter of luck.
  expect((await unannounced.catch(() => ({ status: 413 }))).status).toBe(413);
  expect((await deliver({ url, secret, payload: { action: "created" }, event: "ping" })).status).toBe(200);
  expect(seen).toEqual(["ping"]);
});

test("what is not a delivery gets a plain refusal", async () => {
  const { url } = await start();
  const hook = `${url}/api/github/webhooks`;
  expect((await fetch(hook)).status).toBe(404);
  expect((await fetch(hook, { method: "POST", body: "a=b" })).status).toBe(415);
  const headers = { "content-type": "application/json" };
  expect((await fetch(hook, { method: "POST", headers, body: "{}" })).status).toBe(400);
});

test("stop answers what is under way first", async () => {
  const arrived = Promise.withResolvers<void>();
  const mayAnswer = Promise.withResolvers<void>();
  const server = await startServer({
    appId: 1,
    privateKey,
    secret,
    host: "127.0.0.1",
    port: 0,
    baseUrl: null,
    logLevel: "silent",
    health: async () => ({ ok: true, engine: "pglite", problem: null }),
    app: (probot) =>
      probot.onAny(async () => {
        arrived.resolve();
        await mayAnswer.promise;
      }),
  });
  const answer = deliver({ url: server.url, secret, payload: { zen: "x" }, event: "ping" });
  await arrived.promise;
  const stopped = server.stop();
  mayAnswer.resolve();
  expect((await answer).status).toBe(200);
  await stopped;
  await expect(fetch(`${server.url}/healthz`)).rejects.toThrow();
});

test("a logged error holds what explains it and not the delivery it came with", () => {
  const cause = new AvatarError("STORE_UNAVAILABLE", { message: "Down.", advice: "Start it." });
  const error = Object.assign(new AggregateError([cause]), {
    event: { payload: { body: "people's words" } },
  });
  const described = describeError(error);
  expect(described).toMatchObject({
    errors: [{ code: "STORE_UNAVAILABLE", message: "Down.", advice: "Start it." }],
  });
  expect(JSON.stringify(described)).not.toContain("people's words");
});
