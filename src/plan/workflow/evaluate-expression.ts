import { data, Evaluator, Lexer, Parser } from "@actions/expressions";
import type { Expr } from "@actions/expressions";
import { ownValue } from "../own-value.ts";

/** What only GitHub knows when the job runs. */
export const UNKNOWN = Symbol("unknown");

export type Value = string | number | boolean | null | Value[] | { [key: string]: Value } | typeof UNKNOWN;

interface Context {
  values: Readonly<Record<string, Value>>;
  /** Open: a key that is absent here may exist on GitHub, so it is unknown rather than empty. */
  open: boolean;
}

export type Contexts = Readonly<Record<string, Context>>;

const CONTEXT_NAMES = [
  "github",
  "env",
  "vars",
  "job",
  "jobs",
  "steps",
  "runner",
  "secrets",
  "strategy",
  "matrix",
  "needs",
  "inputs",
];

/** Status functions as they are while everything has gone well; the rest cannot be known by reading. */
const FUNCTIONS: Readonly<Record<string, Value>> = {
  success: true,
  always: true,
  failure: false,
  cancelled: false,
  hashfiles: UNKNOWN,
};

class NotKnown extends Error {}

class ReadingEvaluator extends Evaluator {
  readonly contexts: Contexts;
  readonly condition: boolean;

  constructor(expression: Expr, contexts: Contexts, condition: boolean) {
    super(expression, new data.Dictionary());
    this.contexts = contexts;
    this.condition = condition;
  }

  override visitContextAccess(access: Parameters<Evaluator["visitContextAccess"]>[0]): data.ExpressionData {
    const context = ownValue(this.contexts, access.name.lexeme.toLowerCase());
    if (context === undefined) throw new NotKnown(access.name.lexeme);
    return toData(context.values);
  }

  override visitIndexAccess(access: Parameters<Evaluator["visitIndexAccess"]>[0]): data.ExpressionData {
    const found = this.lookUp(access);
    if (found === undefined) return super.visitIndexAccess(access);
    if (found === UNKNOWN) throw new NotKnown("unknown");
    return toData(found);
  }

  /** A property of a context or of what lies in one; undefined when the plain rules decide. */
  private lookUp(access: Parameters<Evaluator["visitIndexAccess"]>[0]): Value | undefined {
    const owner = access.expr as Partial<{ name: { lexeme: string } }> & Expr;
    const lexeme = owner.name?.lexeme;
    if (lexeme === undefined || !("accept" in access.index)) return undefined;
    const context = ownValue(this.contexts, lexeme.toLowerCase());
    if (context === undefined) return UNKNOWN;
    const key = this.eval(access.index).coerceString();
    if (lexeme.toLowerCase() === "github" && key === "event" && !this.condition) return UNKNOWN;
    const found = Object.entries(context.values).find(([name]) => name.toLowerCase() === key.toLowerCase());
    if (found !== undefined) return found[1];
    return context.open ? UNKNOWN : null;
  }

  override visitLogical(logical: Parameters<Evaluator["visitLogical"]>[0]): data.ExpressionData {
    if (!this.condition) return super.visitLogical(logical);
    const deciding = logical.operator.lexeme === "||";
    let unknown: NotKnown | null = null;
    let last: data.ExpressionData = new data.Null();
    for (const argument of logical.args) {
      try {
        last = this.eval(argument);
      } catch (error) {
        if (!(error instanceof NotKnown)) throw error;
        unknown = error;
        continue;
      }
      if (isTruthy(last) === deciding) return last;
    }
    if (unknown !== null) throw unknown;
    return last;
  }

  override visitFunctionCall(call: Parameters<Evaluator["visitFunctionCall"]>[0]): data.ExpressionData {
    const name = call.functionName.lexeme.toLowerCase();
    const fixed = ownValue(FUNCTIONS, name);
    if (fixed === UNKNOWN) throw new NotKnown(name);
    return fixed === undefined ? super.visitFunctionCall(call) : toData(fixed);
  }
}

function isTruthy(value: data.ExpressionData): boolean {
  switch (value.kind) {
    case data.Kind.Null:
      return false;
    case data.Kind.Boolean:
    case data.Kind.Number:
    case data.Kind.String:
      return Boolean(value.value);
    default:
      return true;
  }
}

/** The value of an expression without its `${{ }}`. Malformed counts as unknown. */
export function evaluateExpression(text: string, contexts: Contexts, condition = false): Value {
  if (text.length > 20_000) return UNKNOWN;
  try {
    const functions = Object.keys(FUNCTIONS).map((name) => ({ name, minArgs: 0, maxArgs: 255 }));
    const expression = new Parser(new Lexer(text).lex().tokens, CONTEXT_NAMES, functions).parse();
    return fromData(new ReadingEvaluator(expression, contexts, condition).evaluate());
  } catch {
    return UNKNOWN;
  }
}

/** `if:` of a job or step: null when only GitHub can say. */
export function evaluateIf(condition: unknown, contexts: Contexts): boolean | null {
  if (condition === undefined || condition === null || condition === "") return true;
  if (typeof condition === "string") return evaluateConditionText(condition, contexts);
  return typeof condition === "boolean" || typeof condition === "number" ? Boolean(condition) : null;
}

function evaluateConditionText(condition: string, contexts: Contexts): boolean | null {
  const whole = /^\s*\$\{\{([\s\S]*)\}\}\s*$/.exec(condition);
  const text = whole?.[1] !== undefined && !whole[1].includes("${{") ? whole[1] : condition;
  if (text.includes("${{")) return null;
  const value = evaluateExpression(text.trim(), contexts, true);
  if (value === UNKNOWN) return null;
  return typeof value === "object" && value !== null ? true : Boolean(value);
}

export type Interpolation = { ok: true; text: string } | { ok: false; unknown: string };

/** Text with its `${{ … }}` filled in, or the first one that cannot be. */
export function interpolate(text: string, contexts: Contexts): Interpolation {
  const unknown: string[] = [];
  const filled = fillText(text, contexts, (expression) => {
    unknown.push(expression);
    return "";
  });
  return unknown[0] === undefined ? { ok: true, text: filled } : { ok: false, unknown: unknown[0] };
}

/** Text with its `${{ … }}` filled in; `standIn` says what stands for one that only GitHub knows. */
export function fillText(text: string, contexts: Contexts, standIn: (expression: string) => string): string {
  let result = "";
  let at = 0;
  for (;;) {
    const start = text.indexOf("${{", at);
    const end = start < 0 ? -1 : closingBraces(text, start + 3);
    if (end < 0) return result + text.slice(at);
    const expression = text.slice(start + 3, end).trim();
    const value = evaluateExpression(expression, contexts);
    result += text.slice(at, start) + (value === UNKNOWN ? standIn(expression) : toText(value));
    at = end + 2;
  }
}

/** A `}}` inside a quoted string does not close. */
function closingBraces(text: string, from: number): number {
  let quoted = false;
  for (let index = from; index < text.length - 1; index += 1) {
    if (text[index] === "'") quoted = !quoted;
    else if (!quoted && text[index] === "}" && text[index + 1] === "}") return index;
  }
  return -1;
}

/** A value that may itself be one whole expression: a matrix axis, an input. */
export function resolveValue(value: Value, contexts: Contexts): Value {
  if (typeof value === "string") {
    const whole = /^\s*\$\{\{((?:(?!\$\{\{)[\s\S])*)\}\}\s*$/.exec(value);
    if (whole?.[1] !== undefined) return evaluateExpression(whole[1].trim(), contexts);
    if (!value.includes("${{")) return value;
    const filled = interpolate(value, contexts);
    return filled.ok ? filled.text : UNKNOWN;
  }
  if (Array.isArray(value)) return value.map((one) => resolveValue(one, contexts));
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, resolveValue(one, contexts)]));
  }
  return value;
}

export function toText(value: Value): string {
  if (value === UNKNOWN || value === null) return "";
  if (typeof value === "object") return Array.isArray(value) ? "Array" : "Object";
  return String(value);
}

function toData(value: Value): data.ExpressionData {
  if (value === UNKNOWN) throw new NotKnown("unknown");
  if (value === null) return new data.Null();
  if (typeof value === "string") return new data.StringData(value);
  if (typeof value === "number") return new data.NumberData(value);
  if (typeof value === "boolean") return new data.BooleanData(value);
  if (Array.isArray(value)) return new data.Array(...value.map((one) => toData(one)));
  const pairs = Object.entries(value).flatMap(([key, one]) =>
    one === UNKNOWN ? [] : [{ key, value: toData(one) }],
  );
  return new data.Dictionary(...pairs);
}

function fromData(value: data.ExpressionData): Value {
  switch (value.kind) {
    case data.Kind.Null:
      return null;
    case data.Kind.Boolean:
    case data.Kind.Number:
    case data.Kind.String:
      return value.value;
    case data.Kind.Array:
      return value.values().map((one) => fromData(one));
    default:
      return Object.fromEntries(value.pairs().map((pair) => [pair.key, fromData(pair.value)]));
  }
}
