import { z } from "zod";
import { BaselineCheck } from "./baseline.ts";
import { Budget } from "./budget.ts";
import { ExcludedCommand, PlannedCheck, PlannedStep, RubricFile } from "./plan.ts";
import { ConversationTurn, Outcome, Phase, TaskKind } from "./task-state.ts";
import { Intent } from "./tool.ts";
import { Usage } from "./usage.ts";
import { Verdict } from "./verdict.ts";

const event = <T extends string, S extends z.ZodRawShape>(type: T, shape: S) =>
  z.object({ type: z.literal(type), ...shape });

/** One call the model asked for, as it came, before validation. */
export const ToolCall = z.object({ key: z.string(), tool: z.string(), arguments: z.string() });
export type ToolCall = z.infer<typeof ToolCall>;

/**
 * Everything that happens in a run, as facts in the past tense. The journal holds them in order and the
 * TaskState is a fold over them (`apply-event.ts`); an event that changes no state is there for people.
 * A field that joins later gets a default, so that old journals still parse.
 */
export const RunEvent = z.discriminatedUnion("type", [
  event("run.started", {
    runId: z.string(),
    goal: z.string(),
    constraints: z.array(z.string()).default([]),
    taskKind: TaskKind,
    modeSource: z.string().nullable().default(null),
    conversation: z.array(ConversationTurn).default([]),
    repository: z.string(),
    requester: z.string().nullable().default(null),
    model: z.string(),
    /** True when a script answered in the place of a model. */
    recordedModel: z.boolean().default(false),
    budget: Budget,
  }),
  event("text.cleaned", { source: z.string(), removed: z.array(z.string()) }),
  event("checkout.opened", { baseSha: z.string(), ref: z.string() }),
  event("plan.resolved", {
    setup: z.array(PlannedStep),
    checks: z.array(PlannedCheck),
    excluded: z.array(ExcludedCommand),
    warnings: z.array(z.string()),
  }),
  event("setup.finished", {
    steps: z.array(
      z.object({
        name: z.string(),
        command: z.string(),
        exitCode: z.number().int().nullable(),
        durationMs: z.number(),
        output: z.string(),
      }),
    ),
    ok: z.boolean(),
    hosts: z.array(z.object({ host: z.string(), allowed: z.boolean() })).default([]),
  }),
  event("baseline.checked", { checks: z.array(BaselineCheck) }),
  event("plan.frozen", {
    checks: z.array(PlannedCheck),
    digest: z.string(),
    /** What the plan stands on; empty in a journal from before it was kept. */
    rubric: z.array(RubricFile).default([]),
  }),
  event("floor.appended", { check: PlannedCheck }),
  event("smokeFloor.set", { checks: z.array(PlannedCheck) }),
  event("contract.declared", { checks: z.array(PlannedCheck), changeKinds: z.array(z.string()) }),
  event("contract.amended", {
    checks: z.array(PlannedCheck),
    /** Null where the journal is from before an amendment named them: the kinds declared before then stay. */
    changeKinds: z.array(z.string()).nullable().default(null),
    approvedBy: z.string(),
  }),
  event("declaration.nudged", { reason: z.string() }),
  event("phase.changed", { phase: Phase, reason: z.string() }),
  event("escalation.noted", { streak: z.number().int(), nudged: z.boolean() }),
  event("escalated", { reason: z.string() }),
  /** A model has read the repository's prose for empty slots of the plan. */
  event("plan.asked", { usage: Usage, cost: z.number() }),
  event("turn.started", {
    step: z.number().int(),
    promptTokensEstimate: z.number().int(),
    reservedCost: z.number(),
  }),
  event("model.answered", {
    step: z.number().int(),
    text: z.string(),
    toolCalls: z.array(ToolCall),
    finishReason: z.string(),
    usage: Usage,
    cost: z.number(),
    durationMs: z.number(),
  }),
  event("decision.made", {
    step: z.number().int(),
    key: z.string(),
    rationale: z.string(),
    chosen: z.string(),
    rejected: z.array(z.string()),
  }),
  event("gate.decided", {
    step: z.number().int(),
    key: z.string(),
    tool: z.string(),
    decision: z.enum(["allow", "block", "ask"]),
    tier: z.number().int(),
    reason: z.string().default(""),
  }),
  event("tool.started", { step: z.number().int(), key: z.string(), tool: z.string(), summary: z.string() }),
  event("tool.finished", {
    step: z.number().int(),
    key: z.string(),
    tool: z.string(),
    ok: z.boolean(),
    summary: z.string(),
    content: z.string(),
    details: z.string().nullable(),
    filesRead: z.array(z.string()),
    filesModified: z.array(z.string()),
    command: z.object({ command: z.string(), exitCode: z.number().int().nullable() }).nullable(),
    intent: Intent.nullable(),
    durationMs: z.number(),
  }),
  event("feedback.added", { summary: z.string(), detail: z.string().nullable(), kind: z.string() }),
  event("answer.proposed", { step: z.number().int(), answer: z.string() }),
  event("check.finished", {
    attempt: z.number().int(),
    name: z.string(),
    status: z.enum(["pass", "fail", "skip"]),
    exitCode: z.number().int().nullable(),
    durationMs: z.number(),
  }),
  event("verdict.reached", { attempt: z.number().int(), verdict: Verdict }),
  event("run.blocked", { reason: z.string() }),
  event("run.ended", { outcome: Outcome, reason: z.string().nullable() }),
  event("candidate.committed", { treeSha: z.string(), commitSha: z.string(), files: z.array(z.string()) }),
  event("effect.intended", { effect: z.string(), key: z.string() }),
  event("effect.done", { effect: z.string(), key: z.string(), url: z.string().nullable() }),
]);
export type RunEvent = z.infer<typeof RunEvent>;

/**
 * One line of the journal: the event itself with its place, time, version and the hash of the line before
 * (SHA-256 in hex of that line's bytes without the newline; 64 zeros before the first line).
 */
export const JournalLine = z.intersection(
  z.object({ seq: z.number().int().nonnegative(), at: z.iso.datetime(), v: z.literal(1), prev: z.string() }),
  RunEvent,
);
export type JournalLine = z.infer<typeof JournalLine>;
