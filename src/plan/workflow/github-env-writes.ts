import { commandsOfScript, expandPieces } from "../shell/expand-word.ts";
import type { Variables } from "../shell/expand-word.ts";
import { parseShell } from "../shell/parse-shell.ts";
import type { SimpleNode } from "../shell/shell-tree.ts";
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

function writtenLine(
  command: SimpleNode,
): { name: string; pieces: SimpleNode["words"][number]["pieces"] } | null {
  if (!["echo", "printf"].includes(command.words[0]?.text ?? "")) return null;
  const word = command.words.slice(1).find((one) => !one.text.startsWith("-"));
  const [first, ...rest] = word?.pieces ?? [];
  if (first?.kind !== "text") return null;
  const match = /^([A-Za-z_]\w*)=([\s\S]*)$/.exec(first.text);
  if (match?.[1] === undefined) return null;
  const others = command.words.length > 2 + (command.words[1] === word ? 0 : 1);
  return {
    name: match[1],
    pieces: others ? [{ kind: "unknown" }] : [{ kind: "text", text: match[2] ?? "" }, ...rest],
  };
}
