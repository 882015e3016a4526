import picomatch from "picomatch";
import type { PathFilter } from "../../domain/plan.ts";

/** The event under which a workflow is read, or null when it is no gate for a change. */
export type GateEvent = "pull_request" | "push" | "merge_group";

const CONVENTIONAL = ["main", "master", "develop", "development", "trunk", "dev"];

/** `on:` in its three spellings as a mapping. */
export function readTriggers(on: unknown): Readonly<Record<string, unknown>> {
  if (typeof on === "string") return { [on]: null };
  if (Array.isArray(on)) return Object.fromEntries(on.map((name) => [String(name), null]));
  return typeof on === "object" && on !== null ? (on as Record<string, unknown>) : {};
}

/** Pull requests first: that is what a change of ours will be. */
export function gateEvent(on: unknown, branches: readonly string[]): GateEvent | null {
  const triggers = readTriggers(on);
  for (const event of ["pull_request", "merge_group", "push"] as const) {
    if (event in triggers && filterAccepts(triggers[event], branches)) return event;
  }
  return null;
}

/** The files for which a workflow runs under an event, undefined where it runs for any. */
export function pathFilter(on: unknown, event: GateEvent): PathFilter | undefined {
  const filter = readTriggers(on)[event];
  if (typeof filter !== "object" || filter === null) return undefined;
  const { paths, "paths-ignore": ignored } = filter as Record<string, unknown>;
  const [include, exclude] = [strings(paths), strings(ignored)];
  return include.length + exclude.length === 0 ? undefined : { include, exclude };
}

function filterAccepts(filter: unknown, branches: readonly string[]): boolean {
  if (typeof filter !== "object" || filter === null) return true;
  const { branches: only, "branches-ignore": ignored, tags, types } = filter as Record<string, unknown>;
  if (ignored !== undefined) return branches.some((branch) => !matchesAny(branch, strings(ignored)));
  if (only !== undefined) return branches.some((branch) => matchesAny(branch, strings(only)));
  if (
    types !== undefined &&
    !strings(types).some((type) =>
      ["opened", "synchronize", "reopened", "edited", "ready_for_review", "checks_requested"].includes(type),
    )
  )
    return false;
  return tags === undefined;
}

function strings(value: unknown): string[] {
  return [value].flat().filter((one): one is string => typeof one === "string");
}

function matchesAny(branch: string, patterns: readonly string[]): boolean {
  let matched = false;
  for (const pattern of patterns) {
    const negated = pattern.startsWith("!");
    if (matchesPattern(branch, negated ? pattern.slice(1) : pattern)) matched = !negated;
  }
  return matched;
}

function matchesPattern(branch: string, pattern: string): boolean {
  if (pattern === branch || pattern === "**" || pattern === "*") return true;
  if (pattern.length > 200 || pattern.split("*").length > 8) return false;
  try {
    return picomatch.isMatch(branch, pattern, { noextglob: true, nobrace: true });
  } catch {
    return false;
  }
}

/** Conventional names that more workflows name than the given one: a stray workflow does not rename the branch. */
function outnumbering(given: string, allTriggers: readonly unknown[]): string[] {
  const count = (branch: string): number =>
    allTriggers.filter((on) =>
      Object.values(readTriggers(on)).some(
        (filter) =>
          typeof filter === "object" &&
          filter !== null &&
          strings((filter as Record<string, unknown>)["branches"]).some((one) => matchesPattern(branch, one)),
      ),
    ).length;
  return ["main", "master"].filter((name) => name !== given && count(name) > count(given));
}

/**
 * The names that stand for the default branch. When no filter of any workflow names the default branch, the
 * workflows were written for another name (a clone, a rename): then the conventional ones count as well.
 */
export function defaultBranches(given: string, allTriggers: readonly unknown[]): string[] {
  const named = new Set<string>();
  for (const on of allTriggers) {
    for (const filter of Object.values(readTriggers(on))) {
      if (typeof filter === "object" && filter !== null) {
        for (const branch of strings((filter as Record<string, unknown>)["branches"])) named.add(branch);
      }
    }
  }
  if (named.size === 0) return [given];
  if ([...named].some((pattern) => matchesPattern(given, pattern)))
    return [given, ...outnumbering(given, allTriggers)];
  const conventional = CONVENTIONAL.filter((name) => named.has(name));
  if (conventional.length > 0) return [given, ...conventional];
  return [given, ...[...named].filter((name) => !/[*!?[]|release|pages|stable|hotfix|feature/.test(name))];
}
