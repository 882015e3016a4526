import { createHash } from "node:crypto";
import type { Db, PgBoss, QueueOptions } from "pg-boss";
import { z } from "zod";
import type { Job } from "../domain/job.ts";
import type { JobLease, JobQueue } from "../domain/ports/job-queue.ts";
import type { RunStore } from "../domain/ports/run-store.ts";
import { type Database, JOB_SCHEMA } from "./database.ts";
import { storeError } from "./store-error.ts";

const RUNS = "runs";
/** Where a job goes that failed every time: kept, with its last error, for a person to look at. */
const DEAD = "runs-dead";

// The lease is the heartbeat: a worker that dies is noticed after ten silent seconds (pg-boss's minimum), so the
// expiry can be longer than any run. Retries are for workers that died and databases that were away; a run that
// fails ends with an outcome and does not come back.
const LEASE = {
  heartbeatSeconds: 10,
  expireInSeconds: 12 * 3600,
  retryLimit: 5,
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: 60,
} satisfies QueueOptions;

const Payload = z.object({ runId: z.string() });

// Commands that ask about a run or end it must not wait behind the run they are about.
const CONTROL_VERBS: readonly Job["verb"][] = ["stop", "status", "help"];

export interface BossQueueParts {
  boss: PgBoss;
  database: Database;
  runs: RunStore;
  /** How many jobs this process runs at a time. */
  concurrency: number;
  /** How long `close` waits for running handlers before it gives their jobs back. */
  drainSeconds: number;
}

/** Creates the queues where they are missing and brings their settings up to date. */
export async function prepareQueues(boss: PgBoss): Promise<void> {
  await boss.createQueue(DEAD);
  // One active job for each key, any number waiting: the second command on an issue queues behind the first.
  await boss.createQueue(RUNS, { policy: "singleton", deadLetter: DEAD, ...LEASE });
  await boss.updateQueue(RUNS, { deadLetter: DEAD, ...LEASE });
}

export function bossQueue(parts: BossQueueParts): JobQueue {
  const { boss, database, concurrency, drainSeconds } = parts;
  return {
    enqueue: async (job) => {
      try {
        return await database.transaction((db) => insert(boss, db, job));
      } catch (error) {
        throw storeError(error, "accepting a command");
      }
    },
    work: async (handler) => {
      try {
        if (database.engine === "pglite") await giveBackOrphans(boss, database.db);
        await boss.work(
          RUNS,
          { localConcurrency: concurrency, pollingIntervalSeconds: 0.5, heartbeatRefreshSeconds: 3 },
          async (jobs) => {
            for (const job of jobs) await runOne(parts.runs, { ...job, handler });
          },
        );
      } catch (error) {
        throw storeError(error, "starting to take jobs");
      }
    },
    close: () => boss.stop({ graceful: true, timeout: drainSeconds * 1000 }),
  };
}

// Run row, its unique keys and the job commit together or not at all.
async function insert(boss: PgBoss, db: Db, job: Job): Promise<"accepted" | "duplicate"> {
  const repository = `${job.repository.owner}/${job.repository.name}`;
  const { rows } = await db.executeSql(
    `insert into avatar.runs
       (run_id, delivery_id, installation_id, repository, issue, comment_id, command_digest, job)
     values ($1, $2, $3, $4, $5, $6, $7, $8::json)
     on conflict do nothing
     returning run_id`,
    [
      job.runId,
      job.deliveryId,
      job.installationId,
      repository,
      job.issue.number,
      job.comment.id,
      commandDigest(job),
      JSON.stringify(job),
    ],
  );
  if (rows.length === 0) return "duplicate";
  const isControl = CONTROL_VERBS.includes(job.verb);
  await boss.send(
    RUNS,
    { runId: job.runId },
    {
      db,
      priority: isControl ? 1 : 0,
      singletonKey: isControl ? `run:${job.runId}` : `${repository.toLowerCase()}#${job.issue.number}`,
    },
  );
  return "accepted";
}

function commandDigest(job: Job): string {
  return createHash("sha256").update(`${job.verb}\n${job.text}`).digest("hex");
}

// A job can come again after its run has ended (the worker died in between) or after the run was deleted.
async function runOne(
  runs: RunStore,
  lease: { data: unknown; signal: AbortSignal; handler: (lease: JobLease) => Promise<void> },
): Promise<void> {
  const { runId } = Payload.parse(lease.data);
  const row = await runs.get(runId);
  if (row === null || row.status === "ended") return;
  await lease.handler({ job: row.job, signal: lease.signal });
}

// The embedded database has one process. Jobs that are active when it starts to work belong to one that died,
// so they need not wait for their heartbeat to run out.
async function giveBackOrphans(boss: PgBoss, db: Db): Promise<void> {
  const { rows } = await db.executeSql(
    `select id from ${JOB_SCHEMA}.job where name = '${RUNS}' and state = 'active'`,
  );
  const ids = z
    .array(z.object({ id: z.string() }))
    .parse(rows)
    .map((row) => row.id);
  if (ids.length > 0) await boss.fail(RUNS, ids, { reason: "The worker died." });
}
