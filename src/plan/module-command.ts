import { PYTHON_MODULES } from "./ecosystems/python.ts";
import { parseShell } from "./shell/parse-shell.ts";
import type { ShellNode, SimpleNode } from "./shell/shell-tree.ts";

const MODULES = new Set(PYTHON_MODULES);

/** A Python tool named bare becomes `python -m <tool>`, so that it also runs when it is not on the PATH. */
export function moduleCommand(text: string): string {
  const script = parseShell(text);
  const [statement, ...others] = script.statements;
  if (statement === undefined || others.length > 0 || script.errors.length > 0) return text;
  const command = leadingCommand(statement.node);
  const program = command?.words[0];
  if (program === undefined || !MODULES.has(program.text)) return text;
  return `${text.slice(0, program.start)}python -m ${text.slice(program.start)}`;
}

function leadingCommand(node: ShellNode): SimpleNode | null {
  if (node.kind === "simple") return node;
  if (node.kind === "pipeline" || node.kind === "andOr")
    return node.parts[0] === undefined ? null : leadingCommand(node.parts[0]);
  return null;
}
