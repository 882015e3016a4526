import { afterEach, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { createCheckouts } from "../../src/checkout/ephemeral-checkouts.ts";
import { chooseSandbox } from "../../src/checkout/sandbox/choose-sandbox.ts";
import type { Sandbox } from "../../src/checkout/sandbox/sandbox.ts";
import type { Checkouts } from "../../src/domain/ports/checkouts.ts";
import { serveGit, type GitHttpServer } from "./git-http-server.ts";
import { gitIn, repositoryWith, scratchFolder, type Scratch } from "./scratch.ts";

const signal = new AbortController().signal;
const token = "ghs_testtokentesttokentesttoken";
const basic = Buffer.from(`x-access-token:${token}`).toString("base64");
let sandbox: Sandbox;
let scratch: Scratch;
let server: GitHttpServer;
let checkouts: Checkouts;

beforeAll(async () => {
  sandbox = await chooseSandbox({ name: "auto", toolPaths: [] });
});
beforeEach(async () => {
  scratch = scratchFolder();
  repositoryWith(scratch, "work", { "a.txt": "a\n" });
  gitIn(scratch.dir, "clone", "--quiet", "--bare", "work", "bare/owner/name.git");
  gitIn(scratch.path("bare/owner/name.git"), "config", "http.receivepack", "true");
  server = await serveGit(scratch.path("bare"), token);
  checkouts = createCheckouts({ dir: scratch.path("runs"), sandbox: async () => sandbox, allowedHosts: [] });
});
afterEach(() => {
  server.close();
  scratch.remove();
});

const sourceWith = (secret: string | null) => ({
  url: `${server.url}/owner/name.git`,
  ref: null,
  token: secret,
});

function everythingIn(error: unknown): string {
  const parts: string[] = [];
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    parts.push(at.message, at.stack ?? "", JSON.stringify(at, Object.getOwnPropertyNames(at)));
  }
  return parts.join("\n");
}

test("clones and pushes over HTTP with the token", async () => {
  const checkout = await checkouts.open({ runId: "r", source: sourceWith(token), signal });
  await checkout.workspace.writeFile("a.txt", Buffer.from("changed\n"));
  const candidate = await checkout.candidate();
  const author = { name: "a", email: "a@example.com" };
  const commitSha = await checkout.commit({ candidate, message: "x", author, at: new Date(0) });
  await checkout.push({ commitSha, branch: "avatar/x", source: sourceWith(token), expectedHead: null });
  expect(gitIn(scratch.path("bare/owner/name.git"), "rev-parse", "avatar/x")).toBe(commitSha);
  expect(server.seen.every((header) => header === `Basic ${basic}`)).toBe(true);
});

/** What every process on this machine was started with, as anybody here can read it. */
function argumentsOfAll(): string {
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return pids
    .map((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, "latin1").replaceAll("\0", " ");
      } catch {
        return "";
      }
    })
    .join("\n");
}

test("the token is in no argument, no file of the run and no environment of a command", async () => {
  const spied: string[] = [];
  server.close();
  server = await serveGit(scratch.path("bare"), token, () => spied.push(argumentsOfAll()));
  const checkout = await checkouts.open({ runId: "r", source: sourceWith(token), signal });
  expect(spied.join("\n")).toContain("git-remote-http");
  expect(spied.join("\n")).toContain("/owner/name.git");
  const grep = spawnSync("grep", ["--recursive", "--text", "-E", `${token}|${basic}`, scratch.path("runs")]);
  expect({ found: grep.stdout.toString(), status: grep.status }).toEqual({ found: "", status: 1 });
  const text = "env; cat /proc/*/environ /proc/*/cmdline 2>/dev/null; cat .git/config";
  const line = { kind: "line", line: text, shell: "bash" } as const;
  const run = { command: line, cwd: ".", env: {}, timeoutMs: 20_000, network: "none" } as const;
  const everywhere = [...spied, (await checkout.commands.run(run)).output].join("\n");
  expect(everywhere).not.toContain(token);
  expect(everywhere).not.toContain(basic);
});

test.each([
  ["a wrong token", "ghs_wrongtokenwrongtoken"],
  ["no token", null],
])("%s is denied, and no error repeats a credential", async (_name, secret) => {
  const error: unknown = await checkouts
    .open({ runId: "r", source: sourceWith(secret), signal })
    .catch((e: unknown) => e);
  expect(error).toMatchObject({ code: "CHECKOUT_DENIED" });
  const text = everythingIn(error);
  expect(text).not.toContain(secret ?? token);
  expect(text).not.toContain(Buffer.from(`x-access-token:${secret}`).toString("base64"));
});

test("a push with a bad token is denied", async () => {
  const checkout = await checkouts.open({ runId: "r", source: sourceWith(token), signal });
  const push = checkout.push({
    commitSha: checkout.baseSha,
    branch: "avatar/x",
    source: sourceWith("ghs_other"),
    expectedHead: null,
  });
  await expect(push).rejects.toMatchObject({ code: "CHECKOUT_DENIED" });
});

test("a host that is not there is no matter of access", async () => {
  server.close();
  const opening = checkouts.open({ runId: "r", source: sourceWith(token), signal });
  await expect(opening).rejects.toMatchObject({ code: "CHECKOUT_FAILED" });
});

test("stopping takes effect while a host does not answer", async () => {
  const silent = createServer(() => {});
  silent.listen(0, "127.0.0.1");
  await once(silent, "listening");
  const controller = new AbortController();
  silent.once("connection", () => controller.abort());
  const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/x.git`;
  const opening = checkouts.open({
    runId: "r",
    source: { url, ref: null, token },
    signal: controller.signal,
  });
  await expect(opening).rejects.toMatchObject({ code: "CANCELLED" });
  silent.close();
});
