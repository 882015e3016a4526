import { Pool, type PoolClient } from "pg";
import type { Db } from "pg-boss";
import { AvatarError } from "../domain/errors.ts";
import { DATABASE_ADVICE, storeError } from "./store-error.ts";
import type { Database } from "./database.ts";

interface PostgresOptions {
  databaseUrl: string;
  /** At most this many connections. */
  connections: number;
  /** Told of a connection that broke while nobody was using it. */
  onTrouble: (error: Error) => void;
}

/** @throws STORE_UNAVAILABLE when the server cannot be reached or refuses us. */
export async function openPostgres(options: PostgresOptions): Promise<Database> {
  const { databaseUrl, connections, onTrouble } = options;
  refuseMalformed(databaseUrl);
  const pool = new Pool({
    connectionString: databaseUrl,
    max: connections,
    application_name: "avatar",
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  });
  // Without a listener an idle connection that breaks would end the process.
  pool.on("error", onTrouble);
  try {
    await pool.query("select 1");
  } catch (error) {
    await pool.end();
    throw storeError(error, "opening what DATABASE_URL names");
  }
  return {
    engine: "postgresql",
    db: { executeSql: (text, values) => pool.query(text, values) },
    // The default of a minute would leave the run of a dead worker lying that long.
    bossOptions: { backend: "postgres", superviseIntervalSeconds: 2, monitorIntervalSeconds: 2 },
    transaction: (work) => inTransaction(pool, work),
    close: () => pool.end(),
  };
}

// The cause is dropped: `Invalid URL` errors carry the whole string, password included.
function refuseMalformed(databaseUrl: string): void {
  const url = URL.parse(databaseUrl);
  if (url !== null && ["postgres:", "postgresql:"].includes(url.protocol)) return;
  throw new AvatarError("STORE_UNAVAILABLE", {
    message: "DATABASE_URL is not the URL of a PostgreSQL database.",
    advice: DATABASE_ADVICE,
  });
}

async function inTransaction<T>(pool: Pool, work: (db: Db) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  const broken: Error[] = [];
  const note = (error: Error): number => broken.push(error);
  client.on("error", note);
  try {
    await client.query("begin");
    const result = await work({ executeSql: (text, values) => client.query(text, values) });
    await client.query("commit");
    return result;
  } catch (error) {
    await rollBack(client, broken);
    throw error;
  } finally {
    client.off("error", note);
    client.release(broken[0]);
  }
}

async function rollBack(client: PoolClient, broken: Error[]): Promise<void> {
  try {
    await client.query("rollback");
  } catch (error) {
    // The connection is gone, and the transaction with it; it must not go back into the pool.
    broken.push(error instanceof Error ? error : new Error(String(error)));
  }
}
