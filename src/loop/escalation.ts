import type { Recorder } from "../domain/ports/recorder.ts";
import type { Tool } from "./tools/tool.ts";

/** Refused edits in a row that show an investigation trying to be a change. */
const THRASH = 3;

/**
 * Keeps count of refused edits in an investigation and, once, tells the model its two ways out. Whether it may then
 * switch is the gate's decision.
 */
export async function noteSignsOfEscalation(
  recorder: Recorder,
  tool: Tool | null,
  ok: boolean,
): Promise<void> {
  const { taskKind, escalationThrashStreak, escalationNudged } = recorder.state;
  if (taskKind !== "investigate" || tool === null) return;
  const triedToEdit = tool.tier === 1 && !ok;
  if (!triedToEdit && (!ok || escalationThrashStreak === 0)) return;
  const streak = triedToEdit ? escalationThrashStreak + 1 : 0;
  const nudge = streak >= THRASH && !escalationNudged;
  await recorder.record({ type: "escalation.noted", streak, nudged: escalationNudged || nudge });
  if (!nudge) return;
  await recorder.record({
    type: "feedback.added",
    kind: "feedback",
    summary: `${streak} edits were refused. Ask for a change with switch_to_editing, or answer with final_answer.`,
    detail: null,
  });
}
