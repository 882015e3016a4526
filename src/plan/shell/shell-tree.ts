/** One piece of a word: what is written, a variable, or something only a running shell knows. */
export type WordPiece =
  | { kind: "text"; text: string }
  | { kind: "variable"; name: string; fallback: string | null }
  | { kind: "unknown" };

export interface ShellWord {
  /** As written, quotes included. */
  text: string;
  start: number;
  end: number;
  pieces: readonly WordPiece[];
  /** A shell would look for files: an unquoted pattern, a brace or a tilde. */
  pattern: boolean;
}

export interface ShellAssignment {
  name: string;
  /** Null for arrays and for what only a running shell knows. */
  value: readonly WordPiece[] | null;
}

export interface ShellRedirect {
  operator: string;
  target: ShellWord | null;
}

interface Span {
  start: number;
  end: number;
}

export interface SimpleNode extends Span {
  kind: "simple";
  assignments: readonly ShellAssignment[];
  words: readonly ShellWord[];
  redirects: readonly ShellRedirect[];
  /** Where the here-documents lie, closing line included: behind the line, not inside the command. */
  heredocs: readonly Span[];
}

export interface ShellBranch {
  condition: readonly ShellStatement[];
  body: readonly ShellStatement[];
}

export type ShellNode =
  | SimpleNode
  | (Span & { kind: "pipeline"; parts: readonly ShellNode[]; negated: boolean })
  | (Span & { kind: "andOr"; parts: readonly ShellNode[]; operators: readonly ("&&" | "||")[] })
  | (Span & { kind: "group"; subshell: boolean; body: readonly ShellStatement[] })
  | (Span & { kind: "if"; branches: readonly ShellBranch[]; otherwise: readonly ShellStatement[] })
  | (Span & { kind: "block"; construct: "loop" | "case" | "function"; body: readonly ShellStatement[] })
  | (Span & { kind: "condition"; test: ShellTest });

/** What `[[ … ]]` asks. */
export type ShellTest =
  | { kind: "unary"; operator: string; operand: ShellWord }
  | { kind: "binary"; operator: string; left: ShellWord; right: ShellWord }
  | { kind: "not"; operand: ShellTest }
  | { kind: "logical"; operator: "&&" | "||"; operands: readonly ShellTest[] }
  | { kind: "unknown" };

export interface ShellStatement extends Span {
  node: ShellNode;
  background: boolean;
}

/** A parsed script. Positions index `source`. */
export interface ShellScript {
  source: string;
  statements: readonly ShellStatement[];
  /** What does not parse, nested substitutions included. Empty for a sound script. */
  errors: readonly string[];
}
