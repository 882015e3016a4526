import path from "node:path";
import type { Candidate, Checkout, CommitRequest } from "../domain/ports/checkouts.ts";
import { changedFiles, exactPatch } from "./change-list.ts";
import { commandsIn, workspaceOf, type CheckoutParts } from "./checkout-parts.ts";
import { copyPlace } from "./copy-place.ts";
import { makeFreshTree } from "./fresh-tree.ts";
import { gitText } from "./git.ts";
import { placeIn } from "./place.ts";
import { pushCommit } from "./remote.ts";
import { openSource } from "./remote-source.ts";
import { removeTree } from "./remove-tree.ts";
import { runSetup, type Prepared } from "./run-setup.ts";
import { changeTree, snapshot, treeFromPatch, treeWithRestored } from "./snapshot.ts";

export function openCheckout(parts: CheckoutParts): Checkout {
  const { dir, store, place, base } = parts;
  let prepared: Prepared | null = null;
  const commands = commandsIn(parts, place);
  const setupTree = (): string | null => prepared?.tree ?? null;
  return {
    baseSha: base.sha,
    ref: base.name,
    workspace: workspaceOf(parts, place, setupTree),
    commands,
    async prepare(steps, signal) {
      const report = await runSetup({ steps, commands, signal, timeoutMs: parts.options.setupTimeoutMs });
      if (steps.length === 0) return report;
      const copy = placeIn(path.join(dir, "prepared"));
      await copyPlace(place, copy, signal);
      prepared = { place: copy, tree: await snapshot(store, place), steps };
      return report;
    },
    async candidate() {
      return describe(parts, await changeTree({ store, place, baseTree: base.tree, setupTree: setupTree() }));
    },
    async candidateFromPatch(patch) {
      return describe(parts, await treeFromPatch(store, base.tree, patch));
    },
    async recombine({ treeSha }, { restore }) {
      return describe(parts, await treeWithRestored(store, { baseTree: base.tree, tree: treeSha, restore }));
    },
    freshTree: (candidate, signal) => makeFreshTree({ parts, prepared, candidate, signal }),
    commit: (request) => commit(parts, request),
    async push({ commitSha, branch, source, expectedHead }) {
      const remote = openSource(source, path.join(dir, "gitconfig"));
      await pushCommit({ gitDir: store.gitDir, source: remote, commit: commitSha, branch, expectedHead });
    },
    dispose: () => removeTree(dir),
  };
}

async function describe({ store, base }: CheckoutParts, treeSha: string): Promise<Candidate> {
  const files = await changedFiles(store.gitDir, base.tree, treeSha);
  return { treeSha, files, patch: await exactPatch(store, base.tree, treeSha) };
}

async function commit({ store, base }: CheckoutParts, request: CommitRequest): Promise<string> {
  const { candidate, message, author, at } = request;
  const date = `@${Math.floor(at.getTime() / 1000)} +0000`;
  return gitText({
    args: ["commit-tree", candidate.treeSha, "-p", base.sha, "-F", "-"],
    gitDir: store.gitDir,
    input: message,
    env: {
      GIT_AUTHOR_NAME: author.name,
      GIT_AUTHOR_EMAIL: author.email,
      GIT_AUTHOR_DATE: date,
      GIT_COMMITTER_NAME: author.name,
      GIT_COMMITTER_EMAIL: author.email,
      GIT_COMMITTER_DATE: date,
    },
  });
}
