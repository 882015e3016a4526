import type { Artefacts } from "../artefacts.ts";
import { lineAt } from "../at-line.ts";
import { readJson } from "../classify/open-task.ts";
import { roleOfName } from "../classify/role-of-name.ts";
import type { Declared } from "./declared.ts";

/** The scripts of a package that prove something by their name, as its package manager or that of the root runs them. */
export async function packageScriptChecks(artefacts: Artefacts, root: Artefacts): Promise<Declared[]> {
  const manifest = await readJson(artefacts, ".", "package.json");
  const { scripts } = manifest ?? {};
  if (manifest === null || typeof scripts !== "object" || scripts === null) return [];
  const manager = packageManager(artefacts, manifest) ?? (await rootManager(root));
  const text = (await artefacts.text("package.json")) ?? "";
  const found: Declared[] = [];
  for (const [name, body] of Object.entries(scripts)) {
    if (typeof body !== "string" || /no test specified/.test(body)) continue;
    const slot = aroundAnother(name, scripts) ? null : slotOf(name);
    if (slot === null) continue;
    const line = scriptLine(text, name);
    found.push({ slot, command: runLine(manager, name), provenance: `package.json:scripts.${name}`, line });
  }
  return found;
}

/** Where a script stands, by the first key of its name behind `scripts`. */
function scriptLine(text: string, name: string): number | undefined {
  const key = JSON.stringify(name);
  let at = text.indexOf(key, text.search(/"scripts"\s*:/));
  while (at !== -1 && !/^\s{0,9}:/.test(text.slice(at + key.length, at + key.length + 10)))
    at = text.indexOf(key, at + 1);
  return at === -1 ? undefined : lineAt(text, at);
}

/** `postlint` runs with `lint`, never alone. */
function aroundAnother(name: string, scripts: object): boolean {
  const base = /^(?:pre|post)(.+)$/.exec(name)?.[1];
  return base !== undefined && Object.hasOwn(scripts, base);
}

/** `test` is the whole; its parts (`test:unit`) are inside it. */
function slotOf(name: string): Declared["slot"] | null {
  if (name === "test") return "test";
  if (name === "build") return "build";
  if (name.startsWith("test")) return null;
  const role = roleOfName(name);
  return (role === "lint" || role === "typecheck") && name.split(":").length <= 2 ? "lint" : null;
}

async function rootManager(root: Artefacts): Promise<string> {
  return packageManager(root, (await readJson(root, ".", "package.json")) ?? {}) ?? "npm";
}

function packageManager(artefacts: Artefacts, manifest: Readonly<Record<string, unknown>>): string | null {
  const { packageManager: named } = manifest;
  const given = typeof named === "string" ? /^(npm|pnpm|yarn|bun)@/.exec(named)?.[1] : undefined;
  if (given !== undefined) return given;
  if (artefacts.has("pnpm-lock.yaml")) return "pnpm";
  if (artefacts.has("bun.lock") || artefacts.has("bun.lockb")) return "bun";
  if (artefacts.has("yarn.lock")) return "yarn";
  return artefacts.has("package-lock.json") ? "npm" : null;
}

function runLine(manager: string, name: string): string {
  if (name === "test" && manager !== "bun") return `${manager} test`;
  return `${manager} run ${name}`;
}
