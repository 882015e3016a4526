import { z } from "zod";
import { ConversationTurn, Phase, TaskKind } from "../../domain/task-state.ts";

/** A tool as the model sees it. */
export const ToolSummary = z.object({
  name: z.string(),
  description: z.string(),
  inputSchema: z.record(z.string(), z.unknown()).default({}),
});

/** The compact working set for one decision of the model (spec/context.md). */
export const ContextPacket = z.object({
  goal: z.string(),
  constraints: z.array(z.string()).default([]),
  conversation: z.array(ConversationTurn).default([]),
  phase: Phase,
  taskKind: TaskKind.default("investigate"),
  plan: z.array(z.string()).default([]),
  /** The detected checks that will judge the change. */
  checks: z.array(z.string()).default([]),
  filesRead: z.array(z.string()).default([]),
  filesModified: z.array(z.string()).default([]),
  /** One line for each step that is too old to be shown with its evidence. */
  priorActions: z.array(z.string()).default([]),
  /** In time order: older entries by their summary, recent ones in full. */
  recentEvidence: z.array(z.string()).default([]),
  allowedTools: z.array(ToolSummary).default([]),
  latestError: z.string().nullable().default(null),
  hasUncommittedChanges: z.boolean().default(false),
});
export type ContextPacket = z.infer<typeof ContextPacket>;
