import type { ConversationTurn, Phase, TaskKind } from "../../domain/task-state.ts";

/** A tool as the model sees it. */
interface ToolSummary {
  name: string;
  description: string;
  inputSchema: Readonly<Record<string, unknown>>;
}

/** The compact working set for one decision of the model (spec/context.md). */
export interface ContextPacket {
  goal: string;
  constraints: readonly string[];
  conversation: readonly ConversationTurn[];
  phase: Phase;
  taskKind: TaskKind;
  plan: readonly string[];
  /** The detected checks that will judge the change. */
  checks: readonly string[];
  filesRead: readonly string[];
  filesModified: readonly string[];
  /** One line for each step that is too old to be shown with its evidence. */
  priorActions: readonly string[];
  /** In time order: older entries by their summary, recent ones in full. */
  recentEvidence: readonly string[];
  allowedTools: readonly ToolSummary[];
  latestError: string | null;
  hasUncommittedChanges: boolean;
}
