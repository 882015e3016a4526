import type { Usage } from "../usage.ts";

/** The two slots of a plan that a proposal may fill. */
export type PlanSlot = "test" | "lint";

/** A command somebody read in one of the repository's own texts, with the words it was read from. */
export interface PlanProposal {
  slot: PlanSlot;
  command: string;
  /** Which text, by its path. */
  path: string;
  /** The words of that text that hold the command, to the letter. */
  quote: string;
}

export interface ProposalRequest {
  slots: readonly PlanSlot[];
  texts: readonly { path: string; text: string }[];
  signal: AbortSignal;
  /** US dollars that may be spent on it; a proposer whose worst case is above them proposes nothing. */
  costLimit?: number;
  /** Told what an answer used, before it is handed on. */
  onAnswered?: (use: { usage: Usage; cost: number }) => Promise<void>;
}

/**
 * Reads texts that no parser can, for slots that detection left empty (spec/planner.md, tier 3). It proposes and
 * decides nothing: the planner checks each citation before it counts.
 */
export interface PlanProposer {
  /** @throws CANCELLED; any other failure of the endpoint is an empty list. */
  propose(request: ProposalRequest): Promise<readonly PlanProposal[]>;
}
