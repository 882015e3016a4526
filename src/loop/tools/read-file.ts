import { z } from "zod";
import { cutLine } from "./cut-text.ts";
import { type LineRange, LineRangeText, readLineRange } from "./arguments.ts";
import { hasBom, readTextFile } from "./file-text.ts";
import { defineTool } from "./tool.ts";
import { done, failed } from "./tool-result.ts";

const MAX_LINES = 600;
const MAX_CHARACTERS = 15_000;
const MAX_LINE = 500;

export const readFileTool = defineTool({
  name: "read_file",
  description: "Read a text file; lines come numbered.",
  tier: 0,
  runsBeforeFreeze: true,
  shape: {
    path: z.string(),
    lineRange: LineRangeText.describe("such as 10-80").optional(),
  },
  describe: ({ path, lineRange }) => `${path} ${lineRange ?? ""}`,
  async execute({ path, lineRange }, { workspace }) {
    const file = await readTextFile(workspace, path);
    if (!file.ok) return failed(file.problem);
    const text = file.bytes.subarray(hasBom(file.bytes) ? 3 : 0).toString("utf8");
    const lines = text.split(/\r?\n/);
    if (lines.at(-1) === "") lines.pop();
    if (lines.length === 0) return done(`${path} is empty`, { filesRead: [path] });
    const range = lineRange === undefined ? { first: 1, last: lines.length } : readLineRange(lineRange);
    if (range.first > lines.length) return failed(`${path} has only ${lines.length} lines.`);
    if (range.last < range.first)
      return failed(`\`lineRange\` runs backwards: ${range.first}-${range.last}.`);
    const { shown, last } = numberLines(lines, range);
    const rest = last < Math.min(range.last, lines.length) ? `; go on with lineRange ${last + 1}-` : "";
    return done(`lines ${range.first}-${last} of ${lines.length}${rest}`, {
      content: shown,
      filesRead: [path],
    });
  },
});

/** As many lines of the range as the budgets hold, at least one. */
function numberLines(lines: readonly string[], range: LineRange): { shown: string; last: number } {
  const shown: string[] = [];
  let characters = 0;
  let last = range.first - 1;
  for (const line of lines.slice(range.first - 1, Math.min(range.last, range.first - 1 + MAX_LINES))) {
    const numbered = `${last + 1}\t${cutLine(line, MAX_LINE)}`;
    if (shown.length > 0 && characters + numbered.length > MAX_CHARACTERS) break;
    shown.push(numbered);
    characters += numbered.length + 1;
    last += 1;
  }
  return { shown: shown.join("\n"), last };
}
