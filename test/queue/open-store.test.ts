import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { randomUUID } from "node:crypto";
import type { Job } from "../../src/domain/job.ts";
import { NO_USAGE } from "../../src/domain/usage.ts";
import type { RunResult } from "../../src/domain/run-result.ts";
import { openStore, type Store } from "../../src/queue/open-store.ts";
import { aJob, type Engine, engines } from "./store-for-test.ts";

function aResult(runId: string): RunResult {
  return {
    runId,
    outcome: "failed",
    phase: "verifying",
    taskKind: "edit",
    goal: "Sums",
    finalAnswer: null,
    reason: "The tests still fail.",
    trouble: null,
    baseSha: null,
    headSha: null,
    verdict: null,
    plan: null,
    usage: NO_USAGE,
    cost: 0.25,
    recordedModel: false,
    timings: { total: 12 },
  };
}

/** One store for the tests that do not need it for themselves; each job goes to the handler its test has set. */
interface Bench {
  store: Store;
  /** Accepts the jobs, then resolves with their leases once each has reached a worker. */
  handle(jobs: Job[], handler?: (job: Job) => Promise<void>): Promise<Job[]>;
  remove(): Promise<void>;
}

async function openBench(engine: Engine): Promise<Bench> {
  const { options, remove } = await engine.prepare();
  const store = await openStore(options);
  const handlers = new Map<string, (job: Job) => Promise<void>>();
  await store.queue.work(async ({ job }) => handlers.get(job.runId)?.(job));
  return {
    store,
    handle: async (jobs, handler = async () => {}) => {
      const arrived = jobs.map((job) => {
        const { promise, resolve } = Promise.withResolvers<Job>();
        handlers.set(job.runId, async (got) => {
          resolve(got);
          await handler(got);
        });
        return promise;
      });
      for (const job of jobs) expect(await store.queue.enqueue(job)).toBe("accepted");
      return Promise.all(arrived);
    },
    remove: async () => {
      await store.close();
      await remove();
    },
  };
}

describe.each(engines)("on $name", (engine) => {
  let bench: Bench;
  let store: Store;
  beforeAll(async () => {
    bench = await openBench(engine);
    store = bench.store;
  });
  afterAll(() => bench.remove());

  test("an accepted job reaches the worker exactly as it was, and is found as a run", async () => {
    const job = aJob({ text: "this\n\nwith more text, an emoji 🚀, a NUL \0 and half a pair \u{d83d}" });
    expect(await bench.handle([job])).toEqual([job]);
    expect(await store.runs.get(job.runId)).toMatchObject({ runId: job.runId, job, result: null });
    expect((await store.runs.list(100)).map((row) => row.runId)).toContain(job.runId);
    expect(await store.runs.get("run-unknown")).toBeNull();
  });

  test("the same delivery again is a duplicate, whatever run id it would get", async () => {
    const job = aJob();
    expect(await store.queue.enqueue(job)).toBe("accepted");
    const again = { ...job, runId: randomUUID() };
    expect(await store.queue.enqueue(again)).toBe("duplicate");
    expect(await store.runs.get(again.runId)).toBeNull();
  });

  test("the same command of the same comment through another delivery is a duplicate; another command is not", async () => {
    const job = aJob();
    const again = { ...job, runId: randomUUID(), deliveryId: randomUUID() };
    const other = { ...job, runId: randomUUID(), deliveryId: randomUUID(), verb: "explain" as const };
    expect(await store.queue.enqueue(job)).toBe("accepted");
    expect(await store.queue.enqueue(again)).toBe("duplicate");
    expect(await store.queue.enqueue(other)).toBe("accepted");
    expect(await store.runs.get(again.runId)).toBeNull();
    expect(await store.runs.get(other.runId)).not.toBeNull();
  });

  test("of 20 simultaneous deliveries of one comment exactly one is accepted and kept", async () => {
    const job = aJob();
    const rivals = Array.from({ length: 20 }, () => ({
      ...job,
      runId: randomUUID(),
      deliveryId: randomUUID(),
    }));
    const answers = await Promise.all(rivals.map((rival) => store.queue.enqueue(rival)));
    expect(answers.filter((answer) => answer === "accepted")).toHaveLength(1);
    const rows = await Promise.all(rivals.map((rival) => store.runs.get(rival.runId)));
    expect(rows.filter((row) => row !== null)).toHaveLength(1);
  });

  test("a command of 60,000 characters is kept whole", async () => {
    const job = aJob({ text: "ä".repeat(60_000) });
    expect(await store.queue.enqueue(job)).toBe("accepted");
    expect((await store.runs.get(job.runId))?.job.text).toBe(job.text);
  });

  test("commands on one issue run one after the other, in order; a stop does not wait", async () => {
    const { issue } = aJob();
    const [first, second] = [aJob({ issue }), aJob({ issue })];
    const stop = aJob({ issue, verb: "stop", text: "" });
    const seen: Job[] = [];
    const stopCame = Promise.withResolvers<void>();
    await bench.handle([first, second, stop], async (job) => {
      seen.push(job);
      if (job.runId === stop.runId) stopCame.resolve();
      if (job.runId === first.runId) {
        // Only a stop that does not wait for this run lets it go on, and the second command must not be here yet.
        await stopCame.promise;
        expect(seen).not.toContainEqual(second);
      }
    });
    expect(seen.filter(({ runId }) => runId !== stop.runId)).toEqual([first, second]);
  });

  test("a handler that throws gives the job back", async () => {
    const job = aJob();
    let tries = 0;
    const doneAtLast = Promise.withResolvers<Job>();
    await bench.handle([job], async (got) => {
      tries += 1;
      if (tries === 1) throw new Error("the worker lost its disk");
      doneAtLast.resolve(got);
    });
    expect(await doneAtLast.promise).toEqual(job);
  });

  test("a run is marked running and ended, keeps its result, and cannot be reopened", async () => {
    const job = aJob();
    const result = { ...aResult(job.runId), finalAnswer: "output with a NUL \0 in it" };
    await store.queue.enqueue(job);
    await store.runs.markRunning(job.runId);
    expect(await store.runs.get(job.runId)).toMatchObject({ status: "running", result: null, endedAt: null });
    await store.runs.markEnded(job.runId, result);
    await store.runs.markRunning(job.runId);
    await store.runs.markEnded(job.runId, { ...result, outcome: "blocked" });
    const row = await store.runs.get(job.runId);
    expect(row).toMatchObject({ status: "ended", result });
    expect(row?.endedAt).toBeInstanceOf(Date);
  });
});

describe.each(engines)("a store of its own on $name", (engine) => {
  test("waiting jobs are still there after the store was closed; a run that had ended is not run again", async () => {
    const { options, remove } = await engine.prepare();
    const { issue } = aJob();
    const [ended, job] = [aJob({ issue }), aJob({ issue })];
    const first = await openStore(options);
    await first.queue.enqueue(ended);
    await first.queue.enqueue(job);
    await first.runs.markEnded(ended.runId, aResult(ended.runId));
    await first.close();
    const second = await openStore(options);
    try {
      expect(await second.queue.enqueue(job)).toBe("duplicate");
      // Commands on one issue come in order: whoever comes first shows whether the ended one was left out.
      const got = Promise.withResolvers<Job>();
      await second.queue.work(async (lease) => {
        expect(lease.signal.aborted).toBe(false);
        got.resolve(lease.job);
      });
      expect(await got.promise).toEqual(job);
    } finally {
      await second.close();
      await remove();
    }
  });

  test("close waits for a running handler; afterwards health says what is wrong", async () => {
    const { options, remove } = await engine.prepare();
    const store = await openStore(options);
    await store.queue.enqueue(aJob());
    const began = Promise.withResolvers<void>();
    const mayEnd = Promise.withResolvers<void>();
    let ended = false;
    await store.queue.work(async () => {
      began.resolve();
      await mayEnd.promise;
      ended = true;
    });
    await began.promise;
    const engineName = engine.name === "PGlite" ? "pglite" : "postgresql";
    expect(await store.health()).toEqual({ ok: true, engine: engineName, problem: null });
    const closing = store.close();
    mayEnd.resolve();
    await closing;
    expect(ended).toBe(true);
    expect(await store.health()).toMatchObject({ ok: false, problem: expect.stringContaining("database") });
    await remove();
  });
});
