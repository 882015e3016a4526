import type { ErrorCode } from "../domain/errors.ts";
import type { Outcome } from "../domain/task-state.ts";

/** contracts.md §2. */
export const EXIT = { success: 0, failed: 1, usage: 2, incomplete: 3, blocked: 4, internal: 5 } as const;

export function exitCodeOf(outcome: Outcome): number {
  switch (outcome) {
    case "success":
      return EXIT.success;
    case "failed":
      return EXIT.failed;
    case "incomplete":
      return EXIT.incomplete;
    case "blocked":
      return EXIT.blocked;
  }
}

const USAGE: ReadonlySet<ErrorCode> = new Set([
  "USAGE",
  "CONFIG_INVALID",
  "REF_NOT_FOUND",
  "REPOSITORY_EMPTY",
  "PATCH_REJECTED",
]);
const INTERNAL: ReadonlySet<ErrorCode> = new Set(["INTERNAL", "STATE_FORBIDDEN", "JOURNAL_UNWRITABLE"]);

/** For an error that ended the command before there was an outcome. */
export function exitCodeOfError(code: ErrorCode): number {
  if (USAGE.has(code)) return EXIT.usage;
  if (code === "CANCELLED") return EXIT.incomplete;
  // Only a journal that somebody named gets here: it was examined, and it is not sound.
  if (code === "JOURNAL_CORRUPT") return EXIT.failed;
  return INTERNAL.has(code) ? EXIT.internal : EXIT.blocked;
}
