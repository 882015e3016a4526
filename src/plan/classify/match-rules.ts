import { ALL_ECOSYSTEMS } from "../ecosystems/all-ecosystems.ts";
import type { Role, Rule, TaskRunner } from "../ecosystems/ecosystem.ts";
import type { Invocation } from "./invocation.ts";

function byProgram<Row extends { program: string | readonly string[] }>(
  rows: readonly Row[],
): ReadonlyMap<string, readonly Row[]> {
  const table = new Map<string, Row[]>();
  for (const row of rows) {
    for (const name of new Set([row.program].flat())) {
      const list = table.get(name);
      if (list === undefined) table.set(name, [row]);
      else list.push(row);
    }
  }
  return table;
}

const RULES = byProgram<Rule>(ALL_ECOSYSTEMS.flatMap((one) => one.rules));
const TASKS = byProgram<TaskRunner>(ALL_ECOSYSTEMS.flatMap((one) => one.tasks ?? []));
const VALUED: ReadonlyMap<string, readonly string[]> = new Map(
  ALL_ECOSYSTEMS.flatMap((one) => Object.entries(one.valued ?? {})),
);

/** The role that the tables give, null when they do not know the program or this use of it. */
export function roleFromTables(invocation: Invocation): Role | null {
  const rules = RULES.get(invocation.program);
  if (rules === undefined) return null;
  const words = positionals(invocation.args, VALUED.get(invocation.program) ?? []);
  return rules.find((rule) => matches(rule, invocation.args, words))?.role ?? null;
}

export function isKnownProgram(program: string): boolean {
  return RULES.has(program) || TASKS.has(program);
}

function matches(rule: Rule, args: readonly string[], words: readonly string[]): boolean {
  if (rule.sub !== undefined && !rule.sub.some((sub) => startsWith(words, sub.split(" ")))) return false;
  if (rule.task !== undefined && !rule.task.some((task) => words.some((word) => isTask(word, task))))
    return false;
  if (rule.with !== undefined && !rule.with.some((option) => hasOption(args, option))) return false;
  return rule.without === undefined || !rule.without.some((option) => hasOption(args, option));
}

export function startsWith(words: readonly string[], leading: readonly string[]): boolean {
  return leading.every((word, index) => words[index] === word);
}

function isTask(word: string, task: string): boolean {
  return word === task || word.endsWith(`:${task}`);
}

function hasOption(args: readonly string[], option: string): boolean {
  return args.some(
    (arg) => arg === option || arg.startsWith(`${option}=`) || (option === "-i" && /^-i[.~'"]/.test(arg)),
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

/** How a task is named in this invocation: the runner and the names, in order. */
export interface TaskCall {
  runner: TaskRunner;
  names: readonly string[];
  /** The folder whose definition file counts, null for the current one. */
  folder: string | null;
  /** Another package than the folder's own. */
  elsewhere: boolean;
}

export function taskCallOf(invocation: Invocation): TaskCall | null {
  for (const runner of TASKS.get(invocation.program) ?? []) {
    const call = readTaskCall(runner, invocation.args);
    if (call !== null) return call;
  }
  return null;
}

function readTaskCall(runner: TaskRunner, args: readonly string[]): TaskCall | null {
  const valued = [...(runner.valued ?? []), ...(runner.folder ?? []), ...(runner.elsewhere ?? [])];
  const own = args.includes("--") ? args.slice(0, args.indexOf("--")) : args;
  const runsOption = runner.sub?.find((sub) => sub.startsWith("-"));
  let words = positionals(
    own,
    valued.filter(
      (option) =>
        !["-r", "--recursive", "--parallel", "--workspaces", "-ws"].includes(option) ||
        runner.source !== "package.json",
    ),
  );
  if (runsOption !== undefined) {
    if (!own.includes(runsOption)) return null;
  } else if (runner.sub !== undefined) {
    const leading = runner.sub.map((sub) => sub.split(" ")).find((sub) => startsWith(words, sub));
    if (leading === undefined) return null;
    words = words.slice(leading.length);
  }
  const elsewhere = (runner.elsewhere ?? []).some((option) => hasOption(own, option));
  if (runner.source === "package.json" && runner.program !== "npm-run-all")
    words = words.slice(0, oneTask(runner) ? 1 : undefined);
  const names = taskNames(runner, own, words);
  return names.length === 0 ? null : { runner, names, folder: folderOption(runner, own), elsewhere };
}

/** Package managers run one script and hand it the rest; `run-s` and its kind run all they are given. */
function oneTask(runner: TaskRunner): boolean {
  return ![runner.program].flat().includes("run-s");
}

function taskNames(runner: TaskRunner, args: readonly string[], words: readonly string[]): string[] {
  const targets = args.flatMap((arg, index) => {
    if (/^--targets?=/.test(arg)) return arg.slice(arg.indexOf("=") + 1).split(",");
    if (!["-t", "--target", "--targets"].includes(arg) || runner.source !== "name") return [];
    const following = args.slice(index + 1);
    const end = following.findIndex((one) => one.startsWith("-"));
    return (end < 0 ? following : following.slice(0, end)).flatMap((one) => one.split(","));
  });
  if (targets.length > 0) return targets;
  if (runner.source === "tox") return toxNames(args, words);
  const builtin = runner.builtin ?? [];
  const names = words.filter((word) => !/^[A-Za-z_]\w*=/.test(word));
  if (names[0] !== undefined && builtin.includes(names[0])) return [];
  if (names.length === 0) return runner.fallback === undefined ? [] : [runner.fallback];
  return names;
}

function toxNames(args: readonly string[], words: readonly string[]): string[] {
  const chosen = args.flatMap((arg, index) => {
    const inline = /^(?:-e|--env=|-s|--session=|--sessions=)(.+)$/.exec(arg)?.[1];
    if (inline !== undefined) return inline.split(",");
    return ["-e", "--env", "-s", "--session", "--sessions", "-m"].includes(arg)
      ? (args[index + 1] ?? "").split(",")
      : [];
  });
  return chosen.length > 0 ? chosen : words.length > 0 ? [words[0] ?? ""] : ["*"];
}

function folderOption(runner: TaskRunner, args: readonly string[]): string | null {
  for (const [index, arg] of args.entries()) {
    for (const option of runner.folder ?? []) {
      if (arg === option) return args[index + 1] ?? null;
      if (arg.startsWith(`${option}=`)) return arg.slice(option.length + 1);
    }
  }
  return null;
}
