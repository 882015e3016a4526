import { PgBoss } from "pg-boss";
import type { JobQueue } from "../domain/ports/job-queue.ts";
import type { RunStore } from "../domain/ports/run-store.ts";
import { bossQueue, prepareQueues } from "./boss-queue.ts";
import { type Database, JOB_SCHEMA } from "./database.ts";
import { migrate } from "./migrate.ts";
import { buildCluster, openPglite } from "./open-pglite.ts";
import { openPostgres } from "./open-postgres.ts";
import { sqlRunStore } from "./sql-run-store.ts";
import { storeError } from "./store-error.ts";
import { seedFromTemplate } from "./template.ts";

export interface StoreOptions {
  /** PostgreSQL by URL; null for the embedded database in `dataDir`. */
  databaseUrl: string | null;
  /** Folder of the embedded database, for it alone. */
  dataDir: string;
  /** How many jobs this process runs at a time. */
  concurrency: number;
  /** Where a ready-made empty database is kept, so that a new `dataDir` starts fast. None: it is set up in place. */
  templateDir?: string;
  /** How long `close` waits for running handlers before it gives their jobs back. */
  drainSeconds?: number;
  /** Told of what goes wrong in the background: a lost connection, a failed poll. */
  onTrouble?: (error: Error) => void;
}

interface StoreHealth {
  ok: boolean;
  engine: Database["engine"];
  /** Why it is not well, one sentence. */
  problem: string | null;
}

export interface Store {
  queue: JobQueue;
  runs: RunStore;
  /** Never throws. */
  health(): Promise<StoreHealth>;
  /** Waits for running handlers, then closes the database. */
  close(): Promise<void>;
}

/**
 * Opens the one database that holds jobs and runs, and brings its tables forward.
 * @throws STORE_UNAVAILABLE, STORE_LOCKED or DISK_FULL.
 */
export async function openStore(options: StoreOptions): Promise<Store> {
  const { concurrency, drainSeconds = 30, onTrouble = () => {} } = options;
  const database = await openDatabase(options, onTrouble);
  try {
    const boss = await startBoss(database, onTrouble);
    const runs = sqlRunStore(database);
    const queue = bossQueue({ boss, database, runs, concurrency, drainSeconds });
    return {
      queue,
      runs,
      health: () => examine(database),
      close: async () => {
        await queue.close();
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    throw storeError(error, "preparing its tables");
  }
}

function openDatabase(options: StoreOptions, onTrouble: (error: Error) => void): Promise<Database> {
  const { databaseUrl, dataDir, concurrency, templateDir } = options;
  // Besides one connection for each worker's poll: intake, heartbeats, supervision.
  if (databaseUrl !== null) return openPostgres({ databaseUrl, connections: concurrency + 6, onTrouble });
  if (templateDir === undefined) return openPglite({ dataDir });
  const build = (cluster: string): Promise<void> => buildCluster(cluster, prepareTables);
  return openPglite({ dataDir, seed: (cluster) => seedFromTemplate(cluster, { templateDir, build }) });
}

async function prepareTables(database: Database): Promise<void> {
  const boss = await startBoss(database, () => {});
  await boss.stop();
}

async function startBoss(database: Database, onTrouble: (error: Error) => void): Promise<PgBoss> {
  await migrate(database);
  const boss = new PgBoss({
    db: database.db,
    ...database.bossOptions,
    schema: JOB_SCHEMA,
    schedule: false,
    registerInstance: false,
  });
  boss.on("error", onTrouble);
  try {
    await boss.start();
    await prepareQueues(boss);
    return boss;
  } catch (error) {
    await boss.stop({ graceful: false });
    throw error;
  }
}

async function examine(database: Database): Promise<StoreHealth> {
  try {
    await database.db.executeSql("select 1");
    return { ok: true, engine: database.engine, problem: null };
  } catch (error) {
    return { ok: false, engine: database.engine, problem: storeError(error, "answering").message };
  }
}
