import type { BaselineCheck } from "../domain/baseline.ts";
import type { PlannedCheck } from "../domain/plan.ts";
import type { Candidate, Checkout } from "../domain/ports/checkouts.ts";
import type { ProofGates } from "../domain/proof-gates.ts";
import type { TaskKind } from "../domain/task-state.ts";
import type { CheckResult } from "../domain/verdict.ts";
import type { KnownSecrets } from "./guards/secrets.ts";
import type { Rubric } from "./rubric/rubric.ts";

export interface VerifyRequest {
  /** The frozen plan: run in this order, never changed here. */
  plan: readonly PlannedCheck[];
  /** What the first checks of the plan said of the base, in its order; empty where it was not asked. */
  baseline: readonly BaselineCheck[];
  candidate: Candidate;
  checkout: Pick<Checkout, "baseSha" | "freshTree" | "recombine" | "candidateFromPatch">;
  taskKind: TaskKind;
  gates: ProofGates;
  /** What the plan stood on when it was frozen; without it nobody asks whether the change moved it. */
  rubric?: Rubric;
  /** What must not become part of the repository, beside what looks like a credential. */
  secrets?: KnownSecrets;
  /** Whether the task asked for a file that is not text. */
  binariesAsked?: boolean;
  /** For each check. */
  timeoutMs: number;
  signal: AbortSignal;
  /** Told of each result before the next check starts. */
  onCheck?: (result: CheckResult) => Promise<void> | void;
}

/** One check of the plan with what came of it. */
export interface PlannedResult {
  check: PlannedCheck;
  result: CheckResult;
}
