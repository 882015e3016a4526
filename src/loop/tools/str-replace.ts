import { z } from "zod";
import { Flag } from "./arguments.ts";
import { cutLine, plural } from "./cut-text.ts";
import { readTextFile } from "./file-text.ts";
import { findNearest } from "./nearest-match.ts";
import { replaceText } from "./replace-text.ts";
import { defineTool } from "./tool.ts";
import { done, failed } from "./tool-result.ts";
import { isEditing } from "./write-file.ts";

const CONTEXT = 2;
const SHOWN = 24;

export const strReplaceTool = defineTool({
  name: "str_replace",
  description:
    "Replace exact text in a file, without the line numbers; it must occur once, unless replaceAll.",
  tier: 1,
  shape: {
    path: z.string().min(1),
    oldString: z.string().min(1, "must not be empty; write_file creates files"),
    newString: z.string(),
    replaceAll: Flag.optional(),
  },
  isActive: isEditing,
  describe: ({ path, replaceAll }) => `${path}${replaceAll === true ? " (all)" : ""}`,
  async execute({ path, oldString, newString, replaceAll = false }, { workspace }) {
    if (oldString === newString) return failed("oldString and newString are the same; nothing was changed.");
    const file = await readTextFile(workspace, path);
    if (!file.ok) return failed(file.problem);
    const replaced = replaceText(file.bytes, { oldString, newString, replaceAll });
    switch (replaced.kind) {
      case "absent":
        return explainMiss(path, file.bytes.toString("utf8"), oldString);
      case "ambiguous": {
        const lines = replaced.at.map((at) => lineAt(file.bytes, at)).slice(0, 10);
        return failed(
          `oldString occurs ${replaced.at.length} times in ${path} (lines ${lines.join(", ")}). ` +
            "Add lines around it until it is unique, or set replaceAll.",
        );
      }
      case "replaced": {
        await workspace.writeFile(path, replaced.bytes);
        const at = replaced.at[0] ?? 0;
        const first = lineAt(replaced.bytes, at);
        const count = newString.split("\n").length;
        return done(`replaced ${plural(replaced.at.length, "place")} in ${path}, line ${first}`, {
          content: `It now reads\n${excerpt(replaced.bytes, first - CONTEXT, Math.min(count, SHOWN) + 2 * CONTEXT)}`,
          filesModified: [path],
        });
      }
    }
  },
});

function explainMiss(path: string, text: string, oldString: string): ReturnType<typeof failed> {
  const near = findNearest(text, oldString);
  if (near === null) {
    return failed(`oldString does not occur in ${path}, nor anything like it. Read the file again.`);
  }
  const why = near.whitespaceOnly ? "only white space differs from" : "the nearest is";
  return failed(`oldString does not occur in ${path}; ${why} line ${near.firstLine}`, {
    content: near.lines
      .slice(0, SHOWN)
      .map((line, i) => `${near.firstLine + i}\t${cutLine(line, 300)}`)
      .join("\n"),
  });
}

function lineAt(bytes: Buffer, offset: number): number {
  let line = 1;
  for (let at = bytes.indexOf(10); at !== -1 && at < offset; at = bytes.indexOf(10, at + 1)) line += 1;
  return line;
}

function excerpt(bytes: Buffer, from: number, count: number): string {
  const first = Math.max(1, from);
  return bytes
    .toString("utf8")
    .split(/\r?\n/)
    .slice(first - 1, first - 1 + count)
    .map((line, i) => `${first + i}\t${cutLine(line, 300)}`)
    .join("\n");
}
