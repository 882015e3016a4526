import type { Artefacts } from "../artefacts.ts";
import { expandPieces } from "../shell/expand-word.ts";
import { parseShell } from "../shell/parse-shell.ts";
import type { GatheredJob } from "../workflow/read-job.ts";
import { readYaml } from "../workflow/read-yaml.ts";
import { mapping, scriptJob, textLines, variablesFrom } from "./script-job.ts";
import type { ScriptLine } from "./script-job.ts";
import { ownValue } from "../own-value.ts";

const PATH = ".travis.yml";
const MOST_CELLS = 20;

/** What Travis runs when `script` is not given, where that needs nothing but the repository. */
const DEFAULT_SCRIPTS: Readonly<Record<string, string>> = {
  node_js: "npm test",
  ruby: "bundle exec rake",
  go: "go test -v ./...",
  rust: "cargo build --verbose\ncargo test --verbose",
  java: "mvn test -B",
  php: "phpunit",
  elixir: "mix test",
  haskell: "cabal test",
};

/** Travis: the lines of `script` are the checks, those before it prepare. Cells that differ in variables follow each other. */
export async function readTravis(artefacts: Artefacts): Promise<GatheredJob[]> {
  const config = mapping(await readYaml(artefacts, PATH));
  if (Object.keys(config).length === 0) return [];
  return cellsOf(config).map((cell) =>
    scriptJob({ path: PATH, id: "travis", lines: linesOf({ ...config, ...cell.overrides }), env: cell.env }),
  );
}

function linesOf(config: Readonly<Record<string, unknown>>): ScriptLine[] {
  const phase = (name: string, check: boolean): ScriptLine[] =>
    textLines(config[name]).map((script) => ({ script, name, check }));
  const script = phase("script", true);
  const language = typeof config["language"] === "string" ? config["language"] : "";
  const standard = ownValue(DEFAULT_SCRIPTS, language);
  const fallback =
    standard === undefined ? [] : [{ script: standard, name: "script (default)", check: true }];
  return [
    ...phase("before_install", false),
    ...phase("install", false),
    ...phase("before_script", false),
    ...(script.length > 0 ? script : fallback),
  ];
}

interface TravisCell {
  env: Record<string, string>;
  overrides: Record<string, unknown>;
}

function cellsOf(config: Readonly<Record<string, unknown>>): TravisCell[] {
  const base = { TRAVIS: "true", TRAVIS_OS_NAME: "linux" };
  const { env } = config;
  const sections = mapping(env);
  const isList = typeof env === "string" || Array.isArray(env);
  const global = isList ? [] : [sections["global"]].flat();
  const rows = [isList ? env : (sections["matrix"] ?? sections["jobs"])].flat();
  const shared = { ...base, ...merged(global) };
  const cells: TravisCell[] = rows
    .filter((row) => row !== undefined && row !== null)
    .map((row) => ({ env: { ...shared, ...merged([row]) }, overrides: {} }));
  const included = [mapping(config["jobs"])["include"], mapping(config["matrix"])["include"]].flat();
  for (const one of included.filter((item) => item !== undefined && item !== null)) {
    const { os, env: own, ...overrides } = mapping(one);
    if (os === undefined || os === "linux")
      cells.push({ env: { ...shared, ...merged([own].flat()) }, overrides });
  }
  return cells.length === 0 ? [{ env: shared, overrides: {} }] : cells.slice(0, MOST_CELLS);
}

/** `A=1 B="x y"` or a mapping; encrypted ones are only Travis's to read. */
function merged(rows: readonly unknown[]): Record<string, string> {
  const variables: Record<string, string> = {};
  for (const row of rows) {
    if (typeof row === "string") Object.assign(variables, assignments(row));
    else Object.assign(variables, variablesFrom(row));
  }
  delete variables["secure"];
  return variables;
}

function assignments(text: string): Record<string, string> {
  const node = parseShell(text).statements[0]?.node;
  if (node?.kind !== "simple") return {};
  return Object.fromEntries(
    node.assignments.flatMap((one) => {
      const value = one.value === null ? null : expandPieces(one.value, {});
      return value === null ? [] : [[one.name, value]];
    }),
  );
}
