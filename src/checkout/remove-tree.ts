import { rm } from "node:fs/promises";
import { runForText } from "./exec.ts";

/** Removes a folder with all in it. Never throws: what cannot be removed is left. */
export async function removeTree(dir: string): Promise<void> {
  try {
    await rm(dir, { recursive: true, force: true, maxRetries: 3 });
  } catch {
    // Go's module cache and others make their folders read-only.
    const env = { PATH: "/usr/bin:/bin" };
    await runForText({ file: "chmod", args: ["-R", "u+rwX", "--", dir], cwd: "/", env, timeoutMs: 60_000 });
    await rm(dir, { recursive: true, force: true }).catch(() => {});
  }
}
