import { posix } from "node:path";
import { readableWords, simpleCommands } from "../shell/expand-word.ts";
import { parseShell } from "../shell/parse-shell.ts";
import type { ShellNode, SimpleNode } from "../shell/shell-tree.ts";
import type { ClassifyScope } from "./classify-scope.ts";
import { isWrapper, unwrapInvocation } from "./invocation.ts";
import type { Invocation } from "./invocation.ts";
import { hasOption, isKnownProgram, isWideRole, roleFromTables } from "./match-rules.ts";
import { isTaskRunner, taskCallOf } from "./task-call.ts";
import type { TaskCall } from "./task-call.ts";
import { givenOn, namedTask, taskBodies } from "./open-task.ts";
import type { TaskBody } from "./open-task.ts";
import { combineReadings, isCheckRole, UNREAD } from "./reading.ts";
import type { Reading } from "./reading.ts";
import { roleOfName } from "./role-of-name.ts";
import { isShellScript, roleOfCall, scriptTarget } from "./script-file.ts";
import { ownValue } from "../own-value.ts";

const DEEPEST = 8;

/** What a node does, by the programs that actually execute; tasks and scripts of the repository are opened. */
export async function classifyNode(node: ShellNode, scope: ClassifyScope): Promise<Reading> {
  if (node.kind === "simple") return classifyCommand(node, scope);
  if (node.kind === "andOr" && node.operators.includes("||")) {
    // Behind `||` stands what happens when the line fails.
    const leading = node.parts.slice(0, node.operators.indexOf("||") + 1);
    const readings: Reading[] = [];
    for (const part of leading) readings.push(await classifyNode(part, scope));
    const combined = combineReadings(readings);
    if (combined.role !== "inspect" && combined.role !== null) return combined;
  }
  const readings: Reading[] = [];
  for (const command of simpleCommands(node)) readings.push(await classifyCommand(command, scope));
  return combineReadings(readings);
}

async function classifyCommand(command: SimpleNode, scope: ClassifyScope): Promise<Reading> {
  const words = readableWords(command, scope.variables);
  const [first, ...rest] = words;
  if (first === undefined) return { ...UNREAD, role: "inspect", complete: true };
  // `${PREFIX}coverage`: what is written tells more than what is not known.
  return classifyWords([first.replace(/^"?\$\{?\w+\}?"?(?=[\w./-])/, ""), ...rest], scope);
}

async function classifyWords(words: readonly string[], scope: ClassifyScope): Promise<Reading> {
  const invocation = unwrapInvocation(words);
  if (invocation === null) return { ...UNREAD, role: "inspect", program: words[0] ?? "", complete: true };
  if (invocation.line !== null) return classifyText(invocation.line, scope);
  const role = roleFromTables(invocation);
  if (role !== null && !isOwnScript(invocation, role)) {
    return {
      ...UNREAD,
      role,
      program: invocation.program,
      executes: invocation.program,
      byName: role === "inspect" && isWideRole(invocation),
      complete: true,
    };
  }
  const call = taskCallOf(invocation);
  if (call !== null) return classifyTasks(call, invocation, scope);
  return classifyScriptFile(invocation, scope);
}

/** `scripts/test` is a script of the repository, not the program `test`. */
function isOwnScript(invocation: Invocation, role: Reading["role"]): boolean {
  const { path, args } = invocation;
  if (
    !path.includes("/") ||
    args.join(" ") === "--version" ||
    path.startsWith("/") ||
    /(^|\/)(\.?bin|\.?venv|vendor|node_modules|sbin)\//.test(path)
  )
    return false;
  return ["inspect", "setup", "build"].includes(role ?? "") && isWideRole(invocation);
}

export async function classifyText(text: string, scope: ClassifyScope): Promise<Reading> {
  if (scope.opened.length > DEEPEST) return UNREAD;
  const script = parseShell(text);
  if (script.errors.length > 0) return UNREAD;
  const readings: Reading[] = [];
  for (const statement of script.statements) readings.push(await classifyNode(statement.node, scope));
  return combineReadings(readings);
}

async function classifyTasks(call: TaskCall, invocation: Invocation, scope: ClassifyScope): Promise<Reading> {
  const readings: Reading[] = [];
  for (const name of call.names) readings.push(await classifyTask(name, call, invocation, scope));
  const combined = combineReadings(readings);
  return { ...combined, program: `${invocation.program} ${call.names.join(" ")}` };
}

async function classifyTask(
  given: string,
  call: TaskCall,
  invocation: Invocation,
  scope: ClassifyScope,
): Promise<Reading> {
  const folder = call.folder === null ? scope.folder : posix.join(scope.folder, call.folder);
  const name = await namedTask(given, call, { ...scope, folder });
  const known = ownValue(call.runner.names ?? {}, name);
  const key = `${call.runner.source}:${folder}:${name}`;
  const told = taskRole(name, call, known);
  const named: Reading = {
    role: isCheckRole(told) && toldToRewrite(invocation) ? "write" : told,
    rewrites: false,
    program: invocation.program,
    byName: known === undefined,
    complete: false,
  };
  if (scope.opened.includes(key) || scope.opened.length > DEEPEST) return named;
  const inner: ClassifyScope = { ...scope, folder, opened: [...scope.opened, key] };
  const bodies = call.elsewhere ? null : await taskBodies(name, { call, invocation, scope: inner });
  if (bodies === null) return runsBinary(call, invocation, inner, named);
  // Without this a file whose tasks all call each other would be opened again for every path through it.
  const { TOXENV = "", TOX_ENV = "" } = scope.variables;
  return scope.artefacts.once(`${key}:${TOXENV}:${TOX_ENV}:${givenOn(name, { call, invocation })}`, () =>
    openedReading(bodies, named, inner),
  );
}

/** `turbo lint -- --fix`: the task gets it, whatever it is. */
function toldToRewrite({ args }: Invocation): boolean {
  return ["--fix", "--write"].some((option) => hasOption(args, option));
}

/** What the bodies do; where they say nothing, the name does. */
async function openedReading(
  bodies: readonly TaskBody[],
  named: Reading,
  scope: ClassifyScope,
): Promise<Reading> {
  const readings: Reading[] = [];
  for (const body of bodies) {
    readings.push(
      typeof body === "string" ? await classifyText(body, scope) : await classifyWords(body, scope),
    );
  }
  const opened = combineReadings(readings);
  if (named.role === "inspect" && isCheckRole(opened.role)) return named;
  return saysItself(opened) ? opened : { ...named, rewrites: opened.rewrites };
}

/** Whether what was read tells more than the name does: a `mkdir` before something unknown does not. */
function saysItself(opened: Reading): boolean {
  if (opened.role === null) return false;
  if (opened.role === "inspect") return opened.complete && !opened.byName;
  return opened.role !== "setup" || opened.complete;
}

function isProgram(name: string): boolean {
  return isKnownProgram(name) || isTaskRunner(name) || isWrapper(name);
}

/** `yarn eslint`, `pnpm vitest`, `bun run tsc`: no such script, so the binary of that name. */
async function runsBinary(
  call: TaskCall,
  invocation: Invocation,
  scope: ClassifyScope,
  named: Reading,
): Promise<Reading> {
  const [name = ""] = call.names;
  const runsBinaries =
    ["package.json", "pyproject", "mise"].includes(call.runner.source) && invocation.program !== "npm";
  if (!runsBinaries || (call.elsewhere && named.role !== null)) return named;
  const at = invocation.args.indexOf(name);
  if (at < 0 || !isProgram(name)) return named;
  const binary = await classifyWords(invocation.args.slice(at), scope);
  return binary.role === null || (binary.byName && named.role !== null) ? named : binary;
}

function taskRole(name: string, call: TaskCall, known: Reading["role"] | undefined): Reading["role"] {
  if (known !== undefined) return known;
  // A target with a path or a suffix is a file that is made.
  if (call.runner.source === "Makefile" && /[/.]/.test(name)) return "build";
  if (call.runner.source !== "tox") return roleOfName(name);
  // tox and nox without a name, or with that of an interpreter, run the tests.
  return roleOfName(name) ?? "test";
}

/** A script of the repository: opened when it is a shell script, else judged by its name. */
async function classifyScriptFile(invocation: Invocation, scope: ClassifyScope): Promise<Reading> {
  const target = scriptTarget(invocation);
  const unread: Reading = { ...UNREAD, program: invocation.program };
  if (target === null) return unread;
  const named: Reading = { ...unread, role: roleOfCall(target, invocation.args), byName: true };
  const opened = await openScript(target, scope);
  if (opened === null || (named.role === "inspect" && isCheckRole(opened.role))) return named;
  // A build script hands its first word on, so that word says more than the body.
  const told = opened.role === "build" ? roleOfCall("./build", invocation.args) : opened.role;
  return saysItself(opened) ? { ...opened, role: told, program: invocation.program } : named;
}

async function openScript(target: string, scope: ClassifyScope): Promise<Reading | null> {
  const path = posix.join(scope.folder, target);
  const key = `file:${path}`;
  if (!scope.artefacts.has(path) || scope.opened.includes(key)) return null;
  const text = await scope.artefacts.text(path);
  if (text === null || !isShellScript(path, text)) return null;
  const inner = { ...scope, folder: ".", opened: [...scope.opened, key] };
  return scope.artefacts.once(key, () => classifyText(text, inner));
}
