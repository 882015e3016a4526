import { AvatarError } from "../domain/errors.ts";
import type { Candidate, Checkout, FreshTree } from "../domain/ports/checkouts.ts";
import { cancelled } from "./run-check.ts";

export type OpenedTree = { kind: "open"; tree: FreshTree } | { kind: "set-up failed"; evidence: string };

/**
 * A fresh tree of the candidate. A change that breaks the set-up is at fault for it; a full disk or a missing sandbox is
 * not the change's fault. @throws CANCELLED, SANDBOX_UNAVAILABLE, DISK_FULL.
 */
export async function openTree(
  checkout: Pick<Checkout, "freshTree">,
  candidate: Candidate,
  signal: AbortSignal,
): Promise<OpenedTree> {
  try {
    return { kind: "open", tree: await checkout.freshTree(candidate, signal) };
  } catch (error) {
    if (signal.aborted) throw cancelled();
    if (!(error instanceof AvatarError) || error.code !== "SETUP_FAILED") throw error;
    return { kind: "set-up failed", evidence: `${error.message}\n${error.advice}` };
  }
}
