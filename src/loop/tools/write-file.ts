import { z } from "zod";
import { Flag } from "./arguments.ts";
import { plural } from "./cut-text.ts";
import { hasBom, readTextFile, toCrlf, usesCrlf, withBom } from "./file-text.ts";
import { defineTool, type ToolSituation } from "./tool.ts";
import { done, failed } from "./tool-result.ts";

export function isEditing({ taskKind, phase }: ToolSituation): boolean {
  return taskKind !== "investigate" && phase === "editing";
}

export const writeFileTool = defineTool({
  name: "write_file",
  description: "Create a file, or replace it whole with overwrite.",
  tier: 1,
  shape: { path: z.string().min(1), content: z.string(), overwrite: Flag.optional() },
  isActive: isEditing,
  describe: ({ path, overwrite }) => `${path}${overwrite === true ? " (overwrite)" : ""}`,
  async execute({ path, content, overwrite }, { workspace }) {
    const stat = await workspace.stat(path);
    if (stat === null) {
      await workspace.writeFile(path, Buffer.from(content, "utf8"));
      return done(`created ${path}, ${countLines(content)}`, { filesModified: [path] });
    }
    if (overwrite !== true) {
      return failed(
        `${path} exists. Use str_replace to change parts of it, or overwrite: true to replace it whole.`,
      );
    }
    const before = await readTextFile(workspace, path);
    if (!before.ok) return failed(before.problem);
    await workspace.writeFile(path, inTheStyleOf(before.bytes, content));
    return done(`replaced ${path}, ${countLines(content)}`, { filesModified: [path] });
  },
});

// A model does not see byte order marks and line ends, so it cannot be meant to change them.
function inTheStyleOf(before: Buffer, content: string): Buffer {
  const text = Buffer.from(usesCrlf(before) ? toCrlf(content) : content, "utf8");
  return hasBom(before) && !hasBom(text) ? withBom(text) : text;
}

function countLines(content: string): string {
  return plural(content.split("\n").length - (content.endsWith("\n") ? 1 : 0), "line");
}
