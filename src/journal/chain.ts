import { createHash } from "node:crypto";

/** Stands before the first line. */
export const NO_LINE = "0".repeat(64);

/** SHA-256 in hex of a line's bytes without its newline. */
export function hashLine(line: Uint8Array): string {
  return createHash("sha256").update(line).digest("hex");
}
