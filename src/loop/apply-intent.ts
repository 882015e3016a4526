import type { LoopOptions, TurnEnd } from "./loop-options.ts";
import type { GrantedIntent } from "./perform-call.ts";

/** Does what a control tool asked for, once the gate has let it through. The only place where a run changes course. */
export async function applyIntent(
  { recorder }: LoopOptions,
  step: number,
  { intent, approvedBy }: GrantedIntent,
): Promise<TurnEnd> {
  switch (intent.kind) {
    case "finalAnswer":
      await recorder.record({ type: "answer.proposed", step, answer: intent.answer });
      return { kind: "proposed", answer: intent.answer };
    case "askUser":
      return { kind: "ended", outcome: "blocked", reason: intent.question };
    case "switchToEditing":
      await recorder.record({ type: "escalated", reason: intent.reason });
      if (recorder.state.verificationPlan !== null) {
        await recorder.record({ type: "phase.changed", phase: "editing", reason: intent.reason });
      }
      return { kind: "next" };
    case "declareVerification": {
      const { checks, changeKinds } = intent;
      const declared = checks.filter((check) => check.kind === "declared");
      await recorder.record({ type: "contract.declared", checks: declared, changeKinds });
      for (const check of checks.filter(({ kind }) => kind === "floor")) {
        await recorder.record({ type: "floor.appended", check });
      }
      return { kind: "next" };
    }
    case "alterVerification": {
      const { checks, changeKinds } = intent;
      await recorder.record({ type: "contract.amended", checks, changeKinds, approvedBy });
      return { kind: "next" };
    }
  }
}
