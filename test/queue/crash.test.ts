import { describe, expect, test } from "@jest/globals";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { openStore, type StoreOptions } from "../../src/queue/open-store.ts";
import { aJob, engines } from "./store-for-test.ts";

const WORKER = fileURLToPath(new URL("worker-process.ts", import.meta.url));

/** A real worker process; resolves once it has begun a job. */
async function workerAtWork(options: StoreOptions): Promise<{ runId: string; kill: () => Promise<void> }> {
  const child = spawn(process.execPath, [WORKER, JSON.stringify(options)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = (await once(child.stdout, "data")) as [Buffer];
  const kill = async (): Promise<void> => {
    child.kill("SIGKILL");
    await once(child, "exit");
  };
  return { runId: line.toString().trim(), kill };
}

describe.each(engines)("on $name", (engine) => {
  test("a job whose worker process is killed is run again by the next one", async () => {
    const { options, remove } = await engine.prepare();
    const job = aJob();
    const intake = await openStore(options);
    await intake.queue.enqueue(job);
    await intake.close();

    const { runId, kill } = await workerAtWork(options);
    expect(runId).toBe(job.runId);
    if (options.databaseUrl === null) {
      await expect(openStore(options)).rejects.toMatchObject({ code: "STORE_LOCKED" });
    }
    await kill();

    const store = await openStore(options);
    try {
      expect(await store.runs.get(job.runId)).toMatchObject({ status: "running" });
      const again = Promise.withResolvers<unknown>();
      await store.queue.work(async (lease) => again.resolve(lease.job));
      expect(await again.promise).toEqual(job);
    } finally {
      await store.close();
      await remove();
    }
  });
});
