import type { RunEvent } from "./events.ts";
import { type DecisionRecord, isTerminal, TaskState } from "./task-state.ts";
import * as transitions from "./transitions.ts";

type Started = Extract<RunEvent, { type: "run.started" }>;
type ToolFinished = Extract<RunEvent, { type: "tool.finished" }>;

/** The state a run begins with. */
export function initialState(event: Started): TaskState {
  const { runId, goal, constraints, taskKind, modeSource, conversation } = event;
  return TaskState.parse({ taskId: runId, goal, constraints, taskKind, modeSource, conversation });
}

/**
 * The state after one more event. The live run and the replay of its journal both go through here, so
 * they cannot differ. Events that tell people something and change no state return it as it was.
 * @throws STATE_FORBIDDEN when the event breaks a rule, or would change the state of a run that has ended.
 */
export function applyEvent(state: TaskState, event: RunEvent): TaskState {
  const next = nextState(state, event);
  if (isTerminal(state) && next !== state) {
    throw transitions.forbidden(`The run has ended; ${event.type} cannot change its state.`);
  }
  return next;
}

// oxlint-disable-next-line complexity -- one exhaustive switch over the events is the whole point
function nextState(state: TaskState, event: RunEvent): TaskState {
  switch (event.type) {
    case "run.started":
      throw transitions.forbidden("A run starts once.");
    case "plan.resolved":
      return transitions.recordResolvedPlan(state, event.checks);
    case "plan.frozen":
      return transitions.freezeVerificationPlan(state, event.checks);
    case "floor.appended":
      return transitions.appendVerificationFloor(state, event.check);
    case "smokeFloor.set":
      return transitions.setSmokeFloor(state, event.checks);
    case "contract.declared":
      return transitions.declareChangeKinds(
        transitions.amendDeclaredContract(state, event.checks),
        event.changeKinds,
      );
    case "contract.amended":
      return applyAmendment(state, event);
    case "declaration.nudged":
      return transitions.recordDeclarationNudge(state);
    case "phase.changed":
      return transitions.changePhase(state, event.phase);
    case "escalation.noted":
      return transitions.recordEscalationSigns(state, event.streak, event.nudged);
    case "escalated":
      return transitions.escalate(state);
    case "turn.started":
      return transitions.beginTurn(state);
    case "plan.asked":
    case "model.answered":
      return transitions.recordModelUse(state, event.usage);
    case "decision.made":
      return transitions.recordDecision(state, toDecision(event));
    case "tool.finished":
      return applyToolResult(state, event);
    case "feedback.added":
      return transitions.addFeedback(state, event);
    case "answer.proposed":
      return transitions.proposeAnswer(state, event.answer);
    case "verdict.reached":
      return applyVerdict(state, event.verdict);
    case "run.blocked":
      return transitions.block(state, event.reason);
    case "run.ended":
      return state.outcome === event.outcome ? state : transitions.end(state, event.outcome, event.reason);
    case "text.cleaned":
    case "checkout.opened":
    case "setup.finished":
    case "baseline.checked":
    case "gate.decided":
    case "tool.started":
    case "check.finished":
    case "candidate.committed":
    case "effect.intended":
    case "effect.done":
      return state;
  }
}

function toDecision(event: Extract<RunEvent, { type: "decision.made" }>): DecisionRecord {
  const { step, rationale, chosen, key, rejected } = event;
  return { step, rationale, chosen, key, rejected, outcome: "" };
}

function applyAmendment(
  state: TaskState,
  { checks, changeKinds }: Extract<RunEvent, { type: "contract.amended" }>,
): TaskState {
  const amended = transitions.amendDeclaredContract(state, checks);
  return changeKinds === null ? amended : transitions.declareChangeKinds(amended, changeKinds);
}

function applyToolResult(state: TaskState, event: ToolFinished): TaskState {
  const recorded = transitions.recordToolResult(state, {
    evidence: { step: event.step, kind: event.tool, summary: event.summary, detail: event.content },
    ok: event.ok,
    filesRead: event.filesRead,
    filesModified: event.filesModified,
    command: event.command && { step: event.step, ...event.command, summary: event.summary },
  });
  return transitions.settleDecision(recorded, event.key, event.summary);
}

function applyVerdict(
  state: TaskState,
  verdict: Extract<RunEvent, { type: "verdict.reached" }>["verdict"],
): TaskState {
  const { proof: _proof, question: _question, ...result } = verdict;
  const recorded = transitions.recordVerdict(state, result);
  const failed = result.checks.filter((check) => check.status === "fail");
  return transitions.addFeedback(recorded, {
    kind: "verifier",
    summary: result.summary,
    detail: failed.map((check) => `${check.name}: ${check.evidence}`).join("\n\n") || null,
  });
}
