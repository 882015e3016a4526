import type { RunEvent } from "../domain/events.ts";
import type { RunStatus, Spent } from "../publish/render-status-comment.ts";

type Row = Extract<RunStatus, { stage: "working" }>["results"][number];

/** What people watching a run are told of it so far, a fold over its events. */
export interface StatusView {
  step: string;
  plan: Extract<RunStatus, { stage: "working" }>["plan"];
  /** The commit that the plan was read at. */
  baseSha: string | null;
  /** Of the latest judgement. */
  results: readonly Row[];
  attempt: number;
  spent: Spent | null;
}

export const NOTHING_YET: StatusView = {
  step: "getting the code",
  plan: null,
  baseSha: null,
  results: [],
  attempt: 0,
  spent: null,
};

export function foldStatus(view: StatusView, event: RunEvent): StatusView {
  switch (event.type) {
    case "run.started": {
      const { turns: turnLimit, cost: costLimit } = event.budget;
      return { ...view, spent: { turns: 0, turnLimit, cost: 0, costLimit } };
    }
    case "checkout.opened":
      return { ...view, baseSha: event.baseSha };
    case "plan.resolved":
      return { ...view, plan: event.checks, step: "setting up what the checks need" };
    case "plan.frozen":
      return { ...view, plan: event.checks, step: "the model is at work" };
    case "turn.started":
      return {
        ...view,
        step: "the model is at work",
        spent: view.spent && { ...view.spent, turns: event.step },
      };
    case "plan.asked":
    case "model.answered":
      return { ...view, spent: view.spent && { ...view.spent, cost: view.spent.cost + event.cost } };
    case "tool.started":
      return { ...view, step: event.summary };
    case "answer.proposed":
      return { ...view, step: "the verifier is judging the change", results: [], attempt: view.attempt + 1 };
    case "check.finished": {
      const { name, status } = event;
      const row: Row = { name, kind: "required", status, skipReason: status === "skip" ? "not run" : null };
      return { ...view, results: [...view.results, row] };
    }
    case "verdict.reached":
      return { ...view, results: event.verdict.checks, step: event.verdict.summary };
    case "effect.intended":
      return { ...view, step: `publishing: ${event.effect}` };
    default:
      return view;
  }
}
