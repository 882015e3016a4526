import { expect, test } from "@jest/globals";
import * as fc from "fast-check";
import { applyEvent, initialState } from "../../src/domain/apply-event.ts";
import { AvatarError } from "../../src/domain/errors.ts";
import { RunEvent } from "../../src/domain/events.ts";
import { isTerminal, type TaskState } from "../../src/domain/task-state.ts";
import { anyEvent, phase, started } from "../journal/sample-events.ts";

type Started = Extract<RunEvent, { type: "run.started" }>;

const begin = (fields: Partial<Started> = {}): TaskState => initialState(started(fields) as Started);

/** A list that only ever grows at its end. */
function startsWith(list: readonly unknown[], before: readonly unknown[]): boolean {
  return before.every((item, at) => JSON.stringify(item) === JSON.stringify(list[at]));
}

function fixedChecks(state: TaskState): string[] {
  return (state.verificationPlan ?? [])
    .filter(({ kind }) => kind !== "declared")
    .map((check) => JSON.stringify(check));
}

/** What may not happen between two states of a run, whatever the event was. */
function brokenRules(before: TaskState, after: TaskState): string[] {
  const rules: [string, boolean][] = [
    ["the outcome is set once", before.outcome === null || after.outcome === before.outcome],
    ["an ended run does not change", !isTerminal(before) || after === before],
    ["success needs a passing verdict", after.outcome !== "success" || lastPassed(after)],
    ["a verdict never sets the outcome", !judged(before, after) || after.outcome === before.outcome],
    ["evidence is only appended", startsWith(after.evidence, before.evidence)],
    ["verdicts are only appended", startsWith(after.verifierResults, before.verifierResults)],
    ["commands are only appended", startsWith(after.commandsRun, before.commandsRun)],
    ["decisions stay", after.decisions.length >= before.decisions.length],
    ["turns do not go back", after.iterations >= before.iterations],
    ["tokens do not go back", after.promptTokens >= before.promptTokens],
    ["a frozen plan stays frozen", before.verificationPlan === null || after.verificationPlan !== null],
    ["no check that was not declared leaves the plan", startsWith(fixedChecks(after), fixedChecks(before))],
    ["the kind changes from investigate to edit only, once", kindsHold(before, after)],
    ["files are sets", isSet(after.filesRead) && isSet(after.filesModified)],
    ["goal and identity stay", after.goal === before.goal && after.taskId === before.taskId],
  ];
  return rules.filter(([, holds]) => !holds).map(([rule]) => rule);
}

function lastPassed(state: TaskState): boolean {
  return state.verifierResults.at(-1)?.passed === true;
}

function judged(before: TaskState, after: TaskState): boolean {
  return after.verifierResults.length > before.verifierResults.length;
}

function kindsHold(before: TaskState, after: TaskState): boolean {
  if (before.taskKind === after.taskKind) return true;
  return (
    before.taskKind === "investigate" && after.taskKind === "edit" && !before.escalated && after.escalated
  );
}

function isSet(paths: readonly string[]): boolean {
  return paths.every((path, at) => at === 0 || (paths[at - 1] ?? "") < path);
}

test("no sequence of events breaks a rule of the state; what would is refused with STATE_FORBIDDEN", () => {
  const text = fc.string({ maxLength: 8 });
  const kind = fc.constantFrom("edit", "investigate", "test_only");
  fc.assert(
    fc.property(kind, fc.array(anyEvent(text), { maxLength: 60 }), (taskKind, events) => {
      let state = begin({ taskKind });
      for (const event of events) {
        let next = state;
        try {
          next = applyEvent(state, event);
        } catch (error) {
          expect(error).toMatchObject({ code: "STATE_FORBIDDEN" });
        }
        expect({ event: event.type, broken: brokenRules(state, next) }).toEqual({
          event: event.type,
          broken: [],
        });
        state = next;
      }
    }),
    { numRuns: 400 },
  );
});

test("applying an event leaves the state before it alone", () => {
  fc.assert(
    fc.property(fc.array(anyEvent(fc.string({ maxLength: 5 })), { maxLength: 20 }), (events) => {
      let state = begin();
      for (const event of events) {
        const before = JSON.stringify(state);
        let next = state;
        try {
          next = applyEvent(state, event);
        } catch {
          // Refused: nothing changes either.
        }
        expect(JSON.stringify(state)).toBe(before);
        state = next;
      }
    }),
  );
});

const proof = { answer: "not examined", note: "" } as const;

function verdict(passed: boolean): RunEvent {
  return {
    type: "verdict.reached",
    attempt: 1,
    verdict: {
      passed,
      summary: passed ? "passed" : "failed: test",
      checks: [
        {
          name: "test",
          kind: "required",
          status: passed ? "pass" : "fail",
          evidence: "expected 3, got 1",
          skipReason: null,
        },
      ],
      recommendedNextAction: null,
      proof: {
        baseSha: "b",
        treeSha: "t",
        planDigest: "d",
        existingTests: proof,
        reproduction: proof,
        necessity: proof,
      },
    },
  };
}

test("a run that has ended is told of later effects and changes no more", () => {
  const ended = applyEvent(begin(), { type: "run.ended", outcome: "incomplete", reason: "over" });
  const effect: RunEvent = { type: "effect.done", effect: "comment", key: "k", url: null };
  expect(applyEvent(ended, effect)).toBe(ended);
  for (const event of [phase("again"), verdict(true), { type: "run.blocked", reason: "?" } as const]) {
    expect(() => applyEvent(ended, event)).toThrow(AvatarError);
  }
  expect(applyEvent(ended, { type: "run.ended", outcome: "incomplete", reason: null })).toBe(ended);
  expect(() => applyEvent(ended, { type: "run.ended", outcome: "failed", reason: null })).toThrow(
    AvatarError,
  );
});

test("a run starts once", () => {
  expect(() => applyEvent(begin(), started())).toThrow(AvatarError);
});

test("blocked, then ended blocked, is one end", () => {
  const blocked = applyEvent(begin(), { type: "run.blocked", reason: "Which currency?" });
  expect(applyEvent(blocked, { type: "run.ended", outcome: "blocked", reason: null })).toBe(blocked);
});

test("done is a proposal: only a passing verdict lets a run end in success", () => {
  const proposed = applyEvent(begin(), { type: "answer.proposed", step: 1, answer: "Done." });
  expect(proposed).toMatchObject({ phase: "verifying", outcome: null });
  expect(() => applyEvent(proposed, { type: "run.ended", outcome: "success", reason: null })).toThrow(
    AvatarError,
  );
  const passed = applyEvent(proposed, verdict(true));
  expect(passed.outcome).toBeNull();
  expect(applyEvent(passed, { type: "run.ended", outcome: "success", reason: null }).outcome).toBe("success");
});

test("a rejected proposal leaves the finding as evidence for the next turn", () => {
  const rejected = applyEvent(begin(), verdict(false));
  expect(rejected.evidence).toEqual([
    { step: 0, kind: "verifier", summary: "failed: test", detail: "test: expected 3, got 1" },
  ]);
});

test("an amendment brings its change kinds; one from an older journal leaves them", () => {
  const frozen = applyEvent(begin(), { type: "plan.frozen", checks: [], digest: "d", rubric: [] });
  const declared = applyEvent(frozen, { type: "contract.declared", checks: [], changeKinds: ["code"] });
  const amend = (fields: object) =>
    applyEvent(
      declared,
      RunEvent.parse({ type: "contract.amended", checks: [], approvedBy: "p", ...fields }),
    );
  expect(amend({}).declaredChangeKinds).toEqual(["code"]);
  expect(amend({ changeKinds: ["content"] }).declaredChangeKinds).toEqual(["content"]);
});

test("a tool's result reaches evidence, files, commands and its decision", () => {
  const decided = applyEvent(begin(), {
    type: "decision.made",
    step: 1,
    key: "1.1",
    rationale: "see",
    chosen: "run_command ls",
    rejected: ["guess"],
  });
  const state = applyEvent(decided, {
    type: "tool.finished",
    step: 1,
    key: "1.1",
    tool: "run_command",
    ok: true,
    summary: "exit 0",
    content: "a.js",
    details: null,
    filesRead: ["a.js"],
    filesModified: [],
    command: { command: "ls", exitCode: 0 },
    intent: null,
    durationMs: 1,
  });
  expect(state).toMatchObject({
    evidence: [{ step: 1, kind: "run_command", summary: "exit 0", detail: "a.js" }],
    commandsRun: [{ step: 1, command: "ls", exitCode: 0, summary: "exit 0" }],
    decisions: [{ key: "1.1", outcome: "exit 0", rejected: ["guess"] }],
    filesRead: ["a.js"],
  });
});
