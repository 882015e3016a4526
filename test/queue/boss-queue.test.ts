import { expect, test } from "@jest/globals";
import { rm } from "node:fs/promises";
import { PgBoss } from "pg-boss";
import { bossQueue } from "../../src/queue/boss-queue.ts";
import { JOB_SCHEMA } from "../../src/queue/database.ts";
import { openPglite } from "../../src/queue/open-pglite.ts";
import { openStore } from "../../src/queue/open-store.ts";
import { sqlRunStore } from "../../src/queue/sql-run-store.ts";
import { aJob, tempDir, TEMPLATE_DIR } from "./store-for-test.ts";

test("when the job cannot be written no run row stays behind, and the delivery can come again", async () => {
  const dataDir = await tempDir();
  const store = await openStore({ databaseUrl: null, dataDir, templateDir: TEMPLATE_DIR, concurrency: 1 });
  await store.close();

  const database = await openPglite({ dataDir });
  const boss = new PgBoss({ db: database.db, ...database.bossOptions, schema: JOB_SCHEMA });
  boss.on("error", () => {});
  await boss.start();
  const runs = sqlRunStore(database);
  const queue = bossQueue({ boss, database, runs, concurrency: 1, drainSeconds: 1 });
  const job = aJob();
  await database.db.executeSql(`alter table ${JOB_SCHEMA}.job_common rename to job_away`);
  await expect(queue.enqueue(job)).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
  await database.db.executeSql(`alter table ${JOB_SCHEMA}.job_away rename to job_common`);
  expect(await runs.list(10)).toEqual([]);
  expect(await queue.enqueue(job)).toBe("accepted");
  await queue.close();
  await database.close();
  await rm(dataDir, { recursive: true, force: true });
});
