import { rmSync } from "node:fs";
import { AvatarError } from "../domain/errors.ts";
import type { Candidate, FreshTree } from "../domain/ports/checkouts.ts";
import { rawChanges } from "./change-list.ts";
import { commandsIn, newPlace, workspaceOf, type CheckoutParts } from "./checkout-parts.ts";
import { atSpot } from "./confined-path.ts";
import { copyPlace } from "./copy-place.ts";
import { cancelled, gitText } from "./git.ts";
import { isManifest } from "./manifest-files.ts";
import { createPlace, layCommit, type Place } from "./place.ts";
import { removeTree } from "./remove-tree.ts";
import { runSetup, type Prepared } from "./run-setup.ts";

interface FreshRequest {
  parts: CheckoutParts;
  /** Null when nothing was set up: then the tree starts empty. */
  prepared: Prepared | null;
  candidate: Candidate;
  signal: AbortSignal;
}

/** A tree for one judgement: the prepared base with exactly the candidate's files, nothing of the model's own tree. */
export async function makeFreshTree(request: FreshRequest): Promise<FreshTree> {
  const { dir, place } = newPlace(request.parts);
  try {
    return await fill(request, dir, place);
  } catch (error) {
    await removeTree(dir);
    throw request.signal.aborted ? cancelled() : error;
  }
}

async function fill(
  { parts, prepared, candidate, signal }: FreshRequest,
  dir: string,
  place: Place,
): Promise<FreshTree> {
  const { store, base, options } = parts;
  if (prepared !== null) {
    await copyPlace(prepared.place, place, signal);
    await removeDeleted(parts, place, candidate);
  }
  await createPlace(place);
  await layCommit({ store, place, commit: await commitOf(parts, candidate), branch: base.branch, signal });
  const commands = commandsIn(parts, place);
  if (prepared !== null && candidate.files.some((file) => isManifest(file.path))) {
    const report = await runSetup({
      steps: prepared.steps,
      commands,
      signal,
      timeoutMs: options.setupTimeoutMs,
    });
    if (!report.ok) throw setupFailed(report.steps.at(-1));
    // Set-up may rewrite a lock file; what is judged are the candidate's own files.
    await layCommit({ store, place, commit: await commitOf(parts, candidate), branch: base.branch, signal });
  }
  const workspace = workspaceOf(parts, place, () => prepared?.tree ?? null);
  return { workspace, commands, dispose: () => removeTree(dir) };
}

/** Files of the base that the candidate does not have; without this they would stay behind from the prepared tree. */
async function removeDeleted(
  { store, base }: CheckoutParts,
  place: Place,
  candidate: Candidate,
): Promise<void> {
  const changes = await rawChanges(store.gitDir, base.tree, candidate.treeSha);
  for (const change of changes.filter(({ status }) => status === "D")) {
    removeInside(place.tree, change.path);
  }
}

/** Set-up is the repository's code too: a link it planted must not lead the removal out of the tree. */
function removeInside(tree: string, file: string): void {
  try {
    atSpot(tree, file, { links: "refuse" }, ({ path }) => rmSync(path, { recursive: true, force: true }));
  } catch (error) {
    if (!(error instanceof AvatarError && error.code === "PATH_REFUSED")) throw error;
  }
}

/** The candidate as a commit on the base, so that git in the tree finds nothing uncommitted, as in CI. */
async function commitOf({ store, base }: CheckoutParts, candidate: Candidate): Promise<string> {
  if (candidate.treeSha === base.tree) return base.sha;
  const who = { NAME: "avatar", EMAIL: "avatar@localhost", DATE: "@946684800 +0000" };
  const env = ["AUTHOR", "COMMITTER"].flatMap((role) =>
    Object.entries(who).map(([name, value]) => [`GIT_${role}_${name}`, value]),
  );
  return gitText({
    args: ["commit-tree", candidate.treeSha, "-p", base.sha, "-m", "Candidate"],
    gitDir: store.gitDir,
    env: Object.fromEntries(env) as Record<string, string>,
  });
}

function setupFailed(
  last: { step: { name: string; command: string }; outcome: { output: string } } | undefined,
): AvatarError {
  const output = last?.outcome.output.trim().slice(-600) ?? "";
  return new AvatarError("SETUP_FAILED", {
    message: `Set-up failed with the change applied, in "${last?.step.command ?? ""}": ${output}`,
    advice: "Look at what the change does to manifests and lock files.",
  });
}
