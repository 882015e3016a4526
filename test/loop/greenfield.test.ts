import { afterEach, expect, test } from "@jest/globals";
import { runLoop } from "../../src/loop/run-loop.ts";
import { createContractRules } from "../../src/plan/contract-rules.ts";
import { type LoopRun, loopRun, type LoopRunSettings, type Scripted } from "../support/loop-run.ts";

const opened: LoopRun[] = [];

async function play(script: readonly Scripted[], settings: LoopRunSettings = {}): Promise<LoopRun> {
  const run = await loopRun(script, { plan: [], ...settings });
  opened.push(run);
  await runLoop(run.options);
  return run;
}

afterEach(async () => {
  await Promise.all(opened.splice(0).map((run) => run.remove()));
});

const DONE: Scripted = { text: "Done." };
const WRITE: Scripted = [["write_file", { path: "b.js", content: "x" }]];
const declare = (...checks: string[]): Scripted => [
  ["declare_verification", { checks, changeKinds: ["code"] }],
];

function toolsOf(run: LoopRun, request: number): string[] {
  return run.requests[request]?.tools.map(({ name }) => name) ?? [];
}

test("edits wait for a declaration; with it they are open and the floor lies beneath", async () => {
  const run = await play([WRITE, declare("node b.js"), WRITE, DONE]);
  expect(run.shown(1)).toContain("Call declare_verification first");
  expect(await run.file("b.js")).toBe("x");
  expect(run.recorder.state.verificationPlan?.map(({ kind, command }) => [kind, command])).toEqual([
    ["declared", "node b.js"],
    ["floor", "true"],
  ]);
  expect(run.recorder.state).toMatchObject({ declaredChangeKinds: ["code"], declarationNudges: 1 });
  expect(toolsOf(run, 0)).toContain("declare_verification");
  expect(toolsOf(run, 2)).toContain("alter_verification");
  expect(toolsOf(run, 2)).not.toContain("declare_verification");
});

test("a refused declaration comes back with the steer and opens nothing", async () => {
  const run = await play([declare("true"), WRITE, DONE]);
  expect(run.shown(1)).toContain("proves nothing; run what you build");
  expect(await run.file("b.js")).toBeNull();
  expect(run.recorder.state.verificationPlan).toEqual([]);
});

test.each([
  ["vacuous", ["echo ok"], ["code"], "proves nothing", ["node b.js"]],
  [
    "non-covering",
    ["node b.js"],
    ["code", "content"],
    "covers the documents",
    ["node b.js", "grep -q b b.md"],
  ],
  ["shell-operator", ["node b.js > log"], ["code"], "redirects", ["node b.js"]],
])("a %s declaration is refused with a steer, and what the steer asks for is taken", async (...row) => {
  const [, checks, changeKinds, steer, better] = row;
  const run = await play(
    [
      [["declare_verification", { checks, changeKinds }]],
      WRITE,
      [["declare_verification", { checks: better, changeKinds }]],
      WRITE,
      DONE,
    ],
    { contract: createContractRules() },
  );
  expect(run.shown(1)).toContain(steer);
  expect(run.recorder.of("tool.finished").map(({ ok }) => ok)).toEqual([false, false, true, true, true]);
  expect(run.recorder.of("contract.declared")).toHaveLength(1);
  expect(run.recorder.state.verificationPlan?.map(({ kind }) => kind)).toEqual([
    ...better.map(() => "declared"),
    "floor",
  ]);
});

test("after the nudges the floor alone has to do", async () => {
  const run = await play([WRITE, WRITE, WRITE, DONE], { budget: { declarationNudges: 2 } });
  expect(run.recorder.of("declaration.nudged")).toHaveLength(2);
  expect(run.recorder.state.verificationPlan?.map(({ kind }) => kind)).toEqual(["floor"]);
  expect(await run.file("b.js")).toBe("x");
});

test("a change that a command made is asked for its declaration too, before it is worth a verification", async () => {
  const touch: Scripted = [["run_command", { command: "touch c.js" }]];
  const run = await play([touch, DONE, declare("node c.js"), DONE]);
  expect(run.recorder.of("declaration.nudged")).toHaveLength(1);
  expect(run.shown(2)).toContain("Call declare_verification first");
  expect(run.recorder.state.verificationPlan?.map(({ command }) => command)).toContain("node c.js");

  const stubborn = await play([touch, DONE], { budget: { declarationNudges: 2 } });
  expect(stubborn.recorder.of("declaration.nudged")).toHaveLength(2);
  expect(stubborn.recorder.state).toMatchObject({ phase: "verifying", verificationPlan: [] });
});

test("a second declaration is refused: the goalposts are settled", async () => {
  const run = await play([
    [
      ["declare_verification", { checks: ["node b.js"], changeKinds: ["code"] }],
      ["declare_verification", { checks: ["node c.js"], changeKinds: ["code"] }],
    ],
    DONE,
  ]);
  expect(run.recorder.of("contract.declared")).toHaveLength(1);
});

test("altering the declaration needs a person, and nobody is there", async () => {
  const run = await play([
    declare("node b.js"),
    [["alter_verification", { checks: ["node c.js"], changeKinds: ["code", "content"], reason: "entry" }]],
    DONE,
  ]);
  expect(run.recorder.of("gate.decided")[1]).toMatchObject({
    tool: "alter_verification",
    decision: "ask",
    tier: 3,
  });
  expect(run.recorder.of("contract.amended")).toHaveLength(0);
});

test("a gate that agrees amends the declared checks and keeps the floor", async () => {
  const run = await play(
    [
      declare("node b.js"),
      [["alter_verification", { checks: ["node c.js"], changeKinds: ["code", "content"], reason: "entry" }]],
      DONE,
    ],
    { gate: { decide: async () => ({ kind: "allow" }) } },
  );
  expect(run.recorder.state.verificationPlan?.map(({ command }) => command)).toEqual(["node c.js", "true"]);
  expect(run.recorder.state.declaredChangeKinds).toEqual(["code", "content"]);
  expect(run.recorder.of("contract.amended")).toMatchObject([{ approvedBy: "policy" }]);
});

test("an amendment that a person agreed to names that person", async () => {
  const run = await play(
    [
      declare("node b.js"),
      [["alter_verification", { checks: ["node c.js"], changeKinds: ["code"], reason: "entry" }]],
      DONE,
    ],
    {
      gate: {
        decide: async ({ tool }) =>
          tool === "alter_verification" ? { kind: "allow", by: "octocat" } : { kind: "allow" },
      },
    },
  );
  expect(run.recorder.of("contract.amended")).toMatchObject([{ approvedBy: "octocat" }]);
});

test("where checks were found, nothing is to be declared", async () => {
  const run = await play([declare("node b.js"), DONE], { plan: [{}] });
  expect(toolsOf(run, 0)).not.toContain("declare_verification");
  expect(run.recorder.of("contract.declared")).toHaveLength(0);
});

test("a change of a kind that was not declared is sent back before it is worth a verification", async () => {
  const run = await play([
    declare("node b.js"),
    [["write_file", { path: "b.md", content: "# b\n" }]],
    DONE,
    [["delete_file", { path: "b.md" }]],
    WRITE,
    DONE,
  ]);
  expect(run.shown(3)).toContain("not declared: b.md");
  expect(run.requests).toHaveLength(6);
  expect(run.recorder.state.finalAnswer).toBe("Done.");
});
