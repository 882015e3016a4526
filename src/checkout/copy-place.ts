import { mkdir } from "node:fs/promises";
import path from "node:path";
import { AvatarError } from "../domain/errors.ts";
import { diskFull, runForText } from "./exec.ts";
import { cancelled } from "./git.ts";
import type { Place } from "./place.ts";

/** Copies the tree and HOME of one place to another, sharing blocks where the file system can. */
export async function copyPlace(from: Place, to: Place, signal: AbortSignal): Promise<void> {
  await mkdir(path.dirname(to.tree), { recursive: true });
  const { ended, exitCode, output } = await runForText({
    file: "cp",
    args: ["--archive", "--reflink=auto", "--", from.tree, from.home, path.dirname(to.tree)],
    cwd: "/",
    env: { PATH: "/usr/bin:/bin", LC_ALL: "C" },
    timeoutMs: 30 * 60_000,
    signal,
  });
  if (ended === "cancelled") throw cancelled();
  if (exitCode === 0) return;
  if (/No space left on device|Disk quota exceeded/.test(output)) throw diskFull(output.slice(-500));
  throw new AvatarError("CHECKOUT_FAILED", {
    message: `The prepared tree could not be copied: ${output.trim().slice(-300)}`,
    advice: "Check the worker's disk and the rights on its folder.",
  });
}
