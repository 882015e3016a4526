import { unwrapInvocation } from "./classify/invocation.ts";
import { commandsOfScript, readableWords } from "./shell/expand-word.ts";
import { parseShell } from "./shell/parse-shell.ts";

const DEEPEST = 5;

/**
 * The program and arguments that a command really executes: leading assignments and runner wrappers (`sudo`,
 * `uv run`, `npx`, `python -m`, `bash -c`) are taken off. `["", []]` when nothing remains.
 */
export function effectiveInvocation(command: string): [string, string[]] {
  return invocationOf(command, 0);
}

function invocationOf(command: string, depth: number): [string, string[]] {
  const [first] = commandsOfScript(parseShell(command));
  if (first === undefined || depth > DEEPEST) return ["", []];
  const invocation = unwrapInvocation(readableWords(first, {}));
  if (invocation === null) return ["", []];
  if (invocation.line !== null) return invocationOf(invocation.line, depth + 1);
  return [invocation.program, [...invocation.args]];
}
