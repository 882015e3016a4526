import type { Db } from "pg-boss";
import { z } from "zod";
import { AvatarError } from "../domain/errors.ts";
import { type Database, SCHEMA } from "./database.ts";
import { MIGRATIONS, type Migration } from "./migrations.ts";

// Any number will do, as long as nothing else on the server uses it: "avatar" in ASCII.
const ADVISORY_LOCK = 0x61_76_61_74_61_72;

const Applied = z.array(z.object({ version: z.number().int() }));

/**
 * Brings our schema forward to the newest version, each step in a transaction of its own; several processes
 * may start at once.
 * @throws STORE_UNAVAILABLE when a newer avatar has been here.
 */
export async function migrate(
  database: Database,
  migrations: readonly Migration[] = MIGRATIONS,
): Promise<void> {
  await database.transaction(async (db) => {
    await lock(db);
    await db.executeSql(`create schema if not exists ${SCHEMA}`);
    await db.executeSql(`
      create table if not exists ${SCHEMA}.migrations (
        version integer primary key, name text not null, applied_at timestamptz not null default now())`);
  });
  const newest = Math.max(0, ...(await appliedVersions(database.db)));
  const known = migrations.at(-1)?.version ?? 0;
  if (newest > known) {
    throw new AvatarError("STORE_UNAVAILABLE", {
      message: `The database was last used by a newer avatar (schema ${newest}, this one knows ${known}).`,
      advice: "Start the newer version again, or restore the backup that was made before the upgrade.",
    });
  }
  for (const migration of migrations) await database.transaction((db) => step(db, migration));
}

async function step(db: Db, migration: Migration): Promise<void> {
  await lock(db);
  if ((await appliedVersions(db)).includes(migration.version)) return;
  await db.executeSql(migration.sql);
  await db.executeSql(`insert into ${SCHEMA}.migrations (version, name) values ($1, $2)`, [
    migration.version,
    migration.name,
  ]);
}

async function lock(db: Db): Promise<void> {
  await db.executeSql(`select pg_advisory_xact_lock(${ADVISORY_LOCK})`);
}

async function appliedVersions(db: Db): Promise<number[]> {
  const { rows } = await db.executeSql(`select version from ${SCHEMA}.migrations order by version`);
  return Applied.parse(rows).map((row) => row.version);
}
