import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { generateKeyPairSync, randomUUID } from "node:crypto";
import { avatarApp, type AppDeps } from "../../src/app.ts";
import { AvatarError } from "../../src/domain/errors.ts";
import { openStore, type Store } from "../../src/queue/open-store.ts";
import { type RunningServer, startServer } from "../../src/web/server.ts";
import { commentPayload, type PayloadChanges } from "../intake/comment-payload.ts";
import { engines } from "../queue/store-for-test.ts";
import { deliver } from "../web/deliver.ts";

const { privateKey } = generateKeyPairSync("rsa", {
  modulusLength: 2048,
  publicKeyEncoding: { type: "spki", format: "pem" },
  privateKeyEncoding: { type: "pkcs1", format: "pem" },
});
const secret = "a secret of this test";

function start(queue: AppDeps["queue"]): Promise<RunningServer> {
  const clock = { now: () => new Date("2026-01-02T03:04:05Z"), monotonic: () => 0 };
  return startServer({
    appId: 1,
    privateKey,
    secret,
    host: "127.0.0.1",
    port: 0,
    // Nobody listens there: a handler that asked GitHub anything would fail its delivery.
    baseUrl: "http://127.0.0.1:1",
    logLevel: "silent",
    app: avatarApp({
      queue,
      newRunId: () => `run-${randomUUID()}`,
      clock,
      identity: async () => ({ id: 42 }),
    }),
    health: async () => ({ ok: true, engine: "pglite", problem: null }),
  });
}

let commentIds = 5000;

describe.each(engines)("signed deliveries over HTTP into $name", (engine) => {
  let store: Store;
  let server: RunningServer;
  let remove: () => Promise<void>;

  beforeAll(async () => {
    const prepared = await engine.prepare();
    remove = prepared.remove;
    store = await openStore(prepared.options);
    server = await start(store.queue);
  });
  afterAll(async () => {
    await server.stop();
    await store.close();
    await remove();
  });

  const nextComment = (): number => (commentIds += 1);

  async function runsOf(commentId: number) {
    return (await store.runs.list(1000)).filter((row) => row.job.comment.id === commentId);
  }

  test("a command becomes one queued run with the delivery's number and the frozen text", async () => {
    const commentId = nextComment();
    const guid = randomUUID();
    const payload = commentPayload({ commentId, body: "Hi\r\n/avatar fix the sum" });
    expect((await deliver({ url: server.url, secret, payload, guid })).status).toBe(200);
    const rows = await runsOf(commentId);
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({
      status: "queued",
      job: { deliveryId: guid, verb: "fix", text: "the sum", acceptedAt: "2026-01-02T03:04:05.000Z" },
    });
  });

  test("the same delivery again, and the same comment by another subscription, make no second run", async () => {
    const commentId = nextComment();
    const guid = randomUUID();
    const payload = commentPayload({ commentId });
    const again = [guid, guid, randomUUID(), randomUUID()].map((each) =>
      deliver({ url: server.url, secret, payload, guid: each }),
    );
    expect((await Promise.all(again)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await runsOf(commentId)).toHaveLength(1);
  });

  test("a wrong signature is refused and nothing is stored", async () => {
    const commentId = nextComment();
    const payload = commentPayload({ commentId });
    expect((await deliver({ url: server.url, secret: "another secret", payload })).status).toBe(400);
    expect(await runsOf(commentId)).toEqual([]);
  });

  test("an unknown verb becomes a request for help with that word", async () => {
    const commentId = nextComment();
    await deliver({
      url: server.url,
      secret,
      payload: commentPayload({ commentId, body: "/avatar fxi it" }),
    });
    expect(await runsOf(commentId)).toMatchObject([{ job: { verb: "help", text: "fxi" } }]);
  });

  test.each<[string, PayloadChanges]>([
    ["a bot", { senderType: "Bot" }],
    ["the App itself", { senderId: 42 }],
    ["a quoted command", { body: "> /avatar fix this" }],
    ["a comment without command", { body: "Thank you." }],
  ])("%s is answered with 200 and starts nothing", async (_, changes) => {
    const commentId = nextComment();
    const payload = commentPayload({ ...changes, commentId });
    expect((await deliver({ url: server.url, secret, payload })).status).toBe(200);
    expect(await runsOf(commentId)).toEqual([]);
  });

  test("an edited or deleted comment and other events start nothing", async () => {
    const commentId = nextComment();
    for (const action of ["edited", "deleted"]) {
      const payload = { ...commentPayload({ commentId }), action };
      expect((await deliver({ url: server.url, secret, payload })).status).toBe(200);
    }
    const payload = commentPayload({ commentId });
    expect((await deliver({ url: server.url, secret, payload, event: "issues" })).status).toBe(200);
    expect(await runsOf(commentId)).toEqual([]);
  });

  test("a payload that lacks what is needed is answered and starts nothing", async () => {
    const payload = { action: "created", installation: { id: 7 }, comment: { body: "/avatar fix this" } };
    expect((await deliver({ url: server.url, secret, payload })).status).toBe(200);
  });
});

test("a command that cannot be stored fails its delivery, with the reason, so that it can be sent again", async () => {
  const enqueue = async (): Promise<never> => {
    throw new AvatarError("STORE_UNAVAILABLE", { message: "The database is away.", advice: "Start it." });
  };
  const server = await start({ enqueue });
  const { status, text } = await deliver({ url: server.url, secret, payload: commentPayload() });
  expect(status).toBe(500);
  expect(text).toContain("The database is away.");
  await server.stop();
});
