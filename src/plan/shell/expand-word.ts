import type {
  ShellScript,
  ShellNode,
  ShellStatement,
  ShellWord,
  SimpleNode,
  WordPiece,
} from "./shell-tree.ts";

export type Variables = Readonly<Record<string, string>>;

/** The word as the shell would see it, or null when only a running shell knows. */
export function expandPieces(pieces: readonly WordPiece[], variables: Variables): string | null {
  let text = "";
  for (const piece of pieces) {
    if (piece.kind === "unknown") return null;
    if (piece.kind === "text") text += piece.text;
    else {
      const value = Object.hasOwn(variables, piece.name) ? variables[piece.name] : undefined;
      if (value === undefined && piece.fallback === null) return null;
      text += value === undefined || value === "" ? (piece.fallback ?? "") : value;
    }
  }
  return text;
}

/**
 * The words of a command for reading, not for running: what is unknown stays as written. An unquoted
 * variable that is empty vanishes, one with blanks splits, as in a shell.
 */
export function readableWords(command: SimpleNode, variables: Variables): string[] {
  return command.words.flatMap((word) => {
    const value = expandPieces(word.pieces, variables);
    if (value === null) return [word.text];
    const splits = word.text.startsWith("$") && !/["']/.test(word.text);
    return splits ? value.split(/\s+/).filter((one) => one !== "") : [value];
  });
}

/** Names of the variables that a word takes from its surroundings. */
export function variablesOf(word: ShellWord): string[] {
  return word.pieces.flatMap((piece) => (piece.kind === "variable" ? [piece.name] : []));
}

/** Every simple command in the tree, in order, whatever encloses it. */
export function simpleCommands(node: ShellNode): SimpleNode[] {
  switch (node.kind) {
    case "simple":
      return [node];
    case "pipeline":
    case "andOr":
      return node.parts.flatMap((one) => simpleCommands(one));
    case "group":
    case "block":
      return commandsOf(node.body);
    case "if":
      return [
        ...node.branches.flatMap((one) => [...commandsOf(one.condition), ...commandsOf(one.body)]),
        ...commandsOf(node.otherwise),
      ];
    case "condition":
      return [];
  }
}

function commandsOf(statements: readonly ShellStatement[]): SimpleNode[] {
  return statements.flatMap((one) => simpleCommands(one.node));
}

export function commandsOfScript(script: ShellScript): SimpleNode[] {
  return commandsOf(script.statements);
}
