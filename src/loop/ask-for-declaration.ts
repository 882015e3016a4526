import type { LoopOptions } from "./loop-options.ts";

/** Greenfield: a few requests for a declaration, in words for the model; null once they are used up. */
export async function askForDeclaration({ recorder, budget }: LoopOptions): Promise<string | null> {
  if (recorder.state.declarationNudges >= budget.declarationNudges) return null;
  const reason = "No check was found in this repository, so nothing would prove the change.";
  await recorder.record({ type: "declaration.nudged", reason });
  return `${reason} Call declare_verification first.`;
}
