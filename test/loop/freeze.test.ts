import { afterEach, expect, test } from "@jest/globals";
import { AvatarError } from "../../src/domain/errors.ts";
import { PlannedCheck } from "../../src/domain/plan.ts";
import type { Freeze } from "../../src/loop/loop-options.ts";
import { runLoop } from "../../src/loop/run-loop.ts";
import { type LoopRun, loopRun, type Scripted } from "../support/loop-run.ts";

const opened: LoopRun[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((run) => run.remove()));
});

const checks = [
  PlannedCheck.parse({ name: "test", command: "true", kind: "test", provenance: "Makefile:test" }),
];

/** A run whose plan is resolved; it is frozen at the first wait, which notes how far the run was by then. */
async function unfrozen(script: readonly Scripted[], failure: AvatarError | null = null) {
  const waited: string[] = [];
  let frozen: Promise<void> | null = null;
  const happen = async () => {
    waited.push(run.recorder.state.decisions.at(-1)?.chosen ?? "nothing");
    if (failure !== null) throw failure;
    await run.recorder.record({ type: "plan.frozen", checks, digest: "d", rubric: [] });
    await run.recorder.record({ type: "phase.changed", phase: "editing", reason: "frozen" });
  };
  const freeze: Freeze = {
    begin: () => {},
    wait: () => (frozen ??= happen()),
    hasFailed: () => failure !== null,
  };
  const run = await loopRun(script, { plan: null, freeze });
  opened.push(run);
  await run.recorder.record({ type: "plan.resolved", setup: [], checks, excluded: [], warnings: [] });
  return { run, waited };
}

const READS: Scripted = [
  ["read_file", { path: "src/a.js" }],
  ["search_repo", { query: "let" }],
  ["list_files", {}],
];
const EDIT: Scripted = [["str_replace", { path: "src/a.js", oldString: "a = 1", newString: "a = 3" }]];

test("reading goes on beside the set-up; the first edit waits for the freeze", async () => {
  const { run, waited } = await unfrozen([READS, EDIT, { text: "a is 3 now" }]);
  expect(await runLoop(run.options)).toMatchObject({ kind: "proposed" });
  expect(waited).toEqual(["str_replace src/a.js"]);
  const order = run.recorder.events.map(({ type }) => type);
  expect(order.indexOf("plan.frozen")).toBeGreaterThan(order.indexOf("tool.finished"));
  const edit = run.recorder.events.findIndex(
    (event) => event.type === "tool.started" && event.tool === "str_replace",
  );
  expect(order.indexOf("plan.frozen")).toBeLessThan(edit);
});

test("the tools that edit are offered while the freeze comes about, so that a request begins as the one before", async () => {
  const { run } = await unfrozen([READS, EDIT, { text: "a is 3 now" }]);
  await runLoop(run.options);
  const [before, , after] = run.requests.map(({ tools }) => tools);
  expect(before?.map(({ name }) => name)).toContain("str_replace");
  expect(after).toEqual(before);
});

test.each<[string, Scripted]>([
  ["run_command node -v", [["run_command", { command: "node -v" }]]],
  ["git_status", [["git_status", {}]]],
  ["final_answer", { text: "Done." }],
])("%s waits for the freeze", async (chosen, call) => {
  const { run, waited } = await unfrozen([call, { text: "Done." }]);
  await runLoop(run.options);
  expect(waited).toEqual([expect.stringContaining(chosen)]);
});

test("the prompt before the freeze holds the same checks and tools, so that the next one begins with it", async () => {
  const { run } = await unfrozen([READS, EDIT, { text: "a is 3 now" }]);
  await runLoop(run.options);
  expect(run.shown(0)).toContain("test: true");
  expect(run.shown(2).startsWith(run.shown(0))).toBe(true);
  expect(run.requests[2]?.tools).toEqual(run.requests[0]?.tools);
});

test("a set-up that failed ends the run before another answer is paid for", async () => {
  const failure = new AvatarError("SETUP_FAILED", { message: "npm ci failed.", advice: "Mend it." });
  const { run } = await unfrozen([READS, EDIT], failure);
  await expect(runLoop(run.options)).rejects.toBe(failure);
  expect(run.requests).toHaveLength(0);
});

test("a set-up that fails under an edit keeps the file as it was", async () => {
  const failure = new AvatarError("SETUP_FAILED", { message: "npm ci failed.", advice: "Mend it." });
  const { run } = await unfrozen([EDIT], failure);
  const late = { ...run.options, freeze: { ...run.options.freeze, hasFailed: () => false } };
  await expect(runLoop(late)).rejects.toBe(failure);
  expect(await run.file("src/a.js")).toContain("a = 1");
});
