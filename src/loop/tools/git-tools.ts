import { z } from "zod";
import type { ChangedFile } from "../../domain/ports/workspace.ts";
import { cutMiddle, plural } from "./cut-text.ts";
import { defineTool } from "./tool.ts";
import { done } from "./tool-result.ts";

const SHOWN_DIFF = 12_000;
const SHOWN_FILES = 100;

export const gitStatusTool = defineTool({
  name: "git_status",
  description: "List what differs from the base.",
  tier: 0,
  shape: {},
  describe: () => "",
  async execute(_args, { workspace }) {
    const files = await workspace.changedFiles();
    if (files.length === 0) return done("nothing differs from the base");
    const lines = files.slice(0, SHOWN_FILES).map(describeChange);
    if (files.length > SHOWN_FILES) lines.push(`… ${files.length - SHOWN_FILES} more`);
    return done(`${plural(files.length, "file")} changed`, { content: lines.join("\n") });
  },
});

function describeChange({ path, status, addedLines, removedLines, binary }: ChangedFile): string {
  return `${status} ${path} ${binary ? "(binary)" : `+${addedLines} -${removedLines}`}`;
}

export const gitDiffTool = defineTool({
  name: "git_diff",
  description: "Show the diff against the base.",
  tier: 0,
  shape: { path: z.string().optional() },
  describe: ({ path }) => path ?? "",
  async execute({ path }, { workspace }) {
    const diff = await workspace.diff(path === undefined ? undefined : [path]);
    if (diff === "") return done("nothing differs from the base");
    return done(plural(diff.split("\n").length, "line"), {
      content: cutMiddle(diff, SHOWN_DIFF),
      details: diff.length > SHOWN_DIFF ? diff : null,
    });
  },
});
