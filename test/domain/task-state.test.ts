import { expect, test } from "@jest/globals";
import * as fc from "fast-check";
import { applyEvent, initialState } from "../../src/domain/apply-event.ts";
import { RunEvent } from "../../src/domain/events.ts";
import { PlannedCheck } from "../../src/domain/plan.ts";
import {
  CommandRecord,
  ConversationTurn,
  DecisionRecord,
  Evidence,
  isTerminal,
  TaskState,
} from "../../src/domain/task-state.ts";
import { ToolResult } from "../../src/domain/tool.ts";
import { CheckResult, VerifierResult } from "../../src/domain/verdict.ts";
import { anyEvent, started } from "../journal/sample-events.ts";

test("a state needs a goal and nothing else; every default is the specification's", () => {
  expect(TaskState.safeParse({}).success).toBe(false);
  const { taskId, resolvedPlan, ...rest } = TaskState.parse({ goal: "Make it work" });
  // The one field the specification does not have: what is resolved and not frozen yet.
  expect(resolvedPlan).toBeNull();
  expect(taskId).not.toBe("");
  expect(TaskState.parse({ goal: "Make it work" }).taskId).not.toBe(taskId);
  expect(rest).toEqual({
    goal: "Make it work",
    constraints: [],
    taskKind: "edit",
    modeSource: null,
    phase: "investigating",
    outcome: null,
    iterations: 0,
    consecutiveFailures: 0,
    repairFailures: 0,
    declarationNudges: 0,
    smokeFloorAttempted: false,
    escalated: false,
    escalationThrashStreak: 0,
    escalationNudged: false,
    promptTokens: 0,
    completionTokens: 0,
    filesRead: [],
    filesModified: [],
    commandsRun: [],
    conversation: [],
    evidence: [],
    decisions: [],
    verifierResults: [],
    verificationPlan: null,
    declaredChangeKinds: null,
    currentPlan: [],
    openQuestions: [],
    latestError: null,
    finalAnswer: null,
  });
});

test("phase and outcome are two axes: a live state has a phase and no outcome", () => {
  const live = TaskState.parse({ goal: "g", phase: "verifying" });
  expect(live).toMatchObject({ phase: "verifying", outcome: null });
  expect(isTerminal(live)).toBe(false);
  for (const outcome of ["success", "incomplete", "blocked", "failed"]) {
    expect(isTerminal(TaskState.parse({ goal: "g", phase: "verifying", outcome }))).toBe(true);
  }
});

test("a value outside the two axes and the three kinds does not parse", () => {
  for (const wrong of [{ phase: "success" }, { outcome: "verifying" }, { taskKind: "fix" }]) {
    expect(TaskState.safeParse({ goal: "g", ...wrong }).success).toBe(false);
  }
});

test("a skip without a reason does not parse, a skip with one does", () => {
  const skip = { name: "test", kind: "required", status: "skip", evidence: "" };
  expect(CheckResult.safeParse(skip).success).toBe(false);
  expect(CheckResult.safeParse({ ...skip, skipReason: null }).success).toBe(false);
  expect(CheckResult.safeParse({ ...skip, skipReason: "" }).success).toBe(false);
  expect(CheckResult.safeParse({ ...skip, skipReason: "there is no change to judge" }).success).toBe(true);
  expect(VerifierResult.safeParse({ passed: true, summary: "", checks: [skip] }).success).toBe(false);
});

const RECORDS = [
  {
    name: "CheckResult",
    schema: CheckResult,
    least: { name: "n", kind: "optional", status: "pass", evidence: "e" },
    defaults: { skipReason: null },
  },
  {
    name: "CommandRecord",
    schema: CommandRecord,
    least: { step: 1, command: "npm test" },
    defaults: { exitCode: null, summary: "" },
  },
  {
    name: "ConversationTurn",
    schema: ConversationTurn,
    least: { role: "assistant", content: "c" },
    defaults: {},
  },
  {
    name: "DecisionRecord",
    schema: DecisionRecord,
    least: { step: 1, rationale: "why", chosen: "read_file a" },
    defaults: { key: "", rejected: [], outcome: "" },
  },
  {
    name: "Evidence",
    schema: Evidence,
    least: { step: 1, kind: "feedback", summary: "s" },
    defaults: { detail: null },
  },
  {
    name: "PlannedCheck",
    schema: PlannedCheck,
    least: { name: "test", command: "npm test", kind: "test", provenance: "package.json:scripts.test" },
    defaults: { chain: null, cwd: ".", env: {}, shell: "bash", required: true, job: null },
  },
  {
    name: "VerifierResult",
    schema: VerifierResult,
    least: { passed: true, summary: "s" },
    defaults: { checks: [], recommendedNextAction: null },
  },
  {
    name: "ToolResult",
    schema: ToolResult,
    least: { ok: true, summary: "s", content: "c" },
    defaults: { details: null, filesRead: [], filesModified: [], command: null, intent: null },
  },
] as const;

test.each(RECORDS)("$name: required fields are required, the others have defaults", (record) => {
  const { schema, least, defaults } = record;
  expect(schema.parse(least)).toEqual({ ...least, ...defaults });
  for (const field of Object.keys(least)) {
    const without = Object.fromEntries(Object.entries(least).filter(([name]) => name !== field));
    expect({ field, parses: schema.safeParse(without).success }).toEqual({ field, parses: false });
  }
});

test.each([
  ["CheckResult.kind", CheckResult, { name: "n", kind: "must", status: "pass", evidence: "e" }],
  ["CheckResult.status", CheckResult, { name: "n", kind: "required", status: "ok", evidence: "e" }],
  ["ConversationTurn.role", ConversationTurn, { role: "system", content: "c" }],
  ["PlannedCheck.kind", PlannedCheck, { name: "n", command: "c", kind: "build", provenance: "p" }],
])("%s takes the values of the specification only", (_name, schema, wrong) => {
  expect(schema.safeParse(wrong).success).toBe(false);
});

const text = fc.oneof(
  fc.string({ unit: "binary", maxLength: 20 }),
  fc.constantFrom("\n", "\u2028", "\ud800"),
);

function reachable(events: readonly RunEvent[]): TaskState {
  let state = initialState(started() as Extract<RunEvent, { type: "run.started" }>);
  for (const event of events) {
    try {
      state = applyEvent(state, event);
    } catch {
      // A rule forbids it here; the next may be allowed.
    }
  }
  return state;
}

test("serialize, then parse, gives the same state, whatever has happened in the run", () => {
  fc.assert(
    fc.property(fc.array(anyEvent(text), { maxLength: 30 }), (events) => {
      const state = reachable(events);
      expect(TaskState.parse(JSON.parse(JSON.stringify(state)))).toEqual(state);
    }),
  );
});

test("serialize, then parse, gives the same event", () => {
  fc.assert(
    fc.property(anyEvent(text), (event) => {
      expect(RunEvent.parse(JSON.parse(JSON.stringify(event)))).toEqual(event);
    }),
  );
});

test("a state written before a field existed parses, with that field's default", () => {
  fc.assert(
    fc.property(
      fc.array(anyEvent(text), { maxLength: 15 }),
      fc.subarray(Object.keys(TaskState.shape).filter((field) => field !== "goal" && field !== "taskId")),
      (events, unknown) => {
        const state = reachable(events);
        const older = Object.fromEntries(Object.entries(state).filter(([field]) => !unknown.includes(field)));
        const defaults = TaskState.parse({ goal: "g" });
        const filled = Object.fromEntries(
          unknown.map((field) => [field, defaults[field as keyof TaskState]]),
        );
        expect(TaskState.parse(older)).toEqual({ ...state, ...filled });
      },
    ),
  );
});

test("events written before a field existed parse", () => {
  const first = RunEvent.parse({
    type: "run.started",
    runId: "r",
    goal: "g",
    taskKind: "edit",
    repository: "o/n",
    model: "m",
    budget: {},
  });
  expect(first).toMatchObject({
    constraints: [],
    modeSource: null,
    conversation: [],
    requester: null,
    recordedModel: false,
  });
  const amended = RunEvent.parse({ type: "contract.amended", checks: [], approvedBy: "gate" });
  expect(amended).toMatchObject({ changeKinds: null });
  expect(RunEvent.parse({ type: "setup.finished", steps: [], ok: true })).toMatchObject({ hosts: [] });
  const gate = { type: "gate.decided", step: 1, key: "1.1", tool: "read_file", decision: "allow", tier: 0 };
  expect(RunEvent.parse(gate)).toMatchObject({ reason: "" });
});
