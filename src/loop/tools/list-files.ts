import { z } from "zod";
import { plural } from "./cut-text.ts";
import { defineTool } from "./tool.ts";
import { done } from "./tool-result.ts";

const SHOWN = 150;
const COUNTED = 20_000;

export const listFilesTool = defineTool({
  name: "list_files",
  description: "List files that git does not ignore.",
  tier: 0,
  runsBeforeFreeze: true,
  shape: { glob: z.string().describe("such as src/**/*.ts").optional() },
  describe: ({ glob }) => glob ?? "",
  async execute({ glob }, { workspace }) {
    const { paths, total } = await workspace.listFiles({
      ...(glob === undefined ? {} : { glob }),
      limit: COUNTED,
    });
    if (total === 0) return done(glob === undefined ? "no files" : `no file matches ${glob}`);
    if (total <= SHOWN) return done(plural(total, "file"), { content: paths.join("\n") });
    return done(`${plural(total, "file")}, by folder; a glob narrows it down`, {
      content: countByFolder(paths),
    });
  },
});

/** Folders with their counts, going deeper only while the list stays short. */
function countByFolder(paths: readonly string[]): string {
  let lines = foldersAt(paths, 1);
  for (let depth = 2; depth <= 4; depth += 1) {
    const deeper = foldersAt(paths, depth);
    if (deeper.length > SHOWN) break;
    lines = deeper;
  }
  const cut = lines.length - SHOWN;
  return cut > 0 ? [...lines.slice(0, SHOWN), `… ${cut} more`].join("\n") : lines.join("\n");
}

function foldersAt(paths: readonly string[], depth: number): string[] {
  const counts = new Map<string, number>();
  const rootFiles: string[] = [];
  for (const path of paths) {
    const parts = path.split("/");
    if (parts.length === 1) {
      rootFiles.push(path);
      continue;
    }
    const folder = `${parts.slice(0, Math.min(depth, parts.length - 1)).join("/")}/`;
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  const folders = [...counts].map(([folder, count]) => `${folder} (${plural(count, "file")})`);
  return [...folders, ...rootFiles];
}
