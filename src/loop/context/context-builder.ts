import type { ModelMessage } from "../../domain/ports/model.ts";
import type { TaskState } from "../../domain/task-state.ts";
import { systemPrompt } from "../prompts.ts";
import type { ToolRegistry } from "../tools/registry.ts";
import { knownPlan, situationOf } from "../situation.ts";
import { compact, type CompactionSettings } from "./compaction.ts";
import type { ContextPacket } from "./context-packet.ts";
import { createFence, type Fence } from "./fence.ts";
import { renderActions, renderEvidence } from "./render-timeline.ts";
import { renderMessages } from "./render-messages.ts";
import { readMoments } from "./timeline.ts";

export interface ContextSettings extends CompactionSettings {
  maxActions: number;
  /** Unpredictable, one for each run, the same after a restart. */
  nonce: string;
}

/** The budgets of spec/context.md, and how far a compaction goes. */
const DEFAULTS = {
  detailCharBudget: 48_000,
  maxDetailChars: 16_000,
  maxEvidenceLines: 40,
  maxActions: 25,
  verifierPinCount: 2,
};

const CHARACTERS_PER_TOKEN = 3;

/**
 * Builds what the model sees this turn, from the state alone. Less lossy than cutting: recent evidence in full, older
 * evidence by its summary, the last verdicts word for word. What never changes comes first and the rest only grows
 * until a compaction, so that providers find each request's beginning in their cache.
 */
export class ContextBuilder {
  readonly #settings: ContextSettings;
  readonly #fence: Fence;

  /** `contextTokens`, the largest prompt, narrows the budgets for a model with a small window. */
  constructor(settings: Partial<ContextSettings> & { nonce: string; contextTokens?: number }) {
    const merged = { ...DEFAULTS, ...settings };
    const room = Math.floor(
      ((settings.contextTokens ?? Number.POSITIVE_INFINITY) * CHARACTERS_PER_TOKEN) / 2,
    );
    const detailCharBudget = Math.min(merged.detailCharBudget, room);
    this.#settings = {
      ...merged,
      detailCharBudget,
      maxDetailChars: Math.min(merged.maxDetailChars, detailCharBudget),
      keptCharBudget: settings.keptCharBudget ?? Math.floor(detailCharBudget / 3),
      keptEvidenceLines: settings.keptEvidenceLines ?? Math.floor(merged.maxEvidenceLines / 2),
    };
    this.#fence = createFence(settings.nonce);
  }

  build(state: TaskState, registry: ToolRegistry): ContextPacket {
    const moments = readMoments(state);
    const compaction = compact(moments, this.#settings);
    const found = (knownPlan(state) ?? []).filter(({ kind }) => kind === "test" || kind === "lint");
    return {
      goal: state.goal,
      constraints: state.constraints,
      conversation: state.conversation,
      phase: state.phase,
      taskKind: state.taskKind,
      plan: state.currentPlan,
      checks: found.map((check) => `${check.name}: ${check.command}`),
      filesRead: state.filesRead,
      filesModified: state.filesModified,
      priorActions: renderActions(moments, compaction, this.#fence, this.#settings),
      recentEvidence: renderEvidence(moments, compaction, this.#fence, this.#settings),
      allowedTools: registry.active(situationOf(state)).map(({ name, description, parameters }) => ({
        name,
        description,
        inputSchema: parameters,
      })),
      latestError: state.latestError,
      hasUncommittedChanges: state.filesModified.length > 0,
    };
  }

  messages(packet: ContextPacket): ModelMessage[] {
    return renderMessages(packet, { system: systemPrompt(packet.taskKind), fence: this.#fence });
  }
}
