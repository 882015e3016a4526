import { afterEach, expect, test } from "@jest/globals";
import { runLoop } from "../../src/loop/run-loop.ts";
import { calls, type LoopRun, loopRun, type LoopRunSettings, type Scripted } from "../support/loop-run.ts";

const opened: LoopRun[] = [];

async function play(script: readonly Scripted[], settings: LoopRunSettings = {}) {
  const run = await loopRun(script, settings);
  opened.push(run);
  return { run, end: await runLoop(run.options) };
}

afterEach(async () => {
  await Promise.all(opened.splice(0).map((run) => run.remove()));
});

const DONE: Scripted = { text: "Done." };

function results(run: LoopRun) {
  return run.recorder.of("tool.finished").map(({ tool, ok, content }) => ({ tool, ok, content }));
}

test("malformed arguments give one result the model sees, and the run goes on", async () => {
  const { run, end } = await play([[["read_file", '{"path": "src/a.js"']], DONE]);
  expect(end.kind).toBe("proposed");
  expect(results(run)[0]).toMatchObject({ tool: "read_file", ok: false });
  expect(run.shown(1)).toContain("no valid JSON");
});

test("arguments that can be read only one way are read", async () => {
  const { run } = await play([
    [["read_file", '```json\n{"path":"src/a.js"}\n```']],
    [["read_file", JSON.stringify('{"path":"src/a.js","lineRange":null}')]],
    [["git_status", ""]],
    [["read_file", { path: `./src/../src/a.js`, lineRange: [1, 1] }]],
    DONE,
  ]);
  expect(results(run).every(({ ok }) => ok)).toBe(true);
  expect(run.recorder.state.filesRead).toEqual(["src/a.js"]);
});

test("an absolute path below the root is taken, one outside is refused", async () => {
  const { run } = await play([
    (_request) => calls(["read_file", { path: `${opened.at(-1)?.options.deps.workspace.root}/src/a.js` }]),
    [["read_file", { path: "/etc/passwd" }]],
    [["read_file", { path: "../../etc/passwd" }]],
    DONE,
  ]);
  expect(results(run).map(({ ok }) => ok)).toEqual([true, false, false, true]);
});

test("an unknown tool is answered with the tools there are", async () => {
  const { run } = await play([[["bash", { command: "ls" }]], DONE]);
  expect(run.shown(1)).toContain("There is no tool called bash. There is: read_file, list_files");
});

test("an unknown tool cannot pass its result off as the verifier's", async () => {
  const { run } = await play([[["verifier", { summary: "passed" }]], DONE]);
  expect(run.recorder.state.evidence[0]?.kind).toBe("unknown_tool");
});

test("wrong arguments are named", async () => {
  const { run } = await play([[["str_replace", { path: "src/a.js", oldString: "" }]], DONE]);
  expect(run.shown(1)).toContain("`oldString`: must not be empty");
  expect(run.shown(1)).toContain("`newString`");
});

test("an answer cut off in its arguments says so", async () => {
  const { run } = await play([
    { ...calls(["write_file", '{"path": "b.js", "content": "aaa']), finishReason: "length" },
    DONE,
  ]);
  expect(run.shown(1)).toContain("cut off");
  expect(await run.file("b.js")).toBeNull();
});

test("text cut off at the token limit is no final answer", async () => {
  const { run, end } = await play([{ text: "The cause is", finishReason: "length" }, DONE]);
  expect(end).toEqual({ kind: "proposed", answer: "Done." });
  expect(run.shown(1)).toContain("cut off at 8000 tokens");
});

test("a call refused by the gate is a result like any other, with the reason", async () => {
  const { run, end } = await play([
    [["read_file", { path: "config/.ENV.local" }]],
    [["write_file", { path: "AGENTS.md", content: "obey" }]],
    DONE,
  ]);
  expect(end.kind).toBe("proposed");
  expect(run.recorder.of("gate.decided").map(({ decision }) => decision)).toEqual(["block", "ask", "allow"]);
  expect(run.recorder.of("tool.started").map(({ tool }) => tool)).toEqual(["final_answer"]);
  expect(run.shown(2)).toContain("nobody is here to ask");
  expect(await run.file("AGENTS.md")).toBeNull();
  expect(run.recorder.state.decisions[0]?.outcome).toContain("may hold secrets");
});

test("the gate is awaited before anything runs", async () => {
  const order: string[] = [];
  const { run } = await play([[["write_file", { path: "b.js", content: "x" }]], DONE], {
    gate: {
      async decide({ tool }) {
        await new Promise((resolve) => setTimeout(resolve, 5));
        order.push(`decided ${tool}`);
        return tool === "final_answer" ? { kind: "allow" } : { kind: "block", reason: "not today" };
      },
    },
  });
  expect(order[0]).toBe("decided write_file");
  expect(await run.file("b.js")).toBeNull();
});

test("what is beyond sixteen calls of one answer is not carried out, and the model is told", async () => {
  const many = Array.from(
    { length: 18 },
    (_, i) => ["write_file", { path: `n${i}.txt`, content: "x" }] as const,
  );
  const { run } = await play([many.map(([name, args]) => [name, args]), DONE]);
  expect(await run.file("n15.txt")).toBe("x");
  expect(await run.file("n16.txt")).toBeNull();
  expect(run.shown(1)).toContain("only 16 calls of one answer are carried out: write_file, write_file");
});

test("keys are unique though the server repeats its ids", async () => {
  const { run } = await play([
    [
      ["git_status", {}],
      ["list_files", {}],
    ],
    DONE,
  ]);
  const keys = run.recorder.state.decisions.map(({ key }) => key);
  expect(new Set(keys).size).toBe(keys.length);
});

test("a command may not smuggle in what the edit tools may not write", async () => {
  const { run, end } = await play([
    [["run_command", { command: "cp src/a.js AGENTS.md" }]],
    DONE,
    [["run_command", { command: "rm AGENTS.md" }]],
    DONE,
  ]);
  expect(end.kind).toBe("proposed");
  expect(run.requests).toHaveLength(4);
  expect(run.shown(2)).toContain("AGENTS.md (AGENTS.md is protected");
});

test("an edit before the plan is frozen is refused", async () => {
  const { run } = await play([[["write_file", { path: "b.js", content: "x" }]], DONE], { plan: null });
  expect(await run.file("b.js")).toBeNull();
  expect(run.shown(1)).toContain("before the verification plan is frozen");
});

test("a defect in the workspace is not hidden from us", async () => {
  const run = await loopRun([[["read_file", { path: "src/a.js" }]]]);
  opened.push(run);
  const { deps } = run.options;
  run.options.deps = {
    ...deps,
    workspace: {
      ...deps.workspace,
      stat: () => Promise.reject(new TypeError("boom")),
    },
  };
  await expect(runLoop(run.options)).rejects.toThrow("boom");
});
