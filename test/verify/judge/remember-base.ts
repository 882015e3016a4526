import type { Checkout, FreshTree, SetupReport } from "../../../src/domain/ports/checkouts.ts";
import type { CommandOutcome, CommandRunner } from "../../../src/domain/ports/command-runner.ts";

/**
 * One checkout for many changes on the same base: set-up runs once, and so does each command on the unchanged base.
 * Every tree of a change is fresh all the same.
 */
export async function rememberBase(checkout: Checkout): Promise<Checkout> {
  const baseTree = (await checkout.candidateFromPatch("")).treeSha;
  let setup: Promise<SetupReport> | null = null;
  let tree: Promise<FreshTree> | null = null;
  return {
    ...checkout,
    prepare(steps, signal) {
      setup ??= checkout.prepare(steps, signal);
      return setup;
    },
    async freshTree(candidate, signal) {
      if (candidate.treeSha !== baseTree) return checkout.freshTree(candidate, signal);
      tree ??= checkout.freshTree(candidate, signal).then(remembered);
      return tree;
    },
  };
}

function remembered(tree: FreshTree): FreshTree {
  const outcomes = new Map<string, Promise<CommandOutcome>>();
  const commands: CommandRunner = {
    run(request) {
      const key = JSON.stringify([request.command, request.cwd, request.env]);
      const known = outcomes.get(key);
      if (known !== undefined) return known;
      const outcome = tree.commands.run(request);
      outcomes.set(key, outcome);
      return outcome;
    },
  };
  return { workspace: tree.workspace, commands, dispose: () => Promise.resolve() };
}
