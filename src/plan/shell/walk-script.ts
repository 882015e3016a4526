import { posix } from "node:path";
import { evaluateCondition, evaluateNode } from "./evaluate-condition.ts";
import { expandPieces, simpleCommands, variablesOf } from "./expand-word.ts";
import { parseShell } from "./parse-shell.ts";
import type { ShellNode, ShellStatement, SimpleNode } from "./shell-tree.ts";

/** One thing that a script does, with the place and variables it does it in. */
export interface ShellUnit {
  /** Runs alone: what it needs from earlier lines stands before it. */
  text: string;
  node: ShellNode;
  /** Where it runs; null when a `cd` before it cannot be followed. */
  folder: string | null;
  /** Variables that the script set on the way. */
  variables: Readonly<Record<string, string>>;
  /** The same number for parts of one `&&` line, null for what stands alone. */
  chain: number | null;
  /** The line cannot fail: `|| true`. */
  harmless: boolean;
  background: boolean;
  /** Bodies of functions that it calls. */
  functions: readonly ShellNode[];
}

const MOST_UNITS = 1000;

export interface ScriptWalk {
  units: ShellUnit[];
  errors: readonly string[];
}

interface State {
  source: string;
  folder: string | null;
  /** Everything known, surroundings included. */
  variables: Record<string, string>;
  /** What the script itself set. */
  own: Record<string, string>;
  /** Assignments whose value only a running shell knows, as written. */
  dynamic: Map<string, string>;
  functions: Map<string, { text: string; node: ShellNode }>;
  units: ShellUnit[];
  chains: number;
}

/** Takes a script apart into what it does, in order, following `cd`, variables and what conditions decide. */
export function walkScript(
  source: string,
  folder: string | null,
  variables: Readonly<Record<string, string>>,
): ScriptWalk {
  const script = parseShell(source);
  if (script.errors.length > 0) return { units: [], errors: script.errors };
  const state: State = {
    source,
    folder,
    variables: { ...variables },
    own: {},
    dynamic: new Map(),
    functions: new Map(),
    units: [],
    chains: 0,
  };
  walkStatements(script.statements, state);
  if (state.units.length > MOST_UNITS) return { units: [], errors: ["it holds too many commands"] };
  return { units: state.units, errors: [] };
}

function walkStatements(statements: readonly ShellStatement[], state: State): void {
  for (const statement of statements)
    walkNode(statement.node, state, { background: statement.background, chain: null });
}

interface Manner {
  background: boolean;
  chain: number | null;
}

function walkNode(node: ShellNode, state: State, manner: Manner): void {
  switch (node.kind) {
    case "simple":
      return walkSimple(node, state, manner);
    case "andOr":
      return walkAndOr(node, state, manner);
    case "group":
      return walkGroup(node, state);
    case "if":
      return walkIf(node, state, manner);
    case "block":
      if (node.construct === "function") return define(node, state);
      return addUnit(node, state, manner);
    case "pipeline":
      return addUnit(node, state, manner);
    case "condition":
      return addUnit(node, state, manner);
  }
}

function walkSimple(node: SimpleNode, state: State, manner: Manner): void {
  const [name, ...args] = node.words;
  if (name === undefined) return assign(node, state);
  switch (name.text) {
    case "export":
    case "declare":
    case "readonly":
    case "local":
      return exportWords(node, state);
    case "unset":
      for (const word of args) {
        delete state.variables[word.text];
        delete state.own[word.text];
      }
      return;
    case "cd":
    case "pushd":
      return changeFolder(node, state);
    case "popd":
      state.folder = null;
      return;
    default:
      return addUnit(node, state, manner);
  }
}

function assign(node: SimpleNode, state: State): void {
  for (const assignment of node.assignments) {
    const value = assignment.value === null ? null : expandPieces(assignment.value, state.variables);
    setVariable(assignment.name, value, sourceOf(node, state), state);
  }
}

function exportWords(node: SimpleNode, state: State): void {
  for (const word of node.words.slice(1)) {
    const match = /^([A-Za-z_]\w*)=/.exec(word.text);
    if (match?.[1] === undefined) continue;
    const value = expandPieces(word.pieces, state.variables);
    setVariable(match[1], value === null ? null : value.slice(match[0].length), sourceOf(node, state), state);
  }
}

function setVariable(name: string, value: string | null, text: string, state: State): void {
  if (value === null) {
    state.dynamic.set(name, text);
    delete state.variables[name];
    delete state.own[name];
    return;
  }
  state.dynamic.delete(name);
  state.variables[name] = value;
  state.own[name] = value;
}

function changeFolder(node: SimpleNode, state: State): void {
  const target = node.words.slice(1).find((word) => !/^-[LP@e-]*$/.test(word.text));
  const path = target === undefined || target.pattern ? null : expandPieces(target.pieces, state.variables);
  const followable = path !== null && state.folder !== null && !path.startsWith("~") && path !== "";
  state.folder = followable ? posix.resolve(state.folder ?? "/", path) : null;
}

/** The body of `( … )` or `{ … }`: what a subshell changes is gone after it. */
function walkGroup(node: Extract<ShellNode, { kind: "group" }>, state: State): void {
  const inner: State = node.subshell
    ? { ...state, variables: { ...state.variables }, own: { ...state.own }, dynamic: new Map(state.dynamic) }
    : state;
  walkStatements(node.body, inner);
  state.chains = inner.chains;
}

function walkIf(node: Extract<ShellNode, { kind: "if" }>, state: State, manner: Manner): void {
  for (const branch of node.branches) {
    const decided = evaluateCondition(branch.condition, state.variables);
    if (decided === null) return addUnit(node, state, manner);
    if (decided) return walkStatements(branch.body, state);
  }
  walkStatements(node.otherwise, state);
}

function define(node: Extract<ShellNode, { kind: "block" }>, state: State): void {
  const text = sourceOf(node, state);
  const name = /^(?:function\s+)?([^\s({]+)/.exec(text)?.[1];
  if (name !== undefined) state.functions.set(name, { text, node });
}

function walkAndOr(node: Extract<ShellNode, { kind: "andOr" }>, state: State, manner: Manner): void {
  const [first, second] = node.parts;
  if (first === undefined) return;
  const decided = isCondition(first) ? evaluateNode(first, state.variables) : null;
  if (node.operators.every((operator) => operator === "&&")) {
    if (!isCondition(first)) return walkChain(node.parts, state, manner);
    if (decided === null) return addUnit(node, state, manner);
    return decided ? walkChain(node.parts.slice(1), state, manner) : undefined;
  }
  if (node.parts.length > 2 || second === undefined || decided === null) return addUnit(node, state, manner);
  return decided ? undefined : walkNode(second, state, manner);
}

function walkChain(parts: readonly ShellNode[], state: State, manner: Manner): void {
  state.chains += 1;
  const chain = state.chains;
  for (const part of parts) walkNode(part, state, { ...manner, chain });
}

function isCondition(node: ShellNode): boolean {
  if (node.kind === "condition") return true;
  if (node.kind === "pipeline" && node.parts.length === 1)
    return node.parts[0] !== undefined && isCondition(node.parts[0]);
  return node.kind === "simple" && ["[", "test", "true", "false"].includes(node.words[0]?.text ?? "");
}

/** `a || true`: the line passes whatever `a` does. */
function isHarmless(node: ShellNode): boolean {
  if (node.kind !== "andOr" || node.operators.at(-1) !== "||") return false;
  const last = node.parts.at(-1);
  return last !== undefined && cannotFail(last);
}

function cannotFail(node: ShellNode): boolean {
  if (node.kind === "group") {
    const last = node.body.at(-1);
    return last !== undefined && cannotFail(last.node);
  }
  if (node.kind !== "simple") return false;
  const words = node.words.map((word) => word.text);
  if (words[0] === "exit" || words[0] === "return") return words[1] === "0" || words[1] === undefined;
  return ["true", ":", "echo", "printf"].includes(words[0] ?? "");
}

function addUnit(node: ShellNode, state: State, manner: Manner): void {
  if (state.units.length > MOST_UNITS) return;
  const commands = simpleCommands(node);
  const called = [...new Set(commands.map((command) => command.words[0]?.text ?? ""))].flatMap((name) => {
    const found = state.functions.get(name);
    return found === undefined ? [] : [found];
  });
  const prefix = [...called.map((one) => one.text), ...neededAssignments(commands, state)];
  state.units.push({
    text: [...prefix, sourceOf(node, state)].join("\n"),
    node,
    folder: state.folder,
    variables: { ...state.own },
    chain: manner.chain,
    harmless: isHarmless(node),
    background: manner.background,
    functions: called.map((one) => one.node),
  });
}

/** Lines that compute a variable this command reads: they only work together. */
function neededAssignments(commands: readonly SimpleNode[], state: State): string[] {
  const needed = new Set<string>();
  const collect = (names: readonly string[], depth: number): void => {
    for (const name of names) {
      const text = state.dynamic.get(name);
      if (text === undefined || needed.has(text) || depth > 8) continue;
      const inner = parseShell(text).statements.flatMap((one) => simpleCommands(one.node));
      collect(
        namesIn(inner).filter((one) => one !== name),
        depth + 1,
      );
      needed.add(text);
    }
  };
  collect(namesIn(commands), 0);
  return [...needed];
}

function namesIn(commands: readonly SimpleNode[]): string[] {
  return commands.flatMap((command) => [
    ...command.words.flatMap((word) => variablesOf(word)),
    ...command.assignments.flatMap((one) =>
      (one.value ?? []).flatMap((piece) => (piece.kind === "variable" ? [piece.name] : [])),
    ),
  ]);
}

function sourceOf(node: ShellNode, state: State): string {
  const bodies = simpleCommands(node)
    .flatMap((command) => command.heredocs)
    .filter((heredoc) => heredoc.start >= node.end)
    .map((heredoc) => state.source.slice(heredoc.start, heredoc.end));
  return [state.source.slice(node.start, node.end).trim(), ...bodies].join("\n");
}
