import { existsSync, realpathSync } from "node:fs";
import { AvatarError } from "../domain/errors.ts";
import type { Workspace } from "../domain/ports/workspace.ts";
import { createLocalWorkspace } from "./local-workspace.ts";
import { walkFolder } from "./walk-folder.ts";

/**
 * A workspace over a folder as it lies there, repository or not. Changes are those against HEAD. Everything beyond
 * reading files is loaded when it is first asked for.
 * @throws PATH_REFUSED when there is no such folder.
 */
export function openWorkspace(dir: string): Workspace {
  const root = realFolder(dir);
  const isRepository = existsSync(`${root}/.git`);
  return createLocalWorkspace(root, {
    async listFiles() {
      if (!isRepository) return walkFolder(root);
      const { listWorkingFiles } = await import("./local-repository.ts");
      return listWorkingFiles(root);
    },
    async changedFiles() {
      if (!isRepository) return [];
      const { worktreePatch } = await import("./worktree-patch.ts");
      return (await worktreePatch(root, "HEAD")).files;
    },
    async diff(paths) {
      if (!isRepository) return "";
      const { worktreeDiff } = await import("./worktree-patch.ts");
      return worktreeDiff(root, "HEAD", paths);
    },
    async search(request) {
      const { searchFiles } = await import("./search-files.ts");
      return searchFiles(root, request);
    },
  });
}

function realFolder(dir: string): string {
  try {
    return realpathSync(dir);
  } catch (error) {
    throw new AvatarError("PATH_REFUSED", {
      message: "There is no such folder.",
      advice: "Name the folder of a working tree.",
      cause: error,
    });
  }
}
