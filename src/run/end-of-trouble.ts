import { asAvatarError, type AvatarError, type ErrorCode } from "../domain/errors.ts";
import { isTerminal, type Outcome } from "../domain/task-state.ts";
import type { Run } from "./run.ts";

/** Trouble that passes by itself or by waiting; everything else needs a person to act. */
const PASSING: ReadonlySet<ErrorCode> = new Set([
  "CANCELLED",
  "MODEL_UNREACHABLE",
  "MODEL_TIMEOUT",
  "MODEL_RATE_LIMITED",
  "MODEL_GARBAGE",
  "FORGE_UNREACHABLE",
  "DISK_FULL",
]);

/** Trouble that leaves no journal to write to, or that only a change of avatar mends. */
const OURS: ReadonlySet<ErrorCode> = new Set([
  "INTERNAL",
  "STATE_FORBIDDEN",
  "JOURNAL_UNWRITABLE",
  "JOURNAL_CORRUPT",
]);

function outcomeOfTrouble(error: AvatarError): Outcome {
  return PASSING.has(error.code) || OURS.has(error.code) ? "incomplete" : "blocked";
}

/**
 * Ends a run that an error cut short: the journal says why, people get cause and remedy.
 * @throws the error itself when it is a defect, or when the journal cannot be written.
 */
export async function endOfTrouble(run: Run, thrown: unknown): Promise<void> {
  const error = asAvatarError(thrown, "running the job");
  run.trouble = error.code;
  if (!isTerminal(run.state)) await run.end(outcomeOfTrouble(error), causeAndRemedy(error));
  if (OURS.has(error.code)) throw error;
}

/** Both as one text. A message that quotes somebody else may lack its full stop. */
export function causeAndRemedy({ message, advice }: Pick<AvatarError, "message" | "advice">): string {
  return `${message}${/[.!?`]\s*$/.test(message) ? "" : "."} ${advice}`;
}
