import type { ArgvReading, ShellLines } from "../../domain/ports/shell-lines.ts";
import { expandPieces } from "./expand-word.ts";
import { parseShell } from "./parse-shell.ts";
import type { ShellNode, SimpleNode } from "./shell-tree.ts";

/** Reads one command as words, for tools that start no shell. */
export function createShellLines(): ShellLines {
  return { readArgv };
}

function readArgv(line: string): ArgvReading {
  if (line.trim() === "") return refuse("The command is empty.");
  const script = parseShell(line);
  const [error] = script.errors;
  if (error !== undefined) return refuse(`The command does not parse: ${error}.`);
  const [statement, ...others] = script.statements;
  if (statement === undefined) return refuse("The command is empty.");
  if (others.length > 0)
    return refuse("`;` or a new line joins several commands; give one command at a time.");
  if (statement.background) return refuse("`&` puts the command in the background, which needs a shell.");
  return readNode(statement.node);
}

function readNode(node: ShellNode): ArgvReading {
  switch (node.kind) {
    case "simple":
      return readSimple(node);
    case "andOr":
      return refuse(`\`${node.operators[0] ?? "&&"}\` joins several commands; give one command at a time.`);
    case "pipeline":
      return refuse(
        node.parts.length > 1
          ? "`|` joins several commands, which needs a shell; give one command at a time."
          : "`!` and `time` need a shell; give the command alone.",
      );
    case "group":
      return refuse("Brackets around commands need a shell; give one command at a time.");
    case "if":
    case "block":
    case "condition":
      return refuse("Conditions, loops and functions need a shell; give one command at a time.");
  }
}

function readSimple(node: SimpleNode): ArgvReading {
  const [redirect] = node.redirects;
  if (redirect !== undefined) return refuse(`\`${redirect.operator}\` redirects, which needs a shell.`);
  const env: Record<string, string> = {};
  for (const { name, value } of node.assignments) {
    const text = value === null ? null : expandPieces(value, {});
    if (text === null) return refuse(`The value of ${name} needs a shell; write it out.`);
    env[name] = text;
  }
  const argv: string[] = [];
  for (const word of node.words) {
    const text = expandPieces(word.pieces, {});
    if (text === null) return refuse(`\`${word.text}\` needs a shell to be filled in; write it out.`);
    if (word.pattern)
      return refuse(`\`${word.text}\` needs a shell to be expanded; name the files or quote it.`);
    argv.push(text);
  }
  return argv.length === 0 ? refuse("The command only sets variables.") : { ok: true, argv, env };
}

function refuse(problem: string): ArgvReading {
  return { ok: false, problem };
}
