import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import type { Job } from "../../src/domain/job.ts";
import type { StoreOptions } from "../../src/queue/open-store.ts";

/** One ready-made empty database for all tests of this machine, made by whoever comes first. */
export const TEMPLATE_DIR = join(tmpdir(), "avatar-test-template");

/** A real PostgreSQL to test against, where there is one: its user may create databases. */
const POSTGRES_URL = process.env["DATABASE_URL_TEST"] ?? null;

export interface Engine {
  name: string;
  /** Options of a store that nobody else uses, and the function that removes it. */
  prepare(): Promise<{ options: StoreOptions; remove: () => Promise<void> }>;
}

export async function tempDir(): Promise<string> {
  return mkdtemp(join(tmpdir(), "avatar-store-"));
}

const pglite: Engine = {
  name: "PGlite",
  prepare: async () => {
    const dir = await tempDir();
    const options = {
      databaseUrl: null,
      dataDir: join(dir, "store"),
      templateDir: TEMPLATE_DIR,
      concurrency: 4,
    };
    return { options, remove: () => rm(dir, { recursive: true, force: true }) };
  },
};

function postgres(url: string): Engine {
  return {
    name: "PostgreSQL",
    prepare: async () => {
      const name = `avatar_test_${randomUUID().replaceAll("-", "")}`;
      await administer(url, `create database ${name}`);
      const databaseUrl = new URL(url);
      databaseUrl.pathname = `/${name}`;
      const options = { databaseUrl: databaseUrl.href, dataDir: "/nonexistent", concurrency: 4 };
      return { options, remove: () => administer(url, `drop database ${name} with (force)`) };
    },
  };
}

async function administer(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(sql);
  await client.end();
}

export const engines: Engine[] = [pglite, ...(POSTGRES_URL === null ? [] : [postgres(POSTGRES_URL)])];
export const postgresEngine: Engine | null = POSTGRES_URL === null ? null : postgres(POSTGRES_URL);

let commentIds = 1000;

/** An accepted command, each on a comment of its own unless the test says otherwise. */
export function aJob(changes: Partial<Job> = {}): Job {
  commentIds += 1;
  return {
    runId: `run-${randomUUID()}`,
    deliveryId: randomUUID(),
    installationId: 7,
    repository: { owner: "octo", name: "calculator" },
    issue: {
      number: commentIds,
      title: "Sums are wrong",
      body: "2 + 2 gives 5",
      isPullRequest: false,
      url: "http://forge/i",
    },
    comment: { id: commentIds, body: "/avatar fix this", url: "http://forge/c" },
    requester: { id: 5, login: "mona" },
    verb: "fix",
    text: "this",
    acceptedAt: "2026-01-02T03:04:05.000Z",
    ...changes,
  };
}
