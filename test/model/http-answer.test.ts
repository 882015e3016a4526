import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setImmediate } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { askHttp, readText } from "../../src/model/http-answer.ts";

const CALLS = 5;

let server: Server;
let connections = 0;

beforeEach(async () => {
  connections = 0;
  server = createServer((request, response) => {
    request.resume();
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write("data: [DONE]\n\n");
    // The end comes after whoever reads has seen enough.
    setTimeout(() => response.end(": bye\n\n"), 20);
  });
  server.on("connection", () => (connections += 1));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

async function ask() {
  const { port } = server.address() as AddressInfo;
  const { signal } = new AbortController();
  const url = `http://127.0.0.1:${port}/v1/x`;
  return askHttp({ method: "POST", url, headers: {}, body: "{}", signal });
}

test("who stops reading at the last event leaves the connection for the next call", async () => {
  for (let call = 0; call < CALLS; call += 1) {
    const answered = new Promise<void>((resolve) => {
      server.once("request", (_, response) => response.once("close", resolve));
    });
    for await (const chunk of (await ask()).body) {
      expect(String(chunk)).toContain("[DONE]");
      break;
    }
    await answered;
    // The end that the server has sent still has to reach this side of the connection.
    for (let turn = 0; turn < 20; turn += 1) await setImmediate();
  }
  expect(connections).toBeLessThan(CALLS);
});

test("a body that is read to its end is whole", async () => {
  const answer = await ask();
  expect(answer).toMatchObject({ status: 200, headers: { "content-type": "text/event-stream" } });
  expect(await readText(answer.body)).toBe("data: [DONE]\n\n: bye\n\n");
});
