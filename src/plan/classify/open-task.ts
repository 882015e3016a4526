import { posix } from "node:path";
import { parse as parseYaml } from "yaml";
import { yamlStrain } from "../workflow/yaml-strain.ts";
import type { Artefacts } from "../artefacts.ts";
import type { ClassifyScope } from "./classify-scope.ts";
import type { Invocation } from "./invocation.ts";
import type { TaskCall } from "./task-call.ts";
import { makeRecipes, makeTargets } from "./make-recipes.ts";
import { ownValue } from "../own-value.ts";
import { miseTask, pixiTask, readToml } from "./toml-tasks.ts";

/** A shell text, or words that are run as they are. */
export type TaskBody = string | readonly string[];

interface TaskRequest {
  call: TaskCall;
  invocation: Invocation;
  scope: ClassifyScope;
}

/** What a task runs, null when it is not defined where this reading can see. */
export async function taskBodies(name: string, request: TaskRequest): Promise<TaskBody[] | null> {
  const { artefacts, folder } = request.scope;
  const manager = request.invocation.program;
  switch (request.call.runner.source) {
    case "package.json":
      return packageScripts(
        name,
        (await readJson(artefacts, folder, "package.json"))?.["scripts"],
        givenOn(name, request),
      );
    case "deno.json": {
      const config =
        (await readJson(artefacts, folder, "deno.json")) ?? (await readJson(artefacts, folder, "deno.jsonc"));
      return denoTask(ownValue(record(config?.["tasks"]), name), manager);
    }
    case "composer.json":
      return composerScript(
        ownValue(record((await readJson(artefacts, folder, "composer.json"))?.["scripts"]), name),
      );
    case "Makefile":
    case "justfile": {
      const { source } = request.call.runner;
      const text = await recipeText(artefacts, folder, RECIPE_FILES[source] ?? []);
      return text === null ? null : makeRecipes(text, { name, just: source === "justfile" });
    }
    case "Taskfile":
      return taskfile(name, await readTaskfile(artefacts, folder));
    case "tox":
      return toxCommands(name, request.scope);
    case "pyproject":
      return manager === "pixi"
        ? pixiTask(name, artefacts, folder)
        : pyprojectScript(
            name,
            await readToml(artefacts, folder, "pyproject.toml"),
            await readToml(artefacts, folder, "hatch.toml"),
          );
    case "mise":
      return miseTask(name, artefacts, folder);
    case "alias":
    case "name":
      return null;
  }
}

/** What a runner without a word runs: the task of its usual name, else the first of the file. */
export async function namedTask(name: string, call: TaskCall, scope: ClassifyScope): Promise<string> {
  const files = RECIPE_FILES[call.runner.source];
  if (files === undefined || name !== call.runner.fallback) return name;
  const text = await recipeText(scope.artefacts, scope.folder, files);
  // An included file may hold the first target.
  if (text === null || /^-?include\b/m.test(text)) return name;
  const targets = makeTargets(text, call.runner.source === "justfile");
  return targets.includes(name) ? name : (targets[0] ?? name);
}

const RECIPE_FILES: Partial<Record<string, readonly string[]>> = {
  Makefile: ["GNUmakefile", "Makefile", "makefile"],
  justfile: ["justfile", "Justfile", ".justfile"],
};

function record(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}

export async function readJson(
  artefacts: Artefacts,
  folder: string,
  file: string,
): Promise<Record<string, unknown> | null> {
  const text = await artefacts.text(posix.join(folder, file));
  if (text === null) return null;
  try {
    return record(JSON.parse(file.endsWith("c") ? text.replace(/^[^\S\n]*\/\/.*$/gm, "") : text));
  } catch {
    return null;
  }
}

/** A script with those that the manager runs around it; `lint:*` stands for all that fit. */
function packageScripts(name: string, raw: unknown, given: string): string[] | null {
  const scripts = record(raw);
  if (name.includes("*")) {
    const prefix = name.slice(0, name.indexOf("*"));
    const all = Object.entries(scripts)
      .filter(([key]) => key.startsWith(prefix))
      .flatMap(([, value]) => (typeof value === "string" ? [value] : []));
    return all.length === 0 ? null : all;
  }
  const own = ownValue(scripts, name);
  if (typeof own !== "string") return null;
  const around = [`pre${name}`, `post${name}`].flatMap((key) => {
    const value = ownValue(scripts, key);
    return typeof value === "string" ? [value] : [];
  });
  return [`${own}${given}`, ...around];
}

/** Arguments that the script gets behind its own: `npm test -- --fix`, `pnpm lint --fix`. */
export function givenOn(
  name: string,
  { call, invocation }: Pick<TaskRequest, "call" | "invocation">,
): string {
  if (call.runner.single !== true) return "";
  const { args, program } = invocation;
  const from = program === "npm" ? args.indexOf("--") : args.indexOf(name);
  const given = from < 0 ? [] : args.slice(from + 1).filter((arg) => arg !== "--");
  return given.map((arg) => ` '${arg.replaceAll("'", "")}'`).join("");
}

function denoTask(task: unknown, manager: string): TaskBody[] | null {
  if (typeof task === "string") return [task];
  const { command, dependencies } = record(task);
  const needed = Array.isArray(dependencies) ? dependencies.map((one) => [manager, "task", String(one)]) : [];
  if (typeof command !== "string") return needed.length === 0 ? null : needed;
  return [...needed, command];
}

/** Composer's own prefixes: `@php x`, `@composer x`, `@other-script`. */
function composerScript(script: unknown): string[] | null {
  const lines = [script].flat().filter((line): line is string => typeof line === "string");
  if (lines.length === 0) return null;
  return lines.map((line) => {
    if (/^@(php|composer|putenv)\b/.test(line)) return line.slice(1);
    return line.startsWith("@") ? `composer run-script ${line.slice(1)}` : line;
  });
}

async function recipeText(
  artefacts: Artefacts,
  folder: string,
  files: readonly string[],
): Promise<string | null> {
  const file = files.map((one) => posix.join(folder, one)).find((one) => artefacts.has(one));
  return file === undefined ? null : artefacts.text(file);
}

async function readTaskfile(artefacts: Artefacts, folder: string): Promise<unknown> {
  const file = ["Taskfile.yml", "Taskfile.yaml", "taskfile.yml"]
    .map((one) => posix.join(folder, one))
    .find((one) => artefacts.has(one));
  const text = file === undefined ? null : await artefacts.text(file);
  try {
    if (text === null || yamlStrain(text) !== null) return null;
    return parseYaml(text, { maxAliasCount: 50, prettyErrors: false });
  } catch {
    return null;
  }
}

function taskfile(name: string, config: unknown): TaskBody[] | null {
  const task = ownValue(record(record(config)["tasks"]), name);
  if (task === undefined) return null;
  if (typeof task === "string") return [task];
  const { cmds, cmd, deps } = Array.isArray(task)
    ? { cmds: task, cmd: undefined, deps: undefined }
    : record(task);
  const lines: TaskBody[] = [];
  for (const one of [deps, cmds, cmd].flat()) {
    if (typeof one === "string")
      lines.push(deps !== undefined && [deps].flat().includes(one) ? ["task", one] : one);
    const { task: other, cmd: line } = record(one);
    if (typeof other === "string") lines.push(["task", other]);
    if (typeof line === "string") lines.push(line);
  }
  return lines.length === 0
    ? null
    : lines.map((line) => (typeof line === "string" ? line.replaceAll(/\{\{[^}]*\}\}/g, "X") : line));
}

/** `hatch run env:script`, poe, pdm and taskipy tasks. */
function pyprojectScript(
  name: string,
  project: Record<string, unknown>,
  hatchFile: Record<string, unknown>,
): string[] | null {
  const [environment, script] = name.includes(":")
    ? [name.slice(0, name.indexOf(":")), name.slice(name.indexOf(":") + 1)]
    : ["default", name];
  const tool = record(project["tool"]);
  const environments = { ...record(record(tool["hatch"])["envs"]), ...record(hatchFile["envs"]) };
  const found =
    ownValue(record(record(ownValue(environments, environment))["scripts"]), script) ??
    ownValue(record(record(tool["poe"])["tasks"]), name) ??
    ownValue(record(record(tool["pdm"])["scripts"]), name) ??
    ownValue(record(record(tool["taskipy"])["tasks"]), name);
  return scriptLines(found);
}

function scriptLines(found: unknown): string[] | null {
  if (typeof found === "string") return [found];
  if (Array.isArray(found)) return found.filter((line): line is string => typeof line === "string");
  const { cmd, shell, sequence, composite } = record(found);
  const lines = [cmd, shell, sequence, composite]
    .flat()
    .filter((line): line is string => typeof line === "string");
  return lines.length === 0 ? null : lines;
}

/** The commands of a tox environment, from tox.ini, setup.cfg or what `-c` names. */
async function toxCommands(name: string, scope: ClassifyScope): Promise<string[] | null> {
  const selected = name === "*" ? (scope.variables["TOXENV"] ?? scope.variables["TOX_ENV"] ?? "") : name;
  if (selected === "" || selected.includes("$")) return null;
  for (const file of ["tox.ini", "setup.cfg"]) {
    const text = await scope.artefacts.text(posix.join(scope.folder, file));
    const commands = text === null ? null : iniCommands(text, selected);
    if (commands !== null) return commands;
  }
  return null;
}

function iniCommands(text: string, name: string): string[] | null {
  let inSection = false;
  let inCommands = false;
  const commands: string[] = [];
  for (const line of text.split("\n")) {
    const section = /^\[([^\]]*)\]/.exec(line)?.[1];
    if (section !== undefined) {
      inSection = section === `testenv:${name}`;
      inCommands = false;
    } else if (inSection && /^commands\s*=/.test(line)) {
      inCommands = true;
      commands.push(line.slice(line.indexOf("=") + 1));
    } else if (inCommands && /^\s+\S/.test(line)) commands.push(line.trim());
    else if (/^\S/.test(line)) inCommands = false;
  }
  const lines = commands
    .map((line) =>
      line
        .trim()
        .replace(/^-\s*/, "")
        .replaceAll(/\{[^{}]*\}/g, ""),
    )
    .filter((line) => line !== "" && !line.startsWith("#"));
  return lines.length === 0 ? null : lines;
}
