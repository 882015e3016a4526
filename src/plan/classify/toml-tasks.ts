import { posix } from "node:path";
import { parse as parseToml } from "smol-toml";
import type { Artefacts } from "../artefacts.ts";
import { ownValue } from "../own-value.ts";

type Table = Record<string, unknown>;

/** A shell text, or words that are run as they are. */
type Body = string | readonly string[];

const MISE_FILES = ["mise.toml", ".mise.toml", "mise/config.toml", ".mise/config.toml", ".config/mise.toml"];
const MISE_FOLDERS = ["mise-tasks", ".mise-tasks", "mise/tasks", ".mise/tasks", ".config/mise/tasks"];

function table(value: unknown): Table {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Table) : {};
}

/** A TOML artefact as plain data, empty when it is absent or does not read. */
export async function readToml(artefacts: Artefacts, folder: string, file: string): Promise<Table> {
  const text = await artefacts.text(posix.join(folder, file));
  try {
    return text === null ? {} : table(parseToml(text));
  } catch {
    return {};
  }
}

/** A task of mise: in its configuration, else a script in one of its folders. */
export async function miseTask(name: string, artefacts: Artefacts, folder: string): Promise<Body[] | null> {
  for (const file of MISE_FILES) {
    const task = ownValue(table((await readToml(artefacts, folder, file))["tasks"]), name);
    const bodies = taskLines(task, ["run"], (one) => ["mise", "run", one]);
    if (bodies !== null) return bodies;
  }
  const script = MISE_FOLDERS.map((one) => posix.join(folder, one, name.replaceAll(":", "/"))).find((path) =>
    artefacts.has(path),
  );
  const text = script === undefined ? null : await artefacts.text(script);
  return text === null ? null : [text];
}

/** A task of pixi: for every environment or for one feature. */
export async function pixiTask(name: string, artefacts: Artefacts, folder: string): Promise<Body[] | null> {
  const project = table((await readToml(artefacts, folder, "pyproject.toml"))["tool"]);
  for (const config of [await readToml(artefacts, folder, "pixi.toml"), table(project["pixi"])]) {
    const features = Object.values(table(config["feature"])).map((one) => table(table(one)["tasks"]));
    for (const tasks of [table(config["tasks"]), ...features]) {
      const bodies = taskLines(ownValue(tasks, name), ["cmd"], (one) => ["pixi", "run", one]);
      if (bodies !== null) return bodies;
    }
  }
  return null;
}

/** What a task says it runs, after what it depends on. */
function taskLines(
  task: unknown,
  keys: readonly string[],
  call: (name: string) => readonly string[],
): Body[] | null {
  if (typeof task === "string") return [task];
  if (Array.isArray(task)) return texts(task);
  const given = table(task);
  const needed = [given["depends"], given["depends-on"], given["depends_on"]].flat().flatMap((one) => {
    const name = typeof one === "string" ? one : table(one)["task"];
    return typeof name === "string" ? [call(name)] : [];
  });
  const own = keys.flatMap((key) => texts([given[key]].flat()));
  // A command may be given as its words.
  const words = Array.isArray(given["cmd"]) && own.length > 0 ? [own] : own;
  return needed.length + words.length === 0 ? null : [...needed, ...words];
}

function texts(values: readonly unknown[]): string[] {
  return values.filter((one): one is string => typeof one === "string");
}
