import { AvatarError } from "./errors.ts";
import type { PlannedCheck } from "./plan.ts";
import type { CommandRecord, DecisionRecord, Evidence, Outcome, Phase, TaskState } from "./task-state.ts";
import type { Usage } from "./usage.ts";
import type { VerifierResult } from "./verdict.ts";

// The sanctioned mutations of spec/state.md, then the runner's own record transitions. Each returns a
// new state and leaves the old one alone. Only `apply-event.ts` calls them, so what is not an event never happened.

export function forbidden(message: string): AvatarError {
  return new AvatarError("STATE_FORBIDDEN", {
    message,
    advice: "This is a defect in avatar: the runner asked for a change of state that the rules forbid.",
  });
}

/** Appends evidence that the next context shows. Kind is `feedback` or, for a stop, `blocker`. */
export function addFeedback(
  state: TaskState,
  feedback: { summary: string; detail?: string | null; kind?: string },
): TaskState {
  const { summary, detail = null, kind = "feedback" } = feedback;
  return appendEvidence(state, { step: state.iterations, kind, summary, detail });
}

/** @throws STATE_FORBIDDEN once the plan is frozen. */
export function recordResolvedPlan(state: TaskState, plan: readonly PlannedCheck[]): TaskState {
  if (state.verificationPlan !== null) throw forbidden("A frozen plan is not resolved again.");
  return { ...state, resolvedPlan: [...plan] };
}

/**
 * Freezes the resolved plan, once, before the first edit. It may be empty: nothing was declared.
 * @throws STATE_FORBIDDEN when a plan is already frozen.
 */
export function freezeVerificationPlan(state: TaskState, plan: readonly PlannedCheck[]): TaskState {
  if (state.verificationPlan !== null) throw forbidden("The verification plan is already frozen.");
  return { ...state, verificationPlan: [...plan] };
}

/**
 * Replaces the model-declared checks of the frozen plan; the floor and every detected check stay.
 * @throws STATE_FORBIDDEN when no plan is frozen.
 */
export function amendDeclaredContract(state: TaskState, checks: readonly PlannedCheck[]): TaskState {
  if (state.verificationPlan === null) throw forbidden("There is no frozen plan to amend.");
  if (checks.some((check) => check.kind !== "declared")) {
    throw forbidden("Only declared checks can amend a declared contract.");
  }
  const kept = state.verificationPlan.filter((check) => check.kind !== "declared");
  return { ...state, verificationPlan: [...checks, ...kept] };
}

/**
 * Appends the immutable floor beneath a declared contract. A plan that carries a floor is left untouched.
 * @throws STATE_FORBIDDEN when no plan is frozen, or the check is not a floor.
 */
export function appendVerificationFloor(state: TaskState, check: PlannedCheck): TaskState {
  if (state.verificationPlan === null) throw forbidden("No plan is frozen to put a floor under.");
  if (check.kind !== "floor") throw forbidden("Only a check of kind floor can be the floor.");
  if (state.verificationPlan.some((planned) => planned.kind === "floor")) return state;
  return { ...state, verificationPlan: [...state.verificationPlan, check] };
}

/**
 * Binds the smoke floor onto an empty frozen plan, and onto nothing else.
 * @throws STATE_FORBIDDEN when the plan is not frozen or not empty.
 */
export function setSmokeFloor(state: TaskState, checks: readonly PlannedCheck[]): TaskState {
  if (state.verificationPlan === null || state.verificationPlan.length > 0) {
    throw forbidden("A smoke floor belongs on an empty frozen plan only.");
  }
  return { ...state, verificationPlan: [...checks], smokeFloorAttempted: true };
}

/** Terminal: a person has to answer or decide. */
export function block(state: TaskState, reason: string): TaskState {
  const noted = addFeedback(state, { summary: reason, kind: "blocker" });
  return {
    ...noted,
    outcome: "blocked",
    latestError: reason,
    openQuestions: [...state.openQuestions, reason],
  };
}

export function beginTurn(state: TaskState): TaskState {
  return { ...state, iterations: state.iterations + 1 };
}

export function recordModelUse(state: TaskState, usage: Usage): TaskState {
  return {
    ...state,
    promptTokens: state.promptTokens + usage.promptTokens,
    completionTokens: state.completionTokens + usage.completionTokens,
  };
}

export function recordDecision(state: TaskState, decision: DecisionRecord): TaskState {
  return { ...state, decisions: [...state.decisions, decision] };
}

/** Fills in how the decision with this key turned out. */
export function settleDecision(state: TaskState, key: string, outcome: string): TaskState {
  const decisions = state.decisions.map((decision) =>
    decision.key === key ? { ...decision, outcome } : decision,
  );
  return { ...state, decisions };
}

export interface ToolRecord {
  evidence: Evidence;
  ok: boolean;
  filesRead: readonly string[];
  filesModified: readonly string[];
  command: CommandRecord | null;
}

export function recordToolResult(state: TaskState, record: ToolRecord): TaskState {
  const next = appendEvidence(state, record.evidence);
  return {
    ...next,
    filesRead: union(state.filesRead, record.filesRead),
    filesModified: union(state.filesModified, record.filesModified),
    commandsRun: record.command === null ? state.commandsRun : [...state.commandsRun, record.command],
    consecutiveFailures: record.ok ? 0 : state.consecutiveFailures + 1,
    latestError: record.ok ? null : record.evidence.summary,
  };
}

export function changePhase(state: TaskState, phase: Phase): TaskState {
  return { ...state, phase };
}

/** "Done" is a proposal: it moves the run to verification and ends nothing. */
export function proposeAnswer(state: TaskState, answer: string): TaskState {
  return { ...state, finalAnswer: answer, phase: "verifying" };
}

/** Keeps the verdict. A rejection counts as a repair failure and reopens the phase the work was in. */
export function recordVerdict(state: TaskState, result: VerifierResult): TaskState {
  const verifierResults = [...state.verifierResults, result];
  if (result.passed) return { ...state, verifierResults, latestError: null };
  const phase = state.taskKind === "investigate" ? "investigating" : "editing";
  return {
    ...state,
    verifierResults,
    phase,
    repairFailures: state.repairFailures + 1,
    latestError: result.summary,
  };
}

export function recordDeclarationNudge(state: TaskState): TaskState {
  return { ...state, declarationNudges: state.declarationNudges + 1 };
}

export function declareChangeKinds(state: TaskState, kinds: readonly string[]): TaskState {
  return { ...state, declaredChangeKinds: [...kinds] };
}

export function recordEscalationSigns(state: TaskState, streak: number, nudged: boolean): TaskState {
  return { ...state, escalationThrashStreak: streak, escalationNudged: nudged };
}

/**
 * The one sanctioned change of task kind: investigate → edit, once.
 * @throws STATE_FORBIDDEN for any other.
 */
export function escalate(state: TaskState): TaskState {
  if (state.taskKind !== "investigate" || state.escalated) {
    throw forbidden("Only an investigation that has not escalated yet can become an edit.");
  }
  return { ...state, taskKind: "edit", escalated: true, escalationThrashStreak: 0 };
}

/**
 * Sets the terminal outcome, once. Success needs a passing verdict on record (spec/invariants.md, 3).
 * @throws STATE_FORBIDDEN when the run has ended, or success has no passing verdict.
 */
export function end(state: TaskState, outcome: Outcome, reason: string | null): TaskState {
  if (state.outcome !== null) throw forbidden(`The run has already ended ${state.outcome}.`);
  if (outcome === "success" && state.verifierResults.at(-1)?.passed !== true) {
    throw forbidden("Only a passing verdict can end a run in success.");
  }
  return { ...state, outcome, latestError: outcome === "success" ? null : (reason ?? state.latestError) };
}

function appendEvidence(state: TaskState, evidence: Evidence): TaskState {
  return { ...state, evidence: [...state.evidence, evidence] };
}

function union(a: readonly string[], b: readonly string[]): string[] {
  return b.length === 0 ? [...a] : [...new Set([...a, ...b])].sort();
}
