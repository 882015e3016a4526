import { expect, test } from "@jest/globals";
import { PlannedCheck } from "../../../src/domain/plan.ts";
import { TaskState } from "../../../src/domain/task-state.ts";
import { ContextBuilder } from "../../../src/loop/context/context-builder.ts";
import { ContextPacket, ToolSummary } from "../../../src/loop/context/context-packet.ts";
import { createToolRegistry } from "../../../src/loop/tools/registry.ts";

const registry = createToolRegistry({
  shell: { readArgv: () => ({ ok: true, argv: [], env: {} }) },
  contract: {
    review: () => ({ ok: false, steer: "no" }),
    audit: () => null,
    floor: () => PlannedCheck.parse({ name: "f", command: "f", kind: "floor", provenance: "harness:floor" }),
  },
});
const build = (fields: Partial<TaskState>) =>
  new ContextBuilder({ nonce: "c0ffee42" }).build(TaskState.parse({ goal: "Mend it", ...fields }), registry);

test("the packet carries what the state says and the tools of its kind", () => {
  const check = { name: "test", command: "npm test", kind: "test", provenance: "package.json:scripts.test" };
  const state = {
    constraints: ["keep the API"],
    conversation: [{ role: "user" as const, content: "and the tests?" }],
    phase: "editing" as const,
    verificationPlan: [PlannedCheck.parse(check)],
    currentPlan: ["read", "mend"],
    filesRead: ["a.js"],
    filesModified: ["b.js"],
    latestError: "exit 1",
  };
  const { allowedTools, ...rest } = build(state);
  expect(rest).toEqual({
    goal: "Mend it",
    constraints: state.constraints,
    conversation: state.conversation,
    phase: "editing",
    taskKind: "edit",
    plan: state.currentPlan,
    checks: ["test: npm test"],
    filesRead: ["a.js"],
    filesModified: ["b.js"],
    priorActions: [],
    recentEvidence: [],
    latestError: "exit 1",
    hasUncommittedChanges: true,
  });
  expect(allowedTools.map(({ name }) => name)).toEqual(
    registry
      .active({ taskKind: "edit", phase: "editing", contract: "found", hasTests: true, hasLint: false })
      .map(({ name }) => name),
  );
  const [first] = allowedTools;
  expect(first).toEqual({
    name: "read_file",
    description: expect.any(String),
    inputSchema: expect.objectContaining({ type: "object" }),
  });
});

test("a packet needs a goal and a phase and nothing else; every default is the specification's", () => {
  expect(ContextPacket.parse({ goal: "g", phase: "editing" })).toEqual({
    goal: "g",
    constraints: [],
    conversation: [],
    phase: "editing",
    taskKind: "investigate",
    plan: [],
    checks: [],
    filesRead: [],
    filesModified: [],
    priorActions: [],
    recentEvidence: [],
    allowedTools: [],
    latestError: null,
    hasUncommittedChanges: false,
  });
  expect(ContextPacket.safeParse({ goal: "g" }).success).toBe(false);
  expect(ContextPacket.safeParse({ phase: "editing" }).success).toBe(false);
  expect(ToolSummary.parse({ name: "n", description: "d" })).toEqual({
    name: "n",
    description: "d",
    inputSchema: {},
  });
  expect(ToolSummary.safeParse({ name: "n" }).success).toBe(false);
  expect(ToolSummary.safeParse({ description: "d" }).success).toBe(false);
});

test("a new state gives a packet with nothing in it but the goal, the phase and the tools", () => {
  expect(build({ taskKind: "investigate" })).toMatchObject({
    constraints: [],
    conversation: [],
    phase: "investigating",
    taskKind: "investigate",
    plan: [],
    filesRead: [],
    filesModified: [],
    priorActions: [],
    recentEvidence: [],
    latestError: null,
    hasUncommittedChanges: false,
  });
});

test("by default the last 25 forgotten actions are kept as one line each", () => {
  const steps = Array.from({ length: 150 }, (_, n) => n + 1);
  const { priorActions, recentEvidence } = build({
    evidence: steps.map((step) => ({ step, kind: "git_diff", summary: `result ${step}.`, detail: null })),
    decisions: steps.map((step) => ({
      step,
      key: `${step}.1`,
      chosen: "git_diff",
      rationale: "",
      rejected: [],
      outcome: `result ${step}.`,
    })),
  });
  expect(priorActions).toHaveLength(25);
  expect(recentEvidence.length).toBeLessThanOrEqual(40);
  const all = [...priorActions, ...recentEvidence].join("\n");
  for (const step of steps.slice(-25 - recentEvidence.length)) expect(all).toContain(`result ${step}.`);
});

test("by default the last two verdicts keep their detail whatever came after them", () => {
  const verdict = (step: number) => ({
    step,
    kind: "verifier",
    summary: `verdict ${step}`,
    detail: `<${step}>`.repeat(500),
  });
  const reads = Array.from({ length: 12 }, (_, n) => ({
    step: n + 10,
    kind: "read_file",
    summary: `read ${n}`,
    detail: `${n} `.repeat(4_000),
  }));
  const shown = build({ evidence: [verdict(1), verdict(2), verdict(3), ...reads] }).recentEvidence.join("\n");
  expect(shown).toContain("<2><2>");
  expect(shown).toContain("<3><3>");
  expect(shown).not.toContain("<1><1>");
  expect(shown).toContain("verdict 1");
});
