import { parse as parseYaml } from "yaml";
import type { Artefacts } from "../artefacts.ts";
import { lineAt } from "../at-line.ts";
import { makeTargets } from "../classify/make-recipes.ts";
import { yamlStrain } from "../workflow/yaml-strain.ts";
import type { Declared } from "./declared.ts";

const FILES: readonly { names: readonly string[]; runner: string; targets: (text: string) => string[] }[] = [
  {
    names: ["justfile", "Justfile", ".justfile"],
    runner: "just",
    targets: (text) => makeTargets(text, true),
  },
  { names: ["Taskfile.yml", "Taskfile.yaml"], runner: "task", targets: taskfileTargets },
  {
    names: ["GNUmakefile", "Makefile", "makefile"],
    runner: "make",
    targets: (text) => makeTargets(text, false),
  },
];

/** `test`, `check` and `lint` of a task file; its default when that is all there is. */
export async function taskFileChecks(artefacts: Artefacts): Promise<Declared[]> {
  const found: Declared[] = [];
  for (const { names, runner, targets } of FILES) {
    const file = names.find((name) => artefacts.has(name));
    const text = file === undefined ? null : await artefacts.text(file);
    if (file === undefined || text === null) continue;
    const all = targets(text);
    const add = (slot: Declared["slot"], target: string): void => {
      const line = targetLine(text, target);
      found.push({ slot, command: `${runner} ${target}`, provenance: `${file}:${target}`, line });
    };
    const test = ["test", "tests", "check"].find((name) => all.includes(name));
    if (test !== undefined) add("test", test);
    for (const name of ["lint", "typecheck", "format-check", "fmt-check"])
      if (all.includes(name)) add("lint", name);
    const [first] = all;
    if (runner === "make" && first !== undefined) {
      const line = targetLine(text, first);
      const provenance = `${file}:${first}`;
      found.push({ slot: "build", command: "make", means: `make ${first}`, provenance, line });
    }
  }
  return found;
}

/** The line that begins with the name of a task and defines it, by a colon in any of the three files. */
function targetLine(text: string, target: string): number | undefined {
  const defines = `^[ \\t]*@?(?:[\\w.-]+[ \\t]+){0,20}?["']?${target}["']?(?![\\w-])[^\\n:=]{0,200}:(?!=)`;
  const found = new RegExp(defines, "m").exec(text);
  return found === null ? undefined : lineAt(text, found.index);
}

function taskfileTargets(text: string): string[] {
  if (yamlStrain(text) !== null) return [];
  try {
    const config: unknown = parseYaml(text, { maxAliasCount: 50, prettyErrors: false });
    const tasks =
      typeof config === "object" && config !== null ? (config as { tasks?: unknown }).tasks : null;
    return typeof tasks === "object" && tasks !== null ? Object.keys(tasks) : [];
  } catch {
    return [];
  }
}
