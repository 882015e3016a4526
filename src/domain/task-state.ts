import { z } from "zod";
import { PlannedCheck } from "./plan.ts";
import { VerifierResult } from "./verdict.ts";

export const TaskKind = z.enum(["edit", "investigate", "test_only"]);
export type TaskKind = z.infer<typeof TaskKind>;

/** Where the work is: controls which tools are active and how the context is built. */
export const Phase = z.enum(["investigating", "editing", "verifying"]);
export type Phase = z.infer<typeof Phase>;

/** How a run ended; null while it lives. Kept apart from the phase (spec/invariants.md, "Two axes"). */
export const Outcome = z.enum(["success", "incomplete", "blocked", "failed"]);
export type Outcome = z.infer<typeof Outcome>;

/** A command the harness ran on the workspace's behalf. */
export const CommandRecord = z.object({
  step: z.number().int(),
  command: z.string(),
  exitCode: z.number().int().nullable().default(null),
  summary: z.string().default(""),
});
export type CommandRecord = z.infer<typeof CommandRecord>;

/** One earlier goal or reply, replayed to the model as a real chat message. */
export const ConversationTurn = z.object({ role: z.enum(["user", "assistant"]), content: z.string() });
export type ConversationTurn = z.infer<typeof ConversationTurn>;

/** Why the agent chose what it chose; `outcome` is filled in after the act. */
export const DecisionRecord = z.object({
  step: z.number().int(),
  rationale: z.string(),
  chosen: z.string(),
  key: z.string().default(""),
  rejected: z.array(z.string()).default([]),
  outcome: z.string().default(""),
});
export type DecisionRecord = z.infer<typeof DecisionRecord>;

/** A test output, command result, file finding or error. */
export const Evidence = z.object({
  step: z.number().int(),
  kind: z.string(),
  summary: z.string(),
  detail: z.string().nullable().default(null),
});
export type Evidence = z.infer<typeof Evidence>;

/**
 * The full, serializable state of one task, the harness's source of truth (spec/state.md).
 * Messages to the model are derived from it. Only the transitions of `transitions.ts` make a new one.
 * Every field but `goal` has a default, so that journals written before a field existed still parse.
 */
export const TaskState = z.object({
  taskId: z.string().default(() => crypto.randomUUID()),
  goal: z.string(),
  constraints: z.array(z.string()).default([]),
  taskKind: TaskKind.default("edit"),
  modeSource: z.string().nullable().default(null),
  phase: Phase.default("investigating"),
  outcome: Outcome.nullable().default(null),
  iterations: z.number().int().default(0),
  consecutiveFailures: z.number().int().default(0),
  repairFailures: z.number().int().default(0),
  declarationNudges: z.number().int().default(0),
  smokeFloorAttempted: z.boolean().default(false),
  escalated: z.boolean().default(false),
  escalationThrashStreak: z.number().int().default(0),
  escalationNudged: z.boolean().default(false),
  promptTokens: z.number().int().default(0),
  completionTokens: z.number().int().default(0),
  /** A set: sorted, each path once. */
  filesRead: z.array(z.string()).default([]),
  /** A set: sorted, each path once. */
  filesModified: z.array(z.string()).default([]),
  commandsRun: z.array(CommandRecord).default([]),
  conversation: z.array(ConversationTurn).default([]),
  evidence: z.array(Evidence).default([]),
  decisions: z.array(DecisionRecord).default([]),
  verifierResults: z.array(VerifierResult).default([]),
  /** What the planner found. It becomes `verificationPlan` at the freeze; until then it tells the model what will judge it. */
  resolvedPlan: z.array(PlannedCheck).nullable().default(null),
  verificationPlan: z.array(PlannedCheck).nullable().default(null),
  declaredChangeKinds: z.array(z.string()).nullable().default(null),
  currentPlan: z.array(z.string()).default([]),
  openQuestions: z.array(z.string()).default([]),
  latestError: z.string().nullable().default(null),
  finalAnswer: z.string().nullable().default(null),
});
export type TaskState = z.infer<typeof TaskState>;

/** Whether the task has reached a terminal outcome, so that the loop must stop. */
export function isTerminal(state: TaskState): boolean {
  return state.outcome !== null;
}
