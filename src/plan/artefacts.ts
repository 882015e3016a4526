import type { Workspace } from "../domain/ports/workspace.ts";

/** What the planner may do with a repository: read it. */
export type PlanSource = Pick<Workspace, "readFile" | "stat" | "listFiles">;

/** Larger than any artefact that people write, small enough to parse at once. */
const LARGEST_ARTEFACT = 512 * 1024;
const MOST_PATHS = 50_000;

/** The repository's own files as text. What cannot be read is skipped and said once in `warnings`. */
export interface Artefacts {
  text(path: string): Promise<string | null>;
  has(path: string): boolean;
  /** Every path, sorted. */
  paths(): readonly string[];
  readonly warnings: string[];
  /** Does something once for a key: a file is parsed once, a task opened once, however often it is named. */
  once<Result>(key: string, make: () => Promise<Result>): Promise<Result>;
}

export async function openArtefacts(source: PlanSource): Promise<Artefacts> {
  const warnings: string[] = [];
  const listing = await listPaths(source, warnings);
  const known = new Set(listing);
  const done = new Map<string, Promise<unknown>>();
  const once = <Result>(key: string, make: () => Promise<Result>): Promise<Result> => {
    const found = done.get(key) ?? make();
    done.set(key, found);
    return found as Promise<Result>;
  };
  return {
    warnings,
    paths: () => listing,
    has: (path) => known.has(path),
    once,
    text: (path) =>
      known.has(path) ? once(`text:${path}`, () => readText(source, path, warnings)) : Promise.resolve(null),
  };
}

async function listPaths(source: PlanSource, warnings: string[]): Promise<string[]> {
  const { paths, total } = await source.listFiles({ limit: MOST_PATHS });
  if (total > paths.length) warnings.push(`Only the first ${paths.length} of ${total} files were looked at.`);
  return paths;
}

async function readText(source: PlanSource, path: string, warnings: string[]): Promise<string | null> {
  try {
    const stat = await source.stat(path);
    if (stat === null || stat.kind !== "file") return null;
    if (stat.size > LARGEST_ARTEFACT) {
      warnings.push(`${path} was skipped: it is larger than ${LARGEST_ARTEFACT / 1024} KB.`);
      return null;
    }
    const bytes = await source.readFile(path);
    return bytes === null ? null : new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    const why = isNoText(error) ? "it is not UTF-8 text" : "it cannot be read";
    warnings.push(`${path} was skipped: ${why}.`);
    return null;
  }
}

function isNoText(error: unknown): boolean {
  return (
    typeof error === "object" &&
    error !== null &&
    "code" in error &&
    error.code === "ERR_ENCODING_INVALID_ENCODED_DATA"
  );
}
