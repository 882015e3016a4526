import { rgPath } from "@vscode/ripgrep";
import type { SearchRequest, SearchResult } from "../domain/ports/workspace.ts";
import { neverPartOfAChange } from "./git-store.ts";
import { runForLines } from "./exec.ts";

const maxLineLength = 500;
const timeoutMs = 30_000;

const fixed = [
  "--json",
  "--no-config",
  "--no-messages",
  "--no-follow",
  "--hidden",
  "--sort=path",
  "--no-require-git",
  "--no-ignore-parent",
  "--no-ignore-global",
  "--max-filesize=4M",
];

interface MatchEvent {
  type: string;
  data: { path?: Text; line_number?: number; lines?: Text };
}

type Text = { text: string } | { bytes: string };

/** Searches a folder with ripgrep: links are not followed, no configuration is read, what git ignores is left out. */
export async function searchFiles(root: string, request: SearchRequest): Promise<SearchResult> {
  const matches: SearchResult["matches"] = [];
  let truncated = false;
  const { stderr, exitCode } = await runForLines(
    { file: rgPath, args: ripgrepArguments(request), cwd: root, env: { LC_ALL: "C" }, timeoutMs },
    (line) => {
      const match = parseMatch(line);
      if (match === null) return true;
      truncated = matches.length >= request.limit;
      if (!truncated) matches.push(match);
      return !truncated;
    },
  );
  const failed = exitCode === 2 && matches.length === 0 && stderr.trim() !== "";
  return { matches, truncated, problem: failed ? stderr.trim().replace(/^rg: /, "").slice(0, 500) : null };
}

function ripgrepArguments({ query, glob }: SearchRequest): string[] {
  const skipped = neverPartOfAChange.flatMap((pattern) => ["--glob", `!${pattern}`]);
  const wanted = glob === undefined ? [] : ["--glob", glob];
  return [...fixed, ...wanted, "--glob", "!.git", ...skipped, "--regexp", query, "--", "./"];
}

function parseMatch(line: string): SearchResult["matches"][number] | null {
  const event = JSON.parse(line) as MatchEvent;
  if (event.type !== "match") return null;
  const path = textOf(event.data.path).replace(/^\.\//, "");
  const text = textOf(event.data.lines).replace(/\r?\n$/, "");
  const shown = text.length > maxLineLength ? `${text.slice(0, maxLineLength)} […]` : text;
  return { path, line: event.data.line_number ?? 0, text: shown };
}

function textOf(text: Text | undefined): string {
  if (text === undefined) return "";
  return "text" in text ? text.text : Buffer.from(text.bytes, "base64").toString("utf8");
}
