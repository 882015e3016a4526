import { expect, test } from "@jest/globals";
import { createServer, type AddressInfo } from "node:net";
import { inspect } from "node:util";
import { openStore } from "../../src/queue/open-store.ts";
import { postgresEngine } from "./store-for-test.ts";

async function refusal(databaseUrl: string): Promise<unknown> {
  return openStore({ databaseUrl, dataDir: "/nonexistent", concurrency: 1 }).then(
    () => null,
    (error: unknown) => error,
  );
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

test("a server that is not there is named by its variable, with the reason, a remedy and no password", async () => {
  const error = await refusal(`postgres://avatar:s3cret-pass@127.0.0.1:${await freePort()}/avatar`);
  expect(error).toMatchObject({
    code: "STORE_UNAVAILABLE",
    message: expect.stringMatching(/DATABASE_URL.*nothing listens there/),
    advice: expect.stringContaining("DATABASE_URL"),
  });
  expect(inspect(error, { depth: 10 })).not.toContain("s3cret-pass");
});

test.each([
  "not a url s3cret-pass",
  "mysql://avatar:s3cret-pass@localhost/avatar",
  "postgres://a:s3cret-pass@[/x",
])("%j is refused without showing it", async (databaseUrl) => {
  const error = await refusal(databaseUrl);
  expect(error).toMatchObject({
    code: "STORE_UNAVAILABLE",
    message: expect.stringContaining("DATABASE_URL"),
  });
  expect(inspect(error, { depth: 10 })).not.toContain("s3cret-pass");
});

const withPostgres = postgresEngine === null ? test.skip : test;

withPostgres("a wrong password and a missing database say so (needs DATABASE_URL_TEST)", async () => {
  const url = new URL(process.env["DATABASE_URL_TEST"] ?? "");
  url.pathname = "/no_such_database";
  expect(await refusal(url.href)).toMatchObject({
    code: "STORE_UNAVAILABLE",
    message: expect.stringContaining("there is no database of that name"),
  });
  url.password = "s3cret-pass";
  const error = await refusal(url.href);
  expect(error).toMatchObject({ message: expect.stringContaining("the password is wrong") });
  expect(inspect(error, { depth: 10 })).not.toContain("s3cret-pass");
});
