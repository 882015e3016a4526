import { openStore, type StoreOptions } from "../../src/queue/open-store.ts";

// A worker of its own for the tests that kill one: takes jobs, says so, and never finishes them.
const options = JSON.parse(process.argv[2] ?? "") as StoreOptions;
const store = await openStore(options);
await store.queue.work(async ({ job }) => {
  await store.runs.markRunning(job.runId);
  process.stdout.write(`${job.runId}\n`);
  await new Promise(() => {});
});
