import { AsyncLocalStorage } from "node:async_hooks";
import { mkdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { PGlite, type Transaction } from "@electric-sql/pglite";
import { type Db, fromPglite } from "pg-boss";
import { asAvatarError } from "../domain/errors.ts";
import { claimDirectory } from "./claim-directory.ts";
import { codeOf } from "./store-error.ts";
import type { Database } from "./database.ts";

/** PostgreSQL's own files, inside the directory we claim. */
const CLUSTER = "postgres";

interface PgliteOptions {
  dataDir: string;
  /** Fills a directory that holds no cluster yet. Without it PostgreSQL sets up a new one, which takes seconds. */
  seed?: ((cluster: string) => Promise<void>) | undefined;
}

/** @throws STORE_LOCKED when another process has the directory open, DISK_FULL when there is no room. */
export async function openPglite({ dataDir, seed }: PgliteOptions): Promise<Database> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const release = await claimDirectory(dataDir);
  try {
    const cluster = join(dataDir, CLUSTER);
    await seed?.(cluster);
    const pglite = await PGlite.create({ dataDir: cluster });
    const close = async (): Promise<void> => {
      await pglite.close();
      await release();
    };
    return { ...onOneConnection(pglite), close };
  } catch (error) {
    await release();
    throw asAvatarError(error, "opening the embedded database");
  }
}

/** A cluster that is set up by `prepare` and left closed, ready to be copied. */
export async function buildCluster(
  cluster: string,
  prepare: (database: Database) => Promise<void>,
): Promise<void> {
  const work = `${cluster}.building`;
  await rm(work, { recursive: true, force: true });
  const database = await openPglite({ dataDir: work });
  try {
    await prepare(database);
  } finally {
    await database.close();
  }
  await rename(join(work, CLUSTER), cluster);
  await rm(work, { recursive: true, force: true });
}

// Statements outside a transaction wait for its end. One that pg-boss sends on its own account while it serves
// our transaction (a look at its queue table) would wait for ever, so it joins the transaction it belongs to.
function onOneConnection(pglite: PGlite): Omit<Database, "close"> {
  const outside = fromPglite(pglite);
  const current = new AsyncLocalStorage<Db>();
  const begin = <T>(work: (db: Db) => Promise<T>): Promise<T> =>
    pglite.transaction((tx) => {
      const db = asDb(tx);
      return current.run(db, () => work(db));
    });
  return {
    engine: "pglite",
    db: {
      ...outside,
      executeSql: (text, values) => (current.getStore() ?? outside).executeSql(text, values),
    },
    // All workers are in this process and die with it, so looking for dead ones often would only burn CPU.
    bossOptions: {
      backend: "pglite",
      monitorVacuum: false,
      superviseIntervalSeconds: 30,
      monitorIntervalSeconds: 30,
    },
    transaction: async (work) => {
      try {
        return await begin(work);
      } catch (error) {
        // A statement of pg-boss that failed inside its own BEGIN leaves the connection aborted until pg-boss
        // rolls back, and our BEGIN can come in between: nothing of ours has run then.
        if (codeOf(error) !== "25P02") throw error;
        return begin(work);
      }
    },
  };
}

function asDb(tx: Transaction): Db {
  return {
    executeSql: async (text, values) => {
      if (values !== undefined && values.length > 0) return tx.query(text, [...values]);
      const results = await tx.exec(text);
      return { rows: results.flatMap((result) => result.rows) };
    },
  };
}
