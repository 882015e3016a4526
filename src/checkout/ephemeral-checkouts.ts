import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { asAvatarError, AvatarError, isDiskFull } from "../domain/errors.ts";
import type { Checkout, Checkouts, CheckoutSource } from "../domain/ports/checkouts.ts";
import type { CheckoutsOptions } from "./checkout-parts.ts";
import { openCheckout } from "./ephemeral-checkout.ts";
import { createGitStore } from "./git-store.ts";
import { cancelled, gitText } from "./git.ts";
import { createPlace, layCommit, placeIn } from "./place.ts";
import { fetchCommit, resolveRef } from "./remote.ts";
import { openSource } from "./remote-source.ts";
import { removeTree } from "./remove-tree.ts";

export function createCheckouts(options: CheckoutsOptions): Checkouts {
  return {
    async open({ runId, source, signal }) {
      if (!/^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(runId)) throw new Error(`"${runId}" is no usable run id`);
      const dir = path.join(options.dir, runId);
      try {
        return await clone(dir, source, signal, options);
      } catch (error) {
        await removeTree(dir);
        throw signal.aborted ? cancelled() : asAvatarError(error, "checking out the repository");
      }
    },
  };
}

async function clone(
  dir: string,
  from: CheckoutSource,
  signal: AbortSignal,
  options: CheckoutsOptions,
): Promise<Checkout> {
  const globalConfig = path.join(dir, "gitconfig");
  const source = openSource(from, globalConfig);
  // A run that is taken up again starts from a clean folder.
  await removeTree(dir);
  await makeFolder(dir);
  // A folder of another owner may be read: only the operator names local paths.
  await writeFile(globalConfig, "[safe]\n\tdirectory = *\n");
  const ref = await resolveRef(source, from.ref, signal);
  const store = await createGitStore(path.join(dir, "store"), ref.commit);
  const baseSha = await fetchCommit(store.gitDir, source, ref, signal);
  const baseTree = await gitText({ args: ["rev-parse", `${baseSha}^{tree}`], gitDir: store.gitDir });
  const place = placeIn(path.join(dir, "work"));
  await createPlace(place);
  const branch = ref.fetch.startsWith("refs/heads/") ? ref.name : null;
  await layCommit({ store, place, commit: baseSha, branch, signal });
  return openCheckout({
    dir,
    store,
    place,
    base: { sha: baseSha, tree: baseTree, branch, name: ref.name },
    options,
  });
}

async function makeFolder(dir: string): Promise<void> {
  try {
    await mkdir(dir, { recursive: true, mode: 0o700 });
  } catch (cause) {
    if (isDiskFull(cause)) throw cause;
    throw new AvatarError("CONFIG_INVALID", {
      message: "The folder for checkouts cannot be made.",
      advice: "Let AVATAR_DATA_DIR name a folder that avatar's user may write to.",
      cause,
    });
  }
}
