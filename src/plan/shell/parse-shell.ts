import { forEachChild, parse } from "unbash";
import type {
  CommandArgument,
  CompoundList,
  DoubleQuotedChild,
  ParsedScript,
  PipelineNode,
  AndOr,
  Redirection,
  Statement,
  SyntaxNode,
  Word,
  WordPart,
  Assignment,
  Command,
  TestExpression,
} from "unbash";
import type {
  ShellAssignment,
  ShellBranch,
  ShellNode,
  ShellRedirect,
  ShellScript,
  ShellStatement,
  ShellTest,
  ShellWord,
  SimpleNode,
  WordPiece,
} from "./shell-tree.ts";

const LONGEST_SCRIPT = 200_000;
const DEEPEST_NESTING = 40;

/** The one module that knows the parser. Never throws: what does not parse is in `errors`. */
export function parseShell(source: string): ShellScript {
  if (source.length > LONGEST_SCRIPT)
    return { source, statements: [], errors: ["the script is too long to read"] };
  try {
    const script = parse(source);
    return {
      source,
      statements: script.commands.map((one) => readStatement(one, 0)),
      errors: allErrors(script),
    };
  } catch (error) {
    return { source, statements: [], errors: [error instanceof Error ? error.message : "unreadable"] };
  }
}

function allErrors(script: ParsedScript): string[] {
  const errors: string[] = [];
  const visit = (node: SyntaxNode, depth: number): void => {
    if (node.type === "Script") errors.push(...errorsOf(node));
    if (depth > 400) errors.push("nested too deeply");
    else forEachChild(node, (child) => visit(child, depth + 1));
  };
  visit(script, 0);
  return errors;
}

function errorsOf(script: ParsedScript): string[] {
  return (script.errors ?? []).map((one) => one.message);
}

function readStatement(statement: Statement, depth: number): ShellStatement {
  return {
    start: statement.pos,
    end: statement.end,
    node: readNode(statement.command, depth),
    background: statement.background === true,
  };
}

function readList(list: CompoundList | undefined, depth: number): ShellStatement[] {
  return (list?.commands ?? []).map((one) => readStatement(one, depth + 1));
}

function readNode(node: PipelineNode | AndOr, depth: number): ShellNode {
  if (depth > DEEPEST_NESTING) throw new Error("nested too deeply");
  const span = { start: node.pos, end: node.end };
  switch (node.type) {
    case "Command":
      return readSimple(node);
    case "Pipeline":
      return {
        ...span,
        kind: "pipeline",
        parts: node.commands.map((one) => readNode(one, depth)),
        negated: node.prefixes.filter((one) => one.type === "Negation").length % 2 === 1,
      };
    case "AndOr":
      return {
        ...span,
        kind: "andOr",
        parts: node.commands.map((one) => readNode(one, depth)),
        operators: node.operators,
      };
    case "Redirected": {
      const inner = readNode(node.command, depth);
      return { ...inner, ...span };
    }
    case "TestCommand":
      return { ...span, kind: "condition", test: readTest(node.expression) };
    case "ArithmeticCommand":
      return { ...span, kind: "condition", test: { kind: "unknown" } };
    default:
      return readCompound(node, depth);
  }
}

function readTest(test: TestExpression): ShellTest {
  switch (test.type) {
    case "TestUnary":
      return { kind: "unary", operator: test.operator, operand: readWord(test.operand) };
    case "TestBinary":
      return {
        kind: "binary",
        operator: test.operator,
        left: readWord(test.left),
        right: readWord(test.right),
      };
    case "TestNot": {
      const operand = readTest(test.operand);
      return test.negations.length % 2 === 1 ? { kind: "not", operand } : operand;
    }
    case "TestLogical":
      return {
        kind: "logical",
        operator: test.operator,
        operands: test.operands.map((one) => readTest(one)),
      };
    case "TestGroup":
      return readTest(test.expression);
  }
}

type Compound = Exclude<
  PipelineNode | AndOr,
  { type: "Command" | "Pipeline" | "AndOr" | "Redirected" | "TestCommand" | "ArithmeticCommand" }
>;

function readCompound(node: Compound, depth: number): ShellNode {
  const span = { start: node.pos, end: node.end };
  switch (node.type) {
    case "Subshell":
    case "BraceGroup":
      return { ...span, kind: "group", subshell: node.type === "Subshell", body: readList(node.body, depth) };
    case "If": {
      const branches: ShellBranch[] = [node, ...node.elif].map((one) => ({
        condition: readList(one.clause, depth),
        body: readList(one.then, depth),
      }));
      return { ...span, kind: "if", branches, otherwise: readList(node.else, depth) };
    }
    case "For":
    case "ArithmeticFor":
    case "Select":
      return { ...span, kind: "block", construct: "loop", body: readList(node.body, depth) };
    case "While":
      return {
        ...span,
        kind: "block",
        construct: "loop",
        body: [...readList(node.clause, depth), ...readList(node.body, depth)],
      };
    case "Case":
      return {
        ...span,
        kind: "block",
        construct: "case",
        body: node.items.flatMap((one) => readList(one.body, depth)),
      };
    case "Function":
    case "Coproc":
      return { ...span, kind: "block", construct: "function", body: readBody(node.body, depth) };
  }
}

function readBody(body: CompoundList | PipelineNode, depth: number): ShellStatement[] {
  if (body.type === "CompoundList") return readList(body, depth);
  return [{ start: body.pos, end: body.end, node: readNode(body, depth + 1), background: false }];
}

function readSimple(command: Command): SimpleNode {
  const assignments: ShellAssignment[] = [];
  const redirects: ShellRedirect[] = [];
  const words: ShellWord[] = command.name === undefined ? [] : [readWord(command.name)];
  for (const one of command.prefix) {
    if (one.type === "Assignment") assignments.push(readAssignment(one));
    else redirects.push(readRedirect(one));
  }
  for (const one of command.suffix) {
    if (one.type === "Word" || one.type === "Assignment") words.push(readArgument(one));
    else redirects.push(readRedirect(one));
  }
  const heredocs = command.redirects.flatMap((one) =>
    one.type === "HereDoc" ? [{ start: one.body.pos, end: one.closing?.end ?? one.body.end }] : [],
  );
  return { kind: "simple", start: command.pos, end: command.end, assignments, words, redirects, heredocs };
}

function readAssignment(assignment: Assignment): ShellAssignment {
  const value = assignment.value.type === "Word" ? readWord(assignment.value).pieces : null;
  return { name: assignment.name, value: assignment.append === true ? null : value };
}

/** `export A=1` and `docker run -e A=1`: an argument that looks like an assignment. */
function readArgument(argument: CommandArgument): ShellWord {
  if (argument.type === "Word") return readWord(argument);
  const value =
    argument.value.type === "Word" ? readWord(argument.value).pieces : [{ kind: "unknown" as const }];
  return {
    text: argument.text,
    start: argument.pos,
    end: argument.end,
    pieces: [{ kind: "text", text: `${argument.name}=` }, ...value],
    pattern: false,
  };
}

function readRedirect(redirect: Redirection): ShellRedirect {
  const target =
    redirect.type === "HereDoc" || redirect.target === undefined ? null : readWord(redirect.target);
  return { operator: redirect.operator, target };
}

function readWord(word: Word): ShellWord {
  const pieces: WordPiece[] =
    word.parts === undefined
      ? [{ kind: "text", text: word.value }]
      : word.parts.flatMap((part) => readPart(part));
  const parts = word.parts ?? [];
  const pattern =
    word.text.startsWith("~") ||
    parts.some((part) => ["Glob", "ExtendedGlob", "BraceExpansion"].includes(part.type));
  return { text: word.text, start: word.pos, end: word.end, pieces, pattern };
}

function readPart(part: WordPart | DoubleQuotedChild): WordPiece[] {
  switch (part.type) {
    case "Literal":
    case "Glob":
    case "SingleQuoted":
    case "AnsiCQuoted":
      return [{ kind: "text", text: part.value }];
    case "ExtendedGlob":
    case "BraceExpansion":
      return [{ kind: "text", text: part.text }];
    case "DoubleQuoted":
    case "LocaleString":
      return part.parts.length === 0
        ? [{ kind: "text", text: "" }]
        : part.parts.flatMap((one) => readPart(one));
    case "SimpleExpansion":
      return [{ kind: "variable", name: part.text.slice(1), fallback: null }];
    case "ParameterExpansion":
      return [readParameter(part)];
    case "CommandExpansion":
    case "ArithmeticExpansion":
    case "ProcessSubstitution":
      return [{ kind: "unknown" }];
  }
}

function readParameter(part: Extract<WordPart, { type: "ParameterExpansion" }>): WordPiece {
  if (part.prefix !== undefined || part.index !== undefined) return { kind: "unknown" };
  if (part.operation === undefined) return { kind: "variable", name: part.parameter, fallback: null };
  if (part.operation.type !== "Default" || !["-", ":-"].includes(part.operation.operator))
    return { kind: "unknown" };
  const fallback = readWord(part.operation.operand).pieces;
  if (!fallback.every((piece) => piece.kind === "text")) return { kind: "unknown" };
  return {
    kind: "variable",
    name: part.parameter,
    fallback: fallback.map((piece) => (piece.kind === "text" ? piece.text : "")).join(""),
  };
}
