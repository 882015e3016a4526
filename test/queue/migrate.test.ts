import { expect, test } from "@jest/globals";
import { rm } from "node:fs/promises";
import { openPglite } from "../../src/queue/open-pglite.ts";
import { openStore } from "../../src/queue/open-store.ts";
import { migrate } from "../../src/queue/migrate.ts";
import { MIGRATIONS } from "../../src/queue/migrations.ts";
import { tempDir, TEMPLATE_DIR } from "./store-for-test.ts";

async function emptyDatabase() {
  const dataDir = await tempDir();
  const store = await openStore({ databaseUrl: null, dataDir, templateDir: TEMPLATE_DIR, concurrency: 1 });
  await store.close();
  const database = await openPglite({ dataDir });
  await database.db.executeSql("drop schema avatar cascade");
  return {
    database,
    remove: async () => {
      await database.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

test("versions are numbered without gaps, and every earlier version comes forward to the same tables", async () => {
  expect(MIGRATIONS.map(({ version }) => version)).toEqual(MIGRATIONS.map((_, index) => index + 1));
  const { database, remove } = await emptyDatabase();
  const columns = async (): Promise<unknown> =>
    (
      await database.db.executeSql(
        `select table_name, column_name, data_type from information_schema.columns
         where table_schema = 'avatar' order by 1, 2`,
      )
    ).rows;
  try {
    await migrate(database);
    const newest = await columns();
    for (let version = 0; version < MIGRATIONS.length; version += 1) {
      await database.db.executeSql("drop schema avatar cascade");
      await migrate(database, MIGRATIONS.slice(0, version));
      await migrate(database);
      expect(await columns()).toEqual(newest);
    }
  } finally {
    await remove();
  }
});

test("a step that fails changes nothing and runs again next time; a database from a newer version is refused", async () => {
  const { database, remove } = await emptyDatabase();
  const next = MIGRATIONS.length + 1;
  const broken = { version: next, name: "broken", sql: "create table avatar.extra (a int); select 1/0;" };
  const mended = { ...broken, sql: "create table avatar.extra (a int)" };
  try {
    await expect(migrate(database, [...MIGRATIONS, broken])).rejects.toThrow("division by zero");
    await migrate(database, [...MIGRATIONS, mended]);
    await expect(migrate(database)).rejects.toMatchObject({
      code: "STORE_UNAVAILABLE",
      message: expect.stringContaining(`schema ${next}`),
    });
  } finally {
    await remove();
  }
});
