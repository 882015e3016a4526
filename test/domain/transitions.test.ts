import { expect, test } from "@jest/globals";
import { AvatarError } from "../../src/domain/errors.ts";
import { PlannedCheck } from "../../src/domain/plan.ts";
import { TaskState } from "../../src/domain/task-state.ts";
import * as transitions from "../../src/domain/transitions.ts";

function check(kind: PlannedCheck["kind"], name: string = kind): PlannedCheck {
  return PlannedCheck.parse({ name, command: `run ${name}`, kind, provenance: "test" });
}

/** Frozen to the bottom, so that a transition which changes its argument throws. */
function state(fields: Partial<TaskState> = {}): TaskState {
  return freeze(TaskState.parse({ taskId: "t", goal: "g", ...fields }));
}

function freeze<T>(value: T): T {
  if (typeof value === "object" && value !== null) Object.values(value).forEach(freeze);
  return Object.freeze(value);
}

const FORBIDDEN = expect.objectContaining({ code: "STATE_FORBIDDEN" });
const passing = { passed: true, summary: "passed", checks: [], recommendedNextAction: null };
const failing = { ...passing, passed: false, summary: "1 failed" };

test("feedback becomes evidence of the current turn; kind and detail have defaults", () => {
  const before = state({ iterations: 3 });
  expect(transitions.addFeedback(before, { summary: "look again" }).evidence).toEqual([
    { step: 3, kind: "feedback", summary: "look again", detail: null },
  ]);
  const blocker = transitions.addFeedback(before, { summary: "s", detail: "d", kind: "blocker" });
  expect(blocker.evidence[0]).toEqual({ step: 3, kind: "blocker", summary: "s", detail: "d" });
});

test("the plan is frozen once, also when it is empty, and never again", () => {
  const frozen = freeze(transitions.freezeVerificationPlan(state(), []));
  expect(frozen.verificationPlan).toEqual([]);
  expect(() => transitions.freezeVerificationPlan(frozen, [check("test")])).toThrow(FORBIDDEN);
  const full = freeze(transitions.freezeVerificationPlan(state(), [check("test")]));
  expect(() => transitions.freezeVerificationPlan(full, [])).toThrow(FORBIDDEN);
});

test("an amendment replaces the declared checks and keeps the floor and what was detected", () => {
  const plan = [check("declared", "old"), check("test"), check("floor")];
  const amended = transitions.amendDeclaredContract(state({ verificationPlan: plan }), [
    check("declared", "new"),
  ]);
  expect(amended.verificationPlan?.map(({ name }) => name)).toEqual(["new", "test", "floor"]);
});

test("an amendment needs a frozen plan and brings declared checks only", () => {
  expect(() => transitions.amendDeclaredContract(state(), [check("declared")])).toThrow(FORBIDDEN);
  const frozen = state({ verificationPlan: [] });
  for (const kind of ["test", "lint", "smoke", "floor"] as const) {
    expect(() => transitions.amendDeclaredContract(frozen, [check(kind)])).toThrow(FORBIDDEN);
  }
});

test("the floor is appended once; a second one leaves the plan untouched", () => {
  const once = freeze(
    transitions.appendVerificationFloor(state({ verificationPlan: [check("declared")] }), check("floor")),
  );
  expect(once.verificationPlan?.map(({ kind }) => kind)).toEqual(["declared", "floor"]);
  expect(transitions.appendVerificationFloor(once, check("floor", "another"))).toBe(once);
});

test("the floor needs a frozen plan and is of kind floor", () => {
  expect(() => transitions.appendVerificationFloor(state(), check("floor"))).toThrow(FORBIDDEN);
  const frozen = state({ verificationPlan: [] });
  expect(() => transitions.appendVerificationFloor(frozen, check("declared"))).toThrow(FORBIDDEN);
});

test("the smoke floor goes onto an empty frozen plan, and the attempt is on record", () => {
  const bound = transitions.setSmokeFloor(state({ verificationPlan: [] }), [check("smoke")]);
  expect(bound).toMatchObject({ verificationPlan: [check("smoke")], smokeFloorAttempted: true });
});

test("the smoke floor is refused where no plan is frozen and where a plan holds anything", () => {
  expect(() => transitions.setSmokeFloor(state(), [check("smoke")])).toThrow(FORBIDDEN);
  const full = state({ verificationPlan: [check("floor")] });
  expect(() => transitions.setSmokeFloor(full, [check("smoke")])).toThrow(FORBIDDEN);
});

test("blocking is terminal, keeps the phase, and leaves the question and a blocker", () => {
  const blocked = transitions.block(state({ phase: "editing" }), "Which currency?");
  expect(blocked).toMatchObject({
    outcome: "blocked",
    phase: "editing",
    openQuestions: ["Which currency?"],
    latestError: "Which currency?",
    evidence: [{ kind: "blocker", summary: "Which currency?" }],
  });
});

test("a forbidden use is our defect, with a message and an advice", () => {
  const refused = (() => {
    try {
      return transitions.setSmokeFloor(state(), []);
    } catch (error) {
      return error;
    }
  })();
  expect(refused).toBeInstanceOf(AvatarError);
  expect(refused).toMatchObject({ message: expect.any(String), advice: expect.stringMatching(/defect/) });
});

test("a turn counts, its tokens add up", () => {
  const before = state({ iterations: 1, promptTokens: 10, completionTokens: 2 });
  const usage = { promptTokens: 5, completionTokens: 3, cachedTokens: 5, reported: true };
  expect(transitions.beginTurn(before).iterations).toBe(2);
  expect(transitions.recordModelUse(before, usage)).toMatchObject({ promptTokens: 15, completionTokens: 5 });
});

test("the outcome of a decision is filled in after the act, by its key", () => {
  const decision = { step: 1, rationale: "r", chosen: "read_file a", rejected: [], outcome: "" };
  const two = freeze(
    transitions.recordDecision(transitions.recordDecision(state(), { ...decision, key: "1.1" }), {
      ...decision,
      key: "1.2",
    }),
  );
  const settled = transitions.settleDecision(two, "1.2", "lines 1-2");
  expect(settled.decisions.map(({ outcome }) => outcome)).toEqual(["", "lines 1-2"]);
});

const evidence = { step: 1, kind: "read_file", summary: "lines 1-2", detail: "text" };

test("a tool's result is recorded: sets of files sorted and without repeats, commands and evidence in order", () => {
  const before = state({ filesRead: ["b"], filesModified: ["z"], consecutiveFailures: 2, latestError: "e" });
  const command = { step: 1, command: "ls", exitCode: 0, summary: "exit 0" };
  const after = transitions.recordToolResult(before, {
    evidence,
    ok: true,
    filesRead: ["b", "a"],
    filesModified: [],
    command,
  });
  expect(after).toMatchObject({
    filesRead: ["a", "b"],
    filesModified: ["z"],
    commandsRun: [command],
    evidence: [evidence],
    consecutiveFailures: 0,
    latestError: null,
  });
});

test("failures in a row are counted and the last one is the latest error", () => {
  const nothing = { evidence, ok: false, filesRead: [], filesModified: [], command: null };
  const twice = transitions.recordToolResult(transitions.recordToolResult(state(), nothing), nothing);
  expect(twice).toMatchObject({ consecutiveFailures: 2, latestError: "lines 1-2", commandsRun: [] });
});

test("a proposed answer opens verification and ends nothing", () => {
  const proposed = transitions.proposeAnswer(state({ phase: "editing" }), "Done.");
  expect(proposed).toMatchObject({ phase: "verifying", finalAnswer: "Done.", outcome: null });
});

test("a rejection counts as a repair failure and reopens the phase the work was in", () => {
  const editing = transitions.recordVerdict(state({ phase: "verifying" }), failing);
  expect(editing).toMatchObject({
    phase: "editing",
    repairFailures: 1,
    latestError: "1 failed",
    outcome: null,
  });
  const asking = state({ phase: "verifying", taskKind: "investigate" });
  expect(transitions.recordVerdict(asking, failing).phase).toBe("investigating");
});

test("a passing verdict is kept and ends nothing by itself", () => {
  const judged = transitions.recordVerdict(state({ phase: "verifying", latestError: "e" }), passing);
  expect(judged).toMatchObject({ verifierResults: [passing], outcome: null, repairFailures: 0 });
  expect(judged.latestError).toBeNull();
});

test("phase, nudges, declared kinds and signs of escalation are recorded as they are", () => {
  expect(transitions.changePhase(state(), "editing")).toMatchObject({ phase: "editing", outcome: null });
  expect(transitions.recordDeclarationNudge(state()).declarationNudges).toBe(1);
  expect(transitions.declareChangeKinds(state(), ["content"]).declaredChangeKinds).toEqual(["content"]);
  expect(transitions.recordEscalationSigns(state(), 2, true)).toMatchObject({
    escalationThrashStreak: 2,
    escalationNudged: true,
  });
});

test("the one change of kind is investigate to edit, once", () => {
  const asking = state({ taskKind: "investigate", escalationThrashStreak: 3 });
  const escalated = freeze(transitions.escalate(asking));
  expect(escalated).toMatchObject({ taskKind: "edit", escalated: true, escalationThrashStreak: 0 });
  expect(() => transitions.escalate(escalated)).toThrow(FORBIDDEN);
  expect(() => transitions.escalate(state({ taskKind: "test_only" }))).toThrow(FORBIDDEN);
  expect(() => transitions.escalate(state({ taskKind: "investigate", escalated: true }))).toThrow(FORBIDDEN);
});

test("only a passing last verdict can end a run in success", () => {
  expect(() => transitions.end(state(), "success", null)).toThrow(FORBIDDEN);
  const rejected = state({ verifierResults: [passing, failing] });
  expect(() => transitions.end(rejected, "success", null)).toThrow(FORBIDDEN);
  const passed = state({ verifierResults: [failing, passing], latestError: "e" });
  expect(transitions.end(passed, "success", null)).toMatchObject({ outcome: "success", latestError: null });
});

test("a run ends once, and every other outcome keeps its reason", () => {
  for (const outcome of ["incomplete", "blocked", "failed"] as const) {
    const ended = freeze(transitions.end(state(), outcome, "because"));
    expect(ended).toMatchObject({ outcome, latestError: "because" });
    expect(() => transitions.end(ended, "incomplete", null)).toThrow(FORBIDDEN);
  }
});
