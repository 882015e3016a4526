import { randomUUID } from "node:crypto";
import path from "node:path";
import type { CommandRunner } from "../domain/ports/command-runner.ts";
import type { Workspace } from "../domain/ports/workspace.ts";
import { changedFiles, readableDiff } from "./change-list.ts";
import type { GitStore } from "./git-store.ts";
import { git } from "./git.ts";
import { createLocalWorkspace } from "./local-workspace.ts";
import { placeIn, type Place } from "./place.ts";
import { presentFiles } from "./present-files.ts";
import { defaultHosts } from "./registry/default-hosts.ts";
import type { Sandbox } from "./sandbox/sandbox.ts";
import { createSandboxedCommands } from "./sandboxed-commands.ts";
import { searchFiles } from "./search-files.ts";
import { changeTree } from "./snapshot.ts";

export interface CheckoutsOptions {
  /** Absolute path of the folder that holds one folder a run. Nothing in it is shown to a command but its own tree. */
  dir: string;
  /** Asked for by each command. It may be chosen and tried out only then, once. */
  sandbox: () => Promise<Sandbox>;
  /** Hosts that set-up steps may reach besides the usual package registries. */
  allowedHosts: readonly string[];
  /** For one set-up step. */
  setupTimeoutMs?: number;
  /** Bytes kept of one command's output. */
  outputLimit?: number;
}

/** What one checkout consists of. */
export interface CheckoutParts {
  dir: string;
  store: GitStore;
  place: Place;
  base: { sha: string; tree: string; branch: string | null; name: string };
  options: CheckoutsOptions;
}

export function commandsIn({ store, options }: CheckoutParts, place: Place): CommandRunner {
  return createSandboxedCommands({
    sandbox: options.sandbox,
    allowedHosts: [...defaultHosts, ...options.allowedHosts],
    tree: place.tree,
    home: place.home,
    gitView: { dir: place.view, objects: store.objects },
    ...(options.outputLimit === undefined ? {} : { outputLimit: options.outputLimit }),
  });
}

/** A workspace whose changes are those against the base. */
export function workspaceOf(parts: CheckoutParts, place: Place, setupTree: () => string | null): Workspace {
  const { store, base } = parts;
  const now = (): Promise<string> =>
    changeTree({ store, place, baseTree: base.tree, setupTree: setupTree() });
  return createLocalWorkspace(place.tree, {
    async listFiles() {
      const args = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
      const listing = await git({ args, gitDir: store.gitDir, workTree: place.tree, index: place.index });
      return presentFiles(place.tree, listing.toString("utf8"));
    },
    changedFiles: async () => changedFiles(store.gitDir, base.tree, await now()),
    diff: async (paths) => readableDiff(store.gitDir, [base.tree, await now()], paths),
    search: (request) => searchFiles(place.tree, request),
  });
}

/** A name for one more tree of the run. */
export function newPlace({ dir }: CheckoutParts): { dir: string; place: Place } {
  const own = path.join(dir, `fresh-${randomUUID()}`);
  return { dir: own, place: placeIn(own) };
}
