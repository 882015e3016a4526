import { z } from "zod";
import { Job } from "../domain/job.ts";
import type { RunRow, RunStore } from "../domain/ports/run-store.ts";
import { RunResult } from "../domain/run-result.ts";
import type { Database } from "./database.ts";
import { storeError } from "./store-error.ts";

const COLUMNS = "run_id, job, status, result, created_at, ended_at";

const StoredRun = z.object({
  run_id: z.string(),
  job: Job,
  status: z.enum(["queued", "running", "ended"]),
  // A result that this version cannot read any more must not hide the run it belongs to.
  result: RunResult.nullable().catch(null),
  created_at: z.date(),
  ended_at: z.date().nullable(),
});

/** The runs of `avatar.runs`. All verbs throw STORE_UNAVAILABLE when the database fails. */
export function sqlRunStore(database: Database): RunStore {
  const write = async (doing: string, text: string, values: unknown[]): Promise<unknown[]> => {
    try {
      return (await database.db.executeSql(text, values)).rows;
    } catch (error) {
      throw storeError(error, doing);
    }
  };
  const read = async (doing: string, text: string, values: unknown[]): Promise<RunRow[]> =>
    (await write(doing, text, values)).map(toRunRow);
  return {
    get: async (runId) =>
      (await read("looking up a run", `select ${COLUMNS} from avatar.runs where run_id = $1`, [runId]))[0] ??
      null,
    list: (limit) =>
      read("listing runs", `select ${COLUMNS} from avatar.runs order by created_at desc, run_id limit $1`, [
        limit,
      ]),
    // A run that has ended stays ended: a worker that lost its lease cannot reopen it.
    markRunning: async (runId) => {
      await write(
        "marking a run as running",
        `update avatar.runs set status = 'running', started_at = coalesce(started_at, now())
         where run_id = $1 and status <> 'ended'`,
        [runId],
      );
    },
    markEnded: async (runId, result) => {
      await write(
        "marking a run as ended",
        `update avatar.runs set status = 'ended', result = $2::json, ended_at = now()
         where run_id = $1 and status <> 'ended'`,
        [runId, result === null ? null : JSON.stringify(result)],
      );
    },
  };
}

function toRunRow(row: unknown): RunRow {
  const { run_id, job, status, result, created_at, ended_at } = StoredRun.parse(row);
  return { runId: run_id, job, status, result, createdAt: created_at, endedAt: ended_at };
}
