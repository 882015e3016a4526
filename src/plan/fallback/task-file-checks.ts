import { parse as parseYaml } from "yaml";
import type { Artefacts } from "../artefacts.ts";
import { makeTargets } from "../classify/make-recipes.ts";
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
      found.push({ slot, command: `${runner} ${target}`, provenance: `${file}:${target}` });
    };
    const test = ["test", "tests", "check"].find((name) => all.includes(name));
    if (test !== undefined) add("test", test);
    for (const name of ["lint", "typecheck", "format-check", "fmt-check"])
      if (all.includes(name)) add("lint", name);
    const [first] = all;
    if (runner === "make" && first !== undefined) {
      found.push({ slot: "build", command: "make", means: `make ${first}`, provenance: `${file}:${first}` });
    }
  }
  return found;
}

function taskfileTargets(text: string): string[] {
  try {
    const config: unknown = parseYaml(text, { maxAliasCount: 50 });
    const tasks =
      typeof config === "object" && config !== null ? (config as { tasks?: unknown }).tasks : null;
    return typeof tasks === "object" && tasks !== null ? Object.keys(tasks) : [];
  } catch {
    return [];
  }
}
