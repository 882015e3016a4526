import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { openWorkspace } from "../../src/checkout/open-workspace.ts";
import type { Workspace } from "../../src/domain/ports/workspace.ts";

/** The workspace that ships, over a new repository whose one commit holds these files. */
export async function gitWorkspace(
  files: Readonly<Record<string, string | Uint8Array>>,
): Promise<Workspace & { remove(): Promise<void> }> {
  const root = await realpath(await mkdtemp(join(tmpdir(), "avatar-workspace-")));
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), content);
  }
  const identity = ["-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "core.autocrlf=false"];
  const git = (...args: string[]) =>
    execFileSync("git", [...identity, ...args], { cwd: root, stdio: "pipe" });
  git("init", "-q", "--template=", "-b", "main");
  git("add", "-A");
  git("commit", "-q", "--allow-empty", "-m", "base");
  return { ...openWorkspace(root), remove: async () => rm(root, { recursive: true, force: true }) };
}
