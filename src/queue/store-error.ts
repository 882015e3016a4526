import { AvatarError } from "../domain/errors.ts";

// Node and PostgreSQL codes of a connection that could not be had or was lost, and what they mean for a person.
const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nothing listens there",
  ECONNRESET: "the connection was cut",
  ENOTFOUND: "the host name is unknown",
  EAI_AGAIN: "the host name cannot be looked up now",
  ETIMEDOUT: "it does not answer",
  EHOSTUNREACH: "the host cannot be reached",
  ENETUNREACH: "the network cannot be reached",
  EPIPE: "the connection was cut",
  "08000": "the connection failed",
  "08006": "the connection was cut",
  "28000": "the user is not allowed to connect",
  "28P01": "the password is wrong",
  "3D000": "there is no database of that name",
  "42501": "the user may not create or use avatar's schemas",
  "53300": "it has no connections left",
  "57P01": "it is shutting down",
  "57P02": "it crashed",
  "57P03": "it is starting up",
};

export const DATABASE_ADVICE =
  "Start PostgreSQL or correct DATABASE_URL (for example postgres://avatar@127.0.0.1:5432/avatar); leave it empty to use the embedded database.";

/** The error as STORE_UNAVAILABLE. Written from its code alone: a driver's text can carry the connection string. */
export function storeError(error: unknown, doing: string): AvatarError {
  if (error instanceof AvatarError) return error;
  const reason = reasonFor(error);
  return new AvatarError("STORE_UNAVAILABLE", {
    message: `The database failed while ${doing}${reason === null ? "" : `: ${reason}`}.`,
    advice: DATABASE_ADVICE,
    cause: error,
  });
}

function reasonFor(error: unknown): string | null {
  const code = codeOf(error);
  return code === null ? null : (REASONS[code] ?? `code ${code}`);
}

/** The code of Node or PostgreSQL, where the error has one. */
export function codeOf(error: unknown): string | null {
  if (typeof error !== "object" || error === null || !("code" in error)) return null;
  return typeof error.code === "string" ? error.code : null;
}
