import * as fc from "fast-check";
import { RunEvent } from "../../src/domain/events.ts";
import type { Clock } from "../../src/domain/ports/clock.ts";

type Fields<T extends RunEvent["type"]> = Omit<Extract<RunEvent, { type: T }>, "type">;

/** A clock that moves a second with every look. */
export function tickingClock(): Clock {
  let seconds = 0;
  return { now: () => new Date(Date.UTC(2026, 0, 1) + 1000 * seconds++), monotonic: () => seconds };
}

export function started(fields: Partial<Fields<"run.started">> = {}): RunEvent {
  return RunEvent.parse({
    type: "run.started",
    runId: "run-1",
    goal: "Make the sum right.",
    taskKind: "edit",
    repository: "octo/sums",
    model: "recorded",
    budget: {},
    ...fields,
  });
}

export function phase(reason: string): RunEvent {
  return { type: "phase.changed", phase: "editing", reason };
}

/** Every kind of event, with the given text wherever a text can be. */
export function anyEvent(text: fc.Arbitrary<string>): fc.Arbitrary<RunEvent> {
  const step = fc.integer({ min: 1, max: 4 });
  const key = fc.constantFrom("call_0", "call_1");
  const count = fc.nat(5000);
  const texts = fc.array(text, { maxLength: 3 });
  const kind = fc.constantFrom("test", "lint", "smoke", "declared", "floor");
  const check = fc.record({ name: text, command: text, kind, provenance: text });
  const checks = fc.array(check, { maxLength: 3 });
  const declared = fc.array(
    check.map((one) => ({ ...one, kind: "declared" })),
    { maxLength: 2 },
  );
  const exitCode = fc.option(fc.integer({ min: 0, max: 255 }));
  const result = fc.record({
    name: text,
    kind: fc.constantFrom("required", "optional"),
    status: fc.constantFrom("pass", "fail", "skip"),
    evidence: text,
    skipReason: text.map((reason) => `because ${reason}`),
    command: text,
    exitCode,
  });
  const answer = fc.record({ answer: fc.constantFrom("yes", "no", "not examined"), note: text });
  const proof = fc.record({
    baseSha: text,
    treeSha: text,
    planDigest: text,
    existingTests: answer,
    reproduction: answer,
    necessity: answer,
  });
  const verdict = fc.record({
    passed: fc.boolean(),
    summary: text,
    checks: fc.array(result, { maxLength: 3 }),
    recommendedNextAction: fc.option(text),
    proof,
  });
  const usage = fc.record({ promptTokens: count, completionTokens: count, reported: fc.boolean() });
  const toolCall = fc.record({ key, tool: text, arguments: text });
  const setupStep = fc.record({ name: text, command: text, exitCode, durationMs: count, output: text });
  const shapes: Record<Exclude<RunEvent["type"], "run.started">, Record<string, fc.Arbitrary<unknown>>> = {
    "text.cleaned": { source: text, removed: texts },
    "checkout.opened": { baseSha: text, ref: text },
    "plan.resolved": {
      setup: fc.array(fc.record({ name: text, command: text, provenance: text }), { maxLength: 2 }),
      checks,
      excluded: fc.array(fc.record({ command: text, provenance: text, reason: text }), { maxLength: 2 }),
      warnings: texts,
    },
    "setup.finished": {
      steps: fc.array(setupStep, { maxLength: 2 }),
      ok: fc.boolean(),
      hosts: fc.array(fc.record({ host: text, allowed: fc.boolean() }), { maxLength: 2 }),
    },
    "baseline.checked": {
      checks: fc.array(
        fc.record({
          name: text,
          command: text,
          status: fc.constantFrom("pass", "fail", "skip"),
          exitCode,
          durationMs: count,
          failure: fc.option(text),
        }),
        { maxLength: 2 },
      ),
    },
    "plan.frozen": {
      checks,
      digest: text,
      rubric: fc.array(fc.record({ path: text, digest: text }), { maxLength: 2 }),
    },
    "floor.appended": { check },
    "smokeFloor.set": { checks },
    "contract.declared": { checks: declared, changeKinds: texts },
    "contract.amended": { checks: declared, approvedBy: text },
    "declaration.nudged": { reason: text },
    "phase.changed": { phase: fc.constantFrom("investigating", "editing", "verifying"), reason: text },
    "escalation.noted": { streak: fc.nat(9), nudged: fc.boolean() },
    escalated: { reason: text },
    "plan.asked": { usage, cost: fc.constant(0.001) },
    "turn.started": { step, promptTokensEstimate: count, reservedCost: fc.constant(0.25) },
    "model.answered": {
      step,
      text,
      toolCalls: fc.array(toolCall, { maxLength: 2 }),
      finishReason: text,
      usage,
      cost: fc.constant(0.01),
      durationMs: count,
    },
    "decision.made": { step, key, rationale: text, chosen: text, rejected: texts },
    "gate.decided": {
      step,
      key,
      tool: text,
      decision: fc.constantFrom("allow", "block", "ask"),
      tier: fc.nat(4),
      reason: text,
    },
    "tool.started": { step, key, tool: text, summary: text },
    "tool.finished": {
      step,
      key,
      tool: text,
      ok: fc.boolean(),
      summary: text,
      content: text,
      details: fc.option(text),
      filesRead: texts,
      filesModified: texts,
      command: fc.option(fc.record({ command: text, exitCode })),
      intent: fc.constant(null),
      durationMs: count,
    },
    "feedback.added": { summary: text, detail: fc.option(text), kind: text },
    "answer.proposed": { step, answer: text },
    "check.finished": {
      attempt: step,
      name: text,
      status: fc.constantFrom("pass", "fail", "skip"),
      exitCode,
      durationMs: count,
    },
    "verdict.reached": { attempt: step, verdict },
    "run.blocked": { reason: text },
    "run.ended": {
      outcome: fc.constantFrom("success", "incomplete", "blocked", "failed"),
      reason: fc.option(text),
    },
    "candidate.committed": { treeSha: text, commitSha: text, files: texts },
    "effect.intended": { effect: text, key: text },
    "effect.done": { effect: text, key: text, url: fc.option(text) },
  };
  const arbitraries = Object.entries(shapes).map(([type, shape]) =>
    fc.record(shape).map((fields) => RunEvent.parse({ type, ...fields })),
  );
  return fc.oneof(...arbitraries);
}
