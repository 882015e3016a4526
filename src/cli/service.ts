import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { avatarApp } from "../app.ts";
import type { GitHubConfig, OperatorConfig } from "../config/operator-config.ts";
import { asAvatarError } from "../domain/errors.ts";
import type { Forges } from "../domain/ports/forge.ts";
import type { JobLease } from "../domain/ports/job-queue.ts";
import type { ModelClient } from "../domain/ports/model.ts";
import { openStore, type Store } from "../queue/open-store.ts";
import type { Listener } from "../run/emitter.ts";
import { handleJob, type HandleJobDeps, type Log } from "../run/handle-job.ts";
import type { JobReport } from "../run/job-report.ts";
import { type RunningServer, startServer } from "../web/server.ts";
import { systemClock } from "./system-clock.ts";
import { readPrivateKey, wireForges } from "./wire-forges.ts";
import { wireRun } from "./wire-run.ts";

export interface ServiceOptions {
  config: OperatorConfig;
  github: GitHubConfig;
  model: ModelClient;
  log: Log;
  listeners: readonly Listener[];
  onReport: (report: JobReport) => void;
  /** Least time between two edits of a status comment. */
  statusIntervalMs: number;
  /** Where a ready-made embedded database is kept; in the data folder when left out. */
  templateDir?: string;
  /** Ends the jobs that run, for a person at the keyboard. Left out, closing lets them finish. */
  stop?: AbortSignal;
}

export interface Service {
  url: string;
  store: Store;
  /** Takes no new work, waits for what runs, closes the database. */
  close(): Promise<void>;
}

/** The GitHub App in one process: webhooks → queue → worker. */
export async function startService(options: ServiceOptions): Promise<Service> {
  const { config, github, log } = options;
  const forges = await wireForges(github);
  const store = await openStore({
    databaseUrl: config.store.databaseUrl,
    dataDir: `${config.dataDir}/database`,
    templateDir: options.templateDir ?? `${config.dataDir}/database-template`,
    concurrency: config.concurrency,
    onTrouble: (error) => log("warn", error.message, {}),
  });
  try {
    const deps = await wireWorker(options, forges, store);
    await store.queue.work((lease) => handleJob(stoppable(lease, options.stop), deps));
    const server = await serveWebhooks(options, forges, store);
    return {
      url: server.url,
      store,
      close: async () => {
        await server.stop();
        await store.close();
      },
    };
  } catch (error) {
    await store.close();
    throw error;
  }
}

function stoppable(lease: JobLease, stop: AbortSignal | undefined): JobLease {
  return stop === undefined ? lease : { ...lease, signal: AbortSignal.any([lease.signal, stop]) };
}

async function wireWorker(options: ServiceOptions, forges: Forges, store: Store): Promise<HandleJobDeps> {
  const { config, model, log } = options;
  const run = await wireRun(config, model, (error) => {
    const { message, code } = asAvatarError(error, "telling people about a run");
    log("warn", message, { code });
  });
  const { login, id } = await forges.identity();
  return {
    run: { ...run, author: { name: login, email: `${id}+${login}@users.noreply.github.com` } },
    listeners: options.listeners,
    budget: config.budget,
    override: config.override,
    checkTimeoutMs: config.checkTimeoutMs,
    runsDir: `${config.dataDir}/runs`,
    statusIntervalMs: options.statusIntervalMs,
    readFile: (path) => readFile(path, "utf8"),
    forges,
    runs: store.runs,
    log,
    onReport: options.onReport,
  };
}

async function serveWebhooks(options: ServiceOptions, forges: Forges, store: Store): Promise<RunningServer> {
  const { config, github } = options;
  return startServer({
    appId: github.appId,
    privateKey: await readPrivateKey(github),
    secret: github.webhookSecret,
    host: config.web.host,
    port: config.web.port,
    baseUrl: github.baseUrl,
    logLevel: config.logLevel,
    app: avatarApp({
      queue: store.queue,
      newRunId: () => `run-${randomUUID()}`,
      clock: systemClock,
      identity: () => forges.identity(),
    }),
    health: () => store.health(),
  });
}
