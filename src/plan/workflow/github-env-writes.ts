import { commandsOfScript, expandPieces } from "../shell/expand-word.ts";
import type { Variables } from "../shell/expand-word.ts";
import { parseShell } from "../shell/parse-shell.ts";
import type { SimpleNode, WordPiece } from "../shell/shell-tree.ts";
import { UNKNOWN } from "./evaluate-expression.ts";

/** What a script leaves in `$GITHUB_ENV` for later steps: the value where the text shows it, else unknown. */
export function githubEnvWrites(
  script: string,
  variables: Variables,
): Record<string, string | typeof UNKNOWN> {
  const writes: Record<string, string | typeof UNKNOWN> = {};
  for (const command of commandsOfScript(parseShell(script))) {
    if (!command.redirects.some((one) => one.target?.text.includes("GITHUB_ENV") === true)) continue;
    const line = writtenLine(command);
    if (line !== null) writes[line.name] = expandPieces(line.pieces, variables) ?? UNKNOWN;
  }
  return writes;
}

interface WrittenLine {
  name: string;
  pieces: readonly WordPiece[];
}

/** `echo "NAME=value"`; several words would be joined, which only a running shell does exactly. */
function writtenLine(command: SimpleNode): WrittenLine | null {
  const [program, ...args] = command.words;
  if (program === undefined || !["echo", "printf"].includes(program.text)) return null;
  const words = args.filter((one) => !one.text.startsWith("-"));
  const [first, ...rest] = words[0]?.pieces ?? [];
  if (first?.kind !== "text") return null;
  const match = /^([A-Za-z_]\w*)=([\s\S]*)$/.exec(first.text);
  if (match === null) return null;
  const [, name = "", value = ""] = match;
  return {
    name,
    pieces: words.length > 1 ? [{ kind: "unknown" }] : [{ kind: "text", text: value }, ...rest],
  };
}
