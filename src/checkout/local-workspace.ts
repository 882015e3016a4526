import { closeSync, constants, fchmodSync, fstatSync, openSync, readFileSync } from "node:fs";
import { renameSync, rmSync, unlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { asAvatarError } from "../domain/errors.ts";
import type { ChangedFile, Workspace } from "../domain/ports/workspace.ts";
import { atSpot, pathRefused, type Spot } from "./confined-path.ts";

const { O_CREAT, O_EXCL, O_NOFOLLOW, O_NONBLOCK, O_RDONLY, O_WRONLY } = constants;
const maxFileBytes = 32 * 1024 * 1024;

/** Where a workspace gets what git knows. Loaded on first use, so that reading files costs no git. */
export interface WorkspaceSources {
  listFiles(): Promise<string[]>;
  changedFiles(): Promise<ChangedFile[]>;
  diff(paths: readonly string[]): Promise<string>;
  search: Workspace["search"];
}

/** A Workspace over a folder of this machine. */
export function createLocalWorkspace(root: string, sources: WorkspaceSources): Workspace {
  return {
    root,
    async readFile(given) {
      return atSpot(root, given, { links: "follow" }, (spot) => readAt(given, spot));
    },
    async stat(given) {
      return atSpot(root, given, { links: "follow" }, ({ stats }) => {
        if (stats === null) return null;
        const kind = stats.isFile() ? "file" : stats.isDirectory() ? "directory" : "other";
        return { kind, size: stats.size } as const;
      });
    },
    async writeFile(given, content) {
      atSpot(root, given, { links: "refuse", creates: true }, (spot) => writeAt(given, spot, content));
    },
    async deleteFile(given) {
      atSpot(root, given, { links: "refuse" }, ({ stats, path }) => {
        if (stats === null) return;
        if (stats.isDirectory()) throw pathRefused(given, "is a folder", "Delete its files one by one.");
        unlinkSync(path);
      });
    },
    async listFiles({ glob, limit } = {}) {
      const all = await sources.listFiles();
      const matching = glob === undefined ? all : all.filter(await matcher(glob));
      const sorted = matching.sort(byCodeUnits);
      return { paths: limit === undefined ? sorted : sorted.slice(0, limit), total: sorted.length };
    },
    search: (request) => sources.search(request),
    changedFiles: () => sources.changedFiles(),
    diff: (paths = []) => sources.diff(paths),
  };
}

async function matcher(glob: string): Promise<(path: string) => boolean> {
  const { default: picomatch } = await import("picomatch");
  const matches = picomatch(glob, { dot: true });
  return (path) => matches(path);
}

function byCodeUnits(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function readAt(given: string, { path, stats }: Spot): Uint8Array | null {
  if (stats === null) return null;
  if (stats.isDirectory()) throw pathRefused(given, "is a folder", "Use list_files to see what is in it.");
  if (!stats.isFile()) throw pathRefused(given, "is no regular file");
  // Not blocking: the file may have been swapped for a pipe that nobody writes to.
  const fd = openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  try {
    const opened = fstatSync(fd);
    if (!opened.isFile()) throw pathRefused(given, "is no regular file");
    if (opened.size > maxFileBytes) {
      throw pathRefused(
        given,
        `has ${opened.size} bytes, too many to read`,
        "Use search_repo to look into it.",
      );
    }
    return readFileSync(fd);
  } finally {
    closeSync(fd);
  }
}

/** A new file takes the old one's place: readers see one or the other, and a hard link elsewhere keeps its content. */
function writeAt(given: string, { path: target, stats }: Spot, content: Uint8Array): void {
  if (stats?.isDirectory() === true || target.endsWith("/.")) throw pathRefused(given, "is a folder");
  if (stats !== null && !stats.isFile()) throw pathRefused(given, "is no regular file");
  const temporary = path.posix.join(path.posix.dirname(target), `.avatar-${crypto.randomUUID()}`);
  const fd = openSync(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o666);
  try {
    try {
      writeFileSync(fd, content);
      if (stats !== null) fchmodSync(fd, stats.mode & 0o777);
    } finally {
      closeSync(fd);
    }
    renameSync(temporary, target);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw asAvatarError(error, `writing ${given}`);
  }
}
