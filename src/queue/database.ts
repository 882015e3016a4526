import type { ConstructorOptions, Db } from "pg-boss";

/** Where our own tables live, and where pg-boss keeps its jobs: two schemas of one database. */
export const SCHEMA = "avatar";
export const JOB_SCHEMA = "avatar_jobs";

/** One PostgreSQL, embedded or by URL. Both speak the same SQL and take the same code. */
export interface Database {
  readonly engine: "pglite" | "postgresql";
  readonly db: Db;
  /** What pg-boss has to know about this engine, and how often (in seconds) it looks for dead workers. */
  readonly bossOptions: Pick<
    ConstructorOptions,
    "backend" | "monitorVacuum" | "superviseIntervalSeconds" | "monitorIntervalSeconds"
  >;
  /** Commits when the work returns, rolls back when it throws. The work may use the given connection only. */
  transaction<T>(work: (db: Db) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}
