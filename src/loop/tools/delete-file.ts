import { z } from "zod";
import { defineTool } from "./tool.ts";
import { done, failed } from "./tool-result.ts";
import { isEditing } from "./write-file.ts";

export const deleteFileTool = defineTool({
  name: "delete_file",
  description: "Delete one file.",
  tier: 1,
  shape: { path: z.string().min(1) },
  isActive: isEditing,
  describe: ({ path }) => path,
  async execute({ path }, { workspace }) {
    const stat = await workspace.stat(path);
    if (stat === null) return failed(`${path} does not exist.`);
    if (stat.kind === "directory") return failed(`${path} is a folder; delete its files one by one.`);
    await workspace.deleteFile(path);
    return done(`deleted ${path}`, { filesModified: [path] });
  },
});
