import { ALL_ECOSYSTEMS } from "../ecosystems/all-ecosystems.ts";
import { leadingWords, names } from "../ecosystems/ecosystem.ts";
import type { Expression, Role, Rule } from "../ecosystems/ecosystem.ts";
import type { Invocation } from "./invocation.ts";

interface ReadyRule {
  sub: readonly (readonly string[])[] | null;
  task: RegExp | null;
  with: readonly string[] | null;
  without: readonly string[];
  rewrites: readonly string[];
  watches: readonly string[];
  bare: boolean;
  role: Role;
}

function readyRule(rule: Rule): ReadyRule {
  return {
    sub: rule.sub === undefined ? null : leadingWords(rule.sub),
    task: rule.task === undefined ? null : anyOf(names(rule.task)),
    with: rule.with === undefined ? null : names(rule.with),
    without: names(rule.without ?? ""),
    rewrites: names(rule.rewrites ?? ""),
    watches: names(rule.watches ?? ""),
    bare: rule.bare === true,
    role: rule.role,
  };
}

/** Names, each with `*` for any letters, as one pattern. */
function anyOf(tasks: readonly string[]): RegExp {
  const plain = tasks.map((task) => task.replaceAll(/[.+?^${}()|[\]\\]/g, "\\$&").replaceAll("*", ".*"));
  return new RegExp(`^(?:${plain.join("|")})$`);
}

const RULES: ReadonlyMap<string, readonly ReadyRule[]> = (() => {
  const table = new Map<string, ReadyRule[]>();
  for (const rule of ALL_ECOSYSTEMS.flatMap((one) => one.rules)) {
    const ready = readyRule(rule);
    for (const program of new Set(names(rule.program))) {
      const list = table.get(program);
      if (list === undefined) table.set(program, [ready]);
      else list.push(ready);
    }
  }
  return table;
})();

const VALUED: ReadonlyMap<string, readonly string[]> = new Map(
  ALL_ECOSYSTEMS.flatMap((one) => Object.entries(one.valued ?? {})),
);

const LISTS: ReadonlySet<string> = new Set(ALL_ECOSYSTEMS.flatMap((one) => one.lists ?? []));

const EXPRESSIONS: readonly Expression[] = ALL_ECOSYSTEMS.flatMap((one) => one.expressions ?? []);

/** What a source given in an option does; null when there is none, nothing proven when no pattern fits. */
function roleOfExpression({ program, args }: Invocation): Role | null {
  for (const one of EXPRESSIONS) {
    const at = names(one.program).includes(program) ? args.findIndex((arg) => one.options.includes(arg)) : -1;
    const text = at < 0 ? undefined : args[at + 1];
    if (text !== undefined) return one.says.find((row) => row.text.test(text))?.role ?? "inspect";
  }
  return null;
}

/** The option in which the program takes this source, null when the tables cannot read it. */
export function expressionOption(program: string, source: string): string | null {
  const found = EXPRESSIONS.find((one) => names(one.program).includes(program));
  return found?.says.some((row) => row.text.test(source)) === true ? (found.options[0] ?? null) : null;
}

/** The role by the program's name alone, whatever its arguments say. */
export function isWideRole(invocation: Invocation): boolean {
  const rule = ruleFor(invocation);
  return rule !== undefined && rule.sub === null && rule.task === null && rule.with === null;
}

const VERSION_ONLY = /^(--?version|-V|--help)$/;

/** The role that the tables give, null when they do not know the program or this use of it. */
export function roleFromTables(invocation: Invocation): Role | null {
  const { args, program } = invocation;
  if (args.length === 1 && VERSION_ONLY.test(args[0] ?? "") && program !== "ctest") return "inspect";
  // `cargo-deny check` is `cargo deny check`.
  const command = RULES.has(program) ? undefined : /^cargo-(\w[\w-]*)$/.exec(program)?.[1];
  if (command !== undefined)
    return roleFromTables({ ...invocation, program: "cargo", args: [command, ...args] });
  // A bare `test` behind a runner is a script of that name, not the shell's comparison.
  if (program === "test" && args.length === 0) return null;
  const told = roleOfExpression(invocation);
  if (told !== null) return told;
  const rule = ruleFor(invocation);
  return rule === undefined ? null : roleUnder(rule, args);
}

function ruleFor({ program, args }: Invocation): ReadyRule | undefined {
  const words = LISTS.has(program)
    ? args.filter((word) => !word.startsWith("-")).flatMap((word) => listed(word))
    : positionals(args, VALUED.get(program) ?? []);
  return RULES.get(program)?.find((one) => matches(one, args, words));
}

/** `project/Test/compile; ++3 test` as its commands, each with and without what leads to it. */
function listed(text: string): string[] {
  return text
    .split(/[\s;]+/)
    .map((word) => word.replace(/^\+(?=\w)/, ""))
    .filter((word) => word !== "")
    .flatMap((word) => [word, word.slice(word.lastIndexOf("/") + 1)]);
}

function roleUnder(rule: ReadyRule, args: readonly string[]): Role {
  if (rule.rewrites.some((option) => hasOption(args, option))) return "write";
  if (rule.role === "build" && hasOption(args, "--dry-run")) return "inspect";
  return rule.watches.some((option) => hasOption(args, option)) ? "hang" : rule.role;
}

export function isKnownProgram(program: string): boolean {
  return RULES.has(program);
}

function matches(rule: ReadyRule, args: readonly string[], words: readonly string[]): boolean {
  const { sub, task } = rule;
  if (rule.bare && words.length > 0) return false;
  if (sub !== null && !sub.some((leading) => startsWith(words, leading))) return false;
  if (task !== null && !words.some((word) => task.test(word) || task.test(lastPart(word)))) return false;
  if (rule.with !== null && !rule.with.some((option) => hasOption(args, option))) return false;
  return !rule.without.some((option) => hasOption(args, option));
}

/** `:module:test` is the task `test` of a module. */
function lastPart(word: string): string {
  return word.slice(word.lastIndexOf(":") + 1);
}

export function startsWith(words: readonly string[], leading: readonly string[]): boolean {
  return leading.every((word, index) => words[index] === word);
}

export function hasOption(args: readonly string[], option: string): boolean {
  return args.some(
    (arg, index) =>
      arg === option ||
      arg.startsWith(`${option}=`) ||
      (option === "-i" && /^-i[.~'"]/.test(arg)) ||
      (option.includes("=") && `${arg}=${args[index + 1] ?? ""}` === option),
  );
}

/** The words that are no options, nor the values of those that take one. */
export function positionals(args: readonly string[], valued: readonly string[]): string[] {
  const words: string[] = [];
  for (let index = 0; index < args.length; index += 1) {
    const word = args[index] ?? "";
    if (word === "--") continue;
    if (/^[-+]./.test(word)) {
      if (valued.includes(word)) index += 1;
    } else words.push(word);
  }
  return words;
}
