import { AvatarError } from "../domain/errors.ts";

/** The code the operating system gave, null for any other error. */
export function systemCode(error: unknown): string | null {
  if (typeof error !== "object" || error === null || !("code" in error)) return null;
  return typeof error.code === "string" ? error.code : null;
}

/** Why the journal could not be written, in a form that stops the run. */
export function cannotWrite(path: string, error: unknown): AvatarError {
  if (error instanceof AvatarError) return error;
  const code = systemCode(error);
  if (code === "ENOSPC" || code === "EDQUOT") {
    return new AvatarError("DISK_FULL", {
      message: `The disk is full: the journal ${path} cannot be written.`,
      advice: "Free some space on the worker, then send the command again.",
      cause: error,
    });
  }
  return new AvatarError("JOURNAL_UNWRITABLE", {
    message: `The journal ${path} cannot be written${code === null ? "" : ` (${code})`}.`,
    advice: "Check that its folder exists and that the worker may write there.",
    cause: error,
  });
}

export function corrupt(path: string | null, line: number, reason: string, cause?: unknown): AvatarError {
  return new AvatarError("JOURNAL_CORRUPT", {
    message: `The journal${path === null ? "" : ` ${path}`} is not sound: line ${line} ${reason}.`,
    advice: "Use an untouched copy: what comes before that line can be trusted, nothing after it can.",
    ...(cause === undefined ? {} : { cause }),
  });
}
