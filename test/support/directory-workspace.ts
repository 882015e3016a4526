import { mkdir, mkdtemp, readdir, readFile, realpath, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, posix } from "node:path";
import picomatch from "picomatch";
import { AvatarError } from "../../src/domain/errors.ts";
import type { Workspace } from "../../src/domain/ports/workspace.ts";

/** A real folder as a workspace, without git: everything is compared with the files it began with. */
export async function directoryWorkspace(
  files: Readonly<Record<string, string | Uint8Array>>,
): Promise<Workspace & { remove(): Promise<void> }> {
  const root = await realpath(await mkdtemp(join(tmpdir(), "avatar-workspace-")));
  const base = new Map<string, Buffer>();
  const place = (path: string): string => {
    const normal = posix.normalize(path);
    if (
      posix.isAbsolute(normal) ||
      normal === ".." ||
      normal.startsWith("../") ||
      /^\.git(\/|$)/.test(normal)
    ) {
      throw new AvatarError("PATH_REFUSED", {
        message: `${path} leaves the tree.`,
        advice: "Stay below the root.",
      });
    }
    return join(root, normal);
  };
  const write = async (path: string, content: Uint8Array): Promise<void> => {
    const target = place(path);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, content);
  };
  for (const [path, content] of Object.entries(files)) {
    base.set(path, Buffer.from(content as string));
    await write(path, Buffer.from(content as string));
  }
  const read = async (path: string): Promise<Buffer | null> => readFile(place(path)).catch(() => null);
  const allPaths = async (): Promise<string[]> => {
    const entries = await readdir(root, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
      .sort();
  };
  const changedFiles: Workspace["changedFiles"] = async () => {
    const now = await allPaths();
    const changed = [];
    for (const path of new Set([...now, ...base.keys()])) {
      const [before, after] = [base.get(path), await read(path)];
      if (before !== undefined && after !== null && before.equals(after)) continue;
      const status = before === undefined ? "added" : after === null ? "deleted" : "modified";
      changed.push({ path, status, addedLines: 1, removedLines: 1, binary: false } as const);
    }
    return changed;
  };
  const matching = (glob: string | undefined): ((path: string) => boolean) =>
    glob === undefined ? () => true : picomatch(glob, { dot: true });
  return {
    root,
    readFile: read,
    writeFile: write,
    changedFiles,
    async stat(path) {
      const found = await stat(place(path)).catch(() => null);
      if (found === null) return null;
      return {
        kind: found.isFile() ? "file" : found.isDirectory() ? "directory" : "other",
        size: found.size,
      };
    },
    deleteFile: async (path) => rm(place(path)),
    async listFiles({ glob, limit = Number.POSITIVE_INFINITY } = {}) {
      const paths = (await allPaths()).filter(matching(glob));
      return { paths: paths.slice(0, limit), total: paths.length };
    },
    async search({ query, glob, limit }) {
      let pattern: RegExp;
      try {
        pattern = new RegExp(query, "u");
      } catch (error) {
        return { matches: [], truncated: false, problem: String(error) };
      }
      const matches = [];
      for (const path of (await allPaths()).filter(matching(glob))) {
        const lines = (await read(path))?.toString("utf8").split("\n") ?? [];
        for (const [i, text] of lines.entries())
          if (pattern.test(text)) matches.push({ path, line: i + 1, text });
      }
      return { matches: matches.slice(0, limit), truncated: matches.length > limit, problem: null };
    },
    async diff(paths) {
      const changed = await changedFiles();
      return changed
        .filter(({ path }) => paths === undefined || paths.includes(path))
        .map(({ path, status }) => `${status} ${path}`)
        .join("\n");
    },
    remove: async () => rm(root, { recursive: true, force: true }),
  };
}
