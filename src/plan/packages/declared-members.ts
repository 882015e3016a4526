import { posix } from "node:path";
import picomatch from "picomatch";
import { parse as parseToml } from "smol-toml";
import { readJson } from "../classify/open-task.ts";
import { mapping, textLines } from "../other-ci/script-job.ts";
import { readYaml } from "../workflow/read-yaml.ts";
import type { Artefacts } from "../artefacts.ts";

/** Packages of one ecosystem that a file at the root says belong together. */
export interface Members {
  /** Sorted, the root itself left out. */
  folders: readonly string[];
  /** Files at the root whose check runs those of the packages as well. */
  covering: RegExp;
}

const PYTHON = /\.(toml|ini|cfg|py)$/;
const NOTHING = /^$/;

/**
 * What workspaces name. Cargo, Maven and Gradle are not here: their command at the root goes through all packages;
 * that of Go stops at the module.
 */
export async function declaredMembers(artefacts: Artefacts): Promise<Members[]> {
  const members: Members[] = [
    {
      folders: foldersOf(artefacts, await javascriptPatterns(artefacts), ["package.json"]),
      covering: /^(package|deno)\.json$/,
    },
    { folders: foldersOf(artefacts, await goModules(artefacts), ["go.mod"]), covering: NOTHING },
    {
      folders: foldersOf(artefacts, await pythonPatterns(artefacts), ["pyproject.toml", "setup.py"]),
      covering: PYTHON,
    },
    {
      folders: foldersOf(artefacts, await composerPaths(artefacts), ["composer.json"]),
      covering: /^(composer\.json|phpunit\.xml)/,
    },
  ];
  return members.filter(({ folders }) => folders.length > 0);
}

async function javascriptPatterns(artefacts: Artefacts): Promise<string[]> {
  const manifest = await readJson(artefacts, ".", "package.json");
  const { workspaces } = manifest ?? {};
  const pnpm = mapping(await readYaml(artefacts, "pnpm-workspace.yaml"));
  const lerna = await readJson(artefacts, ".", "lerna.json");
  return [
    ...textLines(mapping(workspaces)["packages"] ?? workspaces),
    ...textLines(pnpm["packages"]),
    ...textLines(lerna?.["packages"]),
  ];
}

/** `use ./a` and the lines of `use ( … )`. */
async function goModules(artefacts: Artefacts): Promise<string[]> {
  const text = (await artefacts.text("go.work")) ?? "";
  let inside = false;
  const found: string[] = [];
  for (const raw of text.split("\n")) {
    const line = raw.replace(/\/\/.*$/, "").trim();
    const use = /^use\s+(?!\()(\S+)$/.exec(line)?.[1];
    if (use !== undefined) found.push(use);
    else if (/^use\s*\($/.test(line)) inside = true;
    else if (line === ")") inside = false;
    else if (inside && line !== "") found.push(line);
  }
  return found.map((path) => path.replace(/^"(.*)"$/, "$1"));
}

/** Members of a uv workspace, and what Poetry and uv take from a folder of the repository. */
async function pythonPatterns(artefacts: Artefacts): Promise<string[]> {
  const tool = mapping((await toml(artefacts, "pyproject.toml"))["tool"]);
  const uv = mapping(tool["uv"]);
  const workspace = mapping(uv["workspace"]);
  const poetry = mapping(tool["poetry"]);
  const groups = Object.values(mapping(poetry["group"])).map((group) => mapping(group)["dependencies"]);
  const sources = [uv["sources"], poetry["dependencies"], poetry["dev-dependencies"], ...groups];
  return [
    ...textLines(workspace["members"]),
    ...textLines(workspace["exclude"]).map((pattern) => `!${pattern}`),
    ...sources.flatMap((one) =>
      Object.values(mapping(one)).flatMap((from) => textLines(mapping(from)["path"])),
    ),
  ];
}

async function composerPaths(artefacts: Artefacts): Promise<string[]> {
  const repositories = (await readJson(artefacts, ".", "composer.json"))?.["repositories"];
  const all = Array.isArray(repositories) ? repositories : Object.values(mapping(repositories));
  return all
    .map((one) => mapping(one))
    .filter((one) => one["type"] === "path")
    .flatMap((one) => textLines(one["url"]));
}

async function toml(artefacts: Artefacts, path: string): Promise<Record<string, unknown>> {
  const text = await artefacts.text(path);
  try {
    return text === null ? {} : mapping(parseToml(text));
  } catch {
    return {};
  }
}

/** Folders that hold a manifest and fit the patterns, of which a later `!pattern` takes back. */
function foldersOf(
  artefacts: Artefacts,
  patterns: readonly string[],
  manifests: readonly string[],
): string[] {
  const tests = patterns.slice(0, MOST_PATTERNS).flatMap((raw) => {
    const test = patternTest(raw.replace(/^!/, ""));
    return test === null ? [] : [{ test, keeps: !raw.startsWith("!") }];
  });
  if (tests.length === 0) return [];
  const holders = artefacts
    .paths()
    .filter((path) => path.includes("/") && manifests.includes(posix.basename(path)))
    .map((path) => posix.dirname(path));
  return [...new Set(holders)]
    .slice(0, MOST_HOLDERS)
    .filter((folder) => tests.findLast(({ test }) => test(folder))?.keeps === true);
}

const MOST_PATTERNS = 100;
const MOST_HOLDERS = 5000;

function patternTest(raw: string): ((folder: string) => boolean) | null {
  const pattern = posix.normalize(raw).replace(/\/+$/, "");
  if (pattern === "." || pattern.startsWith("..") || pattern.startsWith("/")) return null;
  if (pattern.length > 200 || pattern.split("*").length > 8) return null;
  try {
    return picomatch(pattern, { noextglob: true });
  } catch {
    return null;
  }
}
