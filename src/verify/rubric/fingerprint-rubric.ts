import { createHash } from "node:crypto";
import { posix } from "node:path";
import type { RubricFile, VerificationPlan } from "../../domain/plan.ts";
import type { Workspace } from "../../domain/ports/workspace.ts";
import { isNamedBy, isRunnerFile, isScript } from "./runner-files.ts";
import { tellingPart } from "./telling-part.ts";
import { wordsOf } from "./words-of.ts";

type Source = Pick<Workspace, "listFiles" | "readFile">;
type Steps = Pick<VerificationPlan, "setup" | "checks">;

const MOST_PATHS = 100_000;
const MOST_FILES = 2000;

/** What the plan stands on, in the tree it was made from: where it was read, what it calls, what tools read by name. */
export async function fingerprintRubric(source: Source, plan: Steps): Promise<RubricFile[]> {
  const { paths } = await source.listFiles({ limit: MOST_PATHS });
  const known = new Set(paths);
  const words = planWords(plan);
  const queue = [...calledBy(plan, known), ...paths.filter(isRunnerFile)];
  const done = new Map<string, string>();
  for (let path = queue.shift(); path !== undefined && done.size < MOST_FILES; path = queue.shift()) {
    if (done.has(path)) continue;
    const part = await partOf(source, path, words);
    done.set(path, part);
    for (const next of namedIn(part, [posix.dirname(path), "."], known)) queue.push(next);
  }
  return [...done]
    .filter(([, part]) => part !== "")
    .map(([path, part]) => ({ path, digest: digestOf(part) }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** The same of one file of another tree; empty where it is not there or tells nothing. */
export async function rubricDigest(
  source: Pick<Workspace, "readFile">,
  plan: Steps,
  path: string,
): Promise<string> {
  const part = await partOf(source, path, planWords(plan));
  return part === "" ? "" : digestOf(part);
}

function planWords({ setup, checks }: Steps): Set<string> {
  return new Set([...setup, ...checks].flatMap(({ command }) => wordsOf(command)));
}

function calledBy({ setup, checks }: Steps, known: ReadonlySet<string>): string[] {
  return [...setup, ...checks].flatMap(({ command, cwd, provenance }) => {
    const from = isNamedBy(provenance);
    const named = from !== null && known.has(from) ? [from] : [];
    return [...named, ...namedIn(command, [cwd, "."], known)];
  });
}

function namedIn(text: string, folders: readonly string[], known: ReadonlySet<string>): string[] {
  return wordsOf(
    text.replaceAll("<rootDir>", "").replaceAll(/\$\{?(?:PWD|GITHUB_WORKSPACE)\}?\//gu, ""),
  ).flatMap((word) => {
    const places = folders.map((folder) => posix.normalize(posix.join(folder, word.replace(/^\//u, ""))));
    return places.filter((path) => known.has(path) && isScript(path));
  });
}

async function partOf(
  source: Pick<Workspace, "readFile">,
  path: string,
  words: ReadonlySet<string>,
): Promise<string> {
  const bytes = await source.readFile(path).catch(() => null);
  return bytes === null ? "" : tellingPart(path, new TextDecoder().decode(bytes), words);
}

function digestOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
