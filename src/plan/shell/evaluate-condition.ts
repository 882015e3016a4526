import { expandPieces } from "./expand-word.ts";
import type { Variables } from "./expand-word.ts";
import type { ShellNode, ShellStatement, ShellTest, ShellWord, SimpleNode } from "./shell-tree.ts";

/** True or false when the text alone decides, null when only a running shell knows. */
export function evaluateCondition(
  statements: readonly ShellStatement[],
  variables: Variables,
): boolean | null {
  const [only, ...others] = statements;
  return only === undefined || others.length > 0 ? null : evaluateNode(only.node, variables);
}

export function evaluateNode(node: ShellNode, variables: Variables): boolean | null {
  switch (node.kind) {
    case "condition":
      return evaluateTest(node.test, variables);
    case "simple":
      return evaluateSimple(node, variables);
    case "pipeline": {
      const [only, ...others] = node.parts;
      const value = only === undefined || others.length > 0 ? null : evaluateNode(only, variables);
      return node.negated ? not(value) : value;
    }
    case "andOr":
      return node.operators.every((one) => one === node.operators[0])
        ? combine(
            node.operators[0] ?? "&&",
            node.parts.map((one) => evaluateNode(one, variables)),
          )
        : null;
    default:
      return null;
  }
}

function evaluateSimple(node: SimpleNode, variables: Variables): boolean | null {
  const name = node.words[0]?.text;
  if (name === "true" || name === ":") return true;
  if (name === "false") return false;
  if (name !== "[" && name !== "test") return null;
  return evaluateWords(name === "[" ? node.words.slice(1, -1) : node.words.slice(1), variables);
}

function evaluateWords(words: readonly ShellWord[], variables: Variables): boolean | null {
  const [first, second, third] = words;
  if (first === undefined) return false;
  if (first.text === "!") return not(evaluateWords(words.slice(1), variables));
  if (second === undefined) return evaluateTest({ kind: "unary", operator: "-n", operand: first }, variables);
  if (third === undefined)
    return evaluateTest({ kind: "unary", operator: first.text, operand: second }, variables);
  if (words.length > 3) return null;
  return evaluateTest({ kind: "binary", operator: second.text, left: first, right: third }, variables);
}

function evaluateTest(test: ShellTest, variables: Variables): boolean | null {
  switch (test.kind) {
    case "unary": {
      const value = expandPieces(test.operand.pieces, variables);
      if (value === null) return null;
      if (test.operator === "-n") return value !== "";
      return test.operator === "-z" ? value === "" : null;
    }
    case "binary":
      return evaluateBinary(test, variables);
    case "not":
      return not(evaluateTest(test.operand, variables));
    case "logical":
      return combine(
        test.operator,
        test.operands.map((one) => evaluateTest(one, variables)),
      );
    case "unknown":
      return null;
  }
}

function evaluateBinary(test: Extract<ShellTest, { kind: "binary" }>, variables: Variables): boolean | null {
  const left = expandPieces(test.left.pieces, variables);
  const right = expandPieces(test.right.pieces, variables);
  if (left === null || right === null) return null;
  switch (test.operator) {
    case "=":
    case "==":
    case "!=": {
      const pattern = /^["']/.test(test.right.text) ? null : /[*?[]/.exec(right);
      if (pattern !== null && test.right.text.trim() !== "") return null;
      return (left === right) === (test.operator !== "!=");
    }
    case "-eq":
      return Number(left) === Number(right);
    case "-ne":
      return Number(left) !== Number(right);
    case "-gt":
      return Number(left) > Number(right);
    case "-ge":
      return Number(left) >= Number(right);
    case "-lt":
      return Number(left) < Number(right);
    case "-le":
      return Number(left) <= Number(right);
    default:
      return null;
  }
}

function not(value: boolean | null): boolean | null {
  return value === null ? null : !value;
}

function combine(operator: "&&" | "||", values: readonly (boolean | null)[]): boolean | null {
  const deciding = operator === "||";
  if (values.includes(deciding)) return deciding;
  return values.includes(null) ? null : !deciding;
}
