import { z } from "zod";
import type { SearchResult } from "../../domain/ports/workspace.ts";
import { isSensitivePath } from "../path-rules.ts";
import { cutLine, plural } from "./cut-text.ts";
import { defineTool } from "./tool.ts";
import { done, failed } from "./tool-result.ts";

const SHOWN = 80;
const MAX_LINE = 200;

export const searchRepoTool = defineTool({
  name: "search_repo",
  description: "Find lines by regular expression.",
  tier: 0,
  runsBeforeFreeze: true,
  shape: { query: z.string().min(1), glob: z.string().optional() },
  describe: ({ query, glob }) => `${query} ${glob ?? ""}`,
  async execute({ query, glob }, { workspace }) {
    const result = await workspace.search({ query, limit: SHOWN, ...(glob === undefined ? {} : { glob }) });
    if (result.problem !== null) {
      return failed(`\`query\` is no valid regular expression: ${cutLine(result.problem, MAX_LINE)}`);
    }
    const where = glob === undefined ? "" : ` in ${glob}`;
    // The gate sees the query, not where it leads.
    const matches = result.matches.filter((match) => !isSensitivePath(match.path));
    if (matches.length === 0) return done(`no line matches ${query}${where}`);
    const files = new Set(matches.map((match) => match.path)).size;
    const more = result.truncated ? `, and more than these ${SHOWN}; a glob narrows it down` : "";
    return done(`${plural(matches.length, "match")} in ${plural(files, "file")}${more}`, {
      content: groupByFile(matches),
    });
  },
});

// The path once, then its lines: half the tokens of `path:line:text`.
function groupByFile(matches: SearchResult["matches"]): string {
  const lines: string[] = [];
  let path = "";
  for (const match of matches) {
    if (match.path !== path) lines.push(match.path);
    path = match.path;
    lines.push(`${match.line}\t${cutLine(match.text.trim(), MAX_LINE)}`);
  }
  return lines.join("\n");
}
