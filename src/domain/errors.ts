/** Every way avatar fails that an operator, a maintainer or a caller can do something about. */
export type ErrorCode =
  | "USAGE"
  | "CONFIG_INVALID"
  | "STATE_FORBIDDEN"
  | "CHECKOUT_FAILED"
  | "CHECKOUT_DENIED"
  | "REPOSITORY_EMPTY"
  | "REF_NOT_FOUND"
  | "PATCH_REJECTED"
  | "PATH_REFUSED"
  | "SANDBOX_UNAVAILABLE"
  | "COMMAND_FAILED"
  | "SETUP_FAILED"
  | "DISK_FULL"
  | "MODEL_UNREACHABLE"
  | "MODEL_TIMEOUT"
  | "MODEL_REFUSED"
  | "MODEL_RATE_LIMITED"
  | "MODEL_GARBAGE"
  | "PUSH_REFUSED"
  | "FORGE_UNREACHABLE"
  | "FORGE_DENIED"
  | "FORGE_REJECTED"
  | "STORE_UNAVAILABLE"
  | "STORE_LOCKED"
  | "JOURNAL_CORRUPT"
  | "JOURNAL_UNWRITABLE"
  | "CANCELLED"
  | "INTERNAL";

export interface ErrorParts {
  /** What went wrong, one sentence, no secret in it. */
  message: string;
  /** What the reader can do about it, one sentence. */
  advice: string;
  cause?: unknown;
}

/**
 * An error with a code to branch on, a sentence saying what happened and one saying what to do.
 * The original error is kept as `cause`. Nobody matches on the message.
 */
export class AvatarError extends Error {
  override readonly name = "AvatarError";
  readonly code: ErrorCode;
  readonly advice: string;

  constructor(code: ErrorCode, { message, advice, cause }: ErrorParts) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.advice = advice;
  }
}

/** A disk that is full looks the same everywhere; anything else is left to the caller. */
export function isDiskFull(error: unknown): boolean {
  if (typeof error !== "object" || error === null || !("code" in error)) return false;
  return error.code === "ENOSPC" || error.code === "EDQUOT";
}

/** The error as an AvatarError, so that a person always gets a cause and a remedy. */
export function asAvatarError(error: unknown, doing: string): AvatarError {
  if (error instanceof AvatarError) return error;
  if (isDiskFull(error)) {
    return new AvatarError("DISK_FULL", {
      message: `The disk is full (while ${doing}).`,
      advice: "Free some space on the worker, then send the command again.",
      cause: error,
    });
  }
  const text = error instanceof Error ? error.message : String(error);
  return new AvatarError("INTERNAL", {
    message: `Unexpected failure while ${doing}: ${text}`,
    advice: "This is a defect in avatar. Please report it, with the log or the journal of the run.",
    cause: error,
  });
}
