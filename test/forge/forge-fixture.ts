import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { createAppAuth } from "@octokit/auth-app";
import { Octokit } from "@octokit/rest";
import { startForge } from "../../forge/forge.ts";
import type { Forge, ForgeOptions } from "../../forge/forge.ts";

export const REPO = "octo-org/shop";
export const WHERE = { owner: "octo-org", repo: "shop" };

export interface Bench {
  forge: Forge;
  dir: string;
  /** as the App's installation */
  octokit: Octokit;
  /** as the App itself */
  app: Octokit;
  close(): Promise<void>;
}

/** A forge with one repository that the App is installed on, a writer `mona` and a reader `reader`. */
export async function openBench(options: Partial<ForgeOptions> = {}): Promise<Bench> {
  const dir = mkdtempSync(path.join(tmpdir(), "forge-test-"));
  const content = path.join(dir, "content");
  mkdirSync(path.join(content, "src"), { recursive: true });
  writeFileSync(path.join(content, "README.md"), "# Shop\n");
  writeFileSync(path.join(content, "src", "total.js"), "export const total = 1;\n");
  const forge = await startForge({ dir: path.join(dir, "forge"), ...options });
  await forge.createRepository({ owner: "octo-org", name: "shop", fromDirectory: content });
  forge.setPermission(REPO, "mona", "write");
  forge.createUser({ login: "reader" });
  await forge.install(REPO);
  const app = appClient(forge);
  const { data } = await app.rest.apps.getRepoInstallation(WHERE);
  const octokit = installationClient(forge, data.id);
  return {
    forge,
    dir,
    octokit,
    app,
    close: async () => {
      await forge.close();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

const quiet = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

function appClient(forge: Forge): Octokit {
  const auth = { appId: forge.app.id, privateKey: forge.app.privateKeyPem };
  return new Octokit({ authStrategy: createAppAuth, auth, baseUrl: forge.apiUrl, log: quiet });
}

function installationClient(forge: Forge, installationId: number): Octokit {
  const auth = { appId: forge.app.id, privateKey: forge.app.privateKeyPem, installationId };
  return new Octokit({ authStrategy: createAppAuth, auth, baseUrl: forge.apiUrl, log: quiet });
}

export function tokenClient(forge: Forge, token: string): Octokit {
  return new Octokit({ auth: token, baseUrl: forge.apiUrl, log: quiet });
}

export interface Received {
  headers: IncomingHttpHeaders;
  raw: string;
  // oxlint-disable-next-line typescript/no-explicit-any
  payload: any;
}

export interface Receiver {
  url: string;
  received: Received[];
  events(): string[];
  answerWith(status: number | "silence"): void;
  close(): Promise<void>;
}

/** Stands where the App would: keeps what arrives. */
export async function openReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  let answer: number | "silence" = 202;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const raw = Buffer.concat(chunks).toString("utf8");
      received.push({ headers: request.headers, raw, payload: JSON.parse(raw) });
      if (answer !== "silence") response.writeHead(answer).end("thanks");
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    events: () =>
      received.map(({ headers, payload }) =>
        [headers["x-github-event"], payload.action].filter(Boolean).join("."),
      ),
    answerWith: (next) => {
      answer = next;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
    },
  };
}

/** The error of a call that GitHub refuses. */
export async function refusalOf(call: Promise<unknown>): Promise<{
  status: number;
  message: string;
  response?: { headers: Record<string, string>; data: unknown };
}> {
  try {
    await call;
  } catch (error) {
    return error as never;
  }
  throw new Error("the call was not refused");
}
