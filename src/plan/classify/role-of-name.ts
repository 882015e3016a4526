import { names } from "../ecosystems/ecosystem.ts";
import type { Role } from "../ecosystems/ecosystem.ts";

const words = (text: string): ReadonlySet<string> => new Set(names(text));

const PUBLISH = words(
  "publish published release releases deploy deployment upload push ship coveralls codecov notify ghpages pages",
);
const HANG = words(
  "watch watcher dev start serve server preview storybook tdd live monitor debug repl shell",
);
const WRITE = words("fix fixes write autofix update bump apply autocorrect reformat overwrite accept");
const FORMAT = words("format formatting fmt prettier black isort gofmt rustfmt prettify beautify");
const CHECKING = words("check checks checked verify validate validation");
/** Beside a formatter or a fixer they say that nothing is written. */
const DRY = words("check checks checked verify validate ci diff dry");
const TYPES = words(
  "typecheck typechecking typechecks types type typing typings typed tsc mypy pyright dtslint tsd typescript",
);
const LINT = words(`
  lint linter linters linting lints eslint style styles vet clippy flake8 pylint ruff rubocop shellcheck stylelint static
  analysis analyze analyse phpstan psalm phpcs cs codestyle quality audit knip spelling spell spellcheck typos codespell
  forbid license licenses precommit checkstyle detekt ktlint hygiene sherif standard staticcheck golangci credo dialyzer xo
  biome markdownlint linkcheck yamllint actionlint editorconfig publint attw`);
const TEST = words(`
  test tests tested testing testsuite spec specs unit unittest unittests integration e2e coverage cov smoke jest mocha
  vitest pytest karma cypress playwright doctest phpunit rspec regression functional acceptance itest suite junit tap ava
  runtests selftest fuzz`);
const CI = words("ci");
const BUILD = words("build builds compile bundle dist package assemble make binary wasm");
const SETUP = words(
  "install setup bootstrap deps dependencies prepare generate gen codegen configure init provision fetch restore vendor",
);
/** `prepare-tests` runs none. */
const PREPARES = words("prepare setup install generate download fetch init provision");
const DOCS = words("docs doc documentation site website book apidocs");
/** Nothing is proven, whatever stands beside it. */
const NO_PROOF = words(`
  bench benchmark benchmarks report reports reporter reporting summary stats perf profile changelog info help version
  versions clean success deb rpm msi dmg tarball archive installer snap sbom badge badges comment label labels wait performance measure`);
/** `richtest` and `golint` say it in one word; `latest` does not. */
const COMPOUND_TEST = /(?<!^la|^con|^at|^grea|^fas|^pro|^de)tests?$/;

/**
 * What a name promises, for tasks that cannot be opened and for names of jobs and steps. The careful answer
 * comes first: a name that speaks of publishing is never a check, whatever else it says.
 */
export function roleOfName(name: string): Role | null {
  return plainRole(name, true);
}

/** Only what a name says outright: for programs, which may be called anything. */
export function strongRoleOfName(name: string): Role | null {
  return plainRole(name, false);
}

function plainRole(name: string, weak: boolean): Role | null {
  const found = splitName(name.replace(/\.(sh|bash|py|js|mjs|cjs|ts|rb|pl|ps1|php)$/, ""));
  const has = (set: ReadonlySet<string>): boolean => found.some((word) => set.has(word));
  return (
    framedCheck(found) ??
    dangerOf(has) ??
    lintRole(name, found, has) ??
    testRole(found, has) ??
    (weak ? weakRole(has) : null)
  );
}

/** Joins two things that a task does: `test-and-release`. */
const JOINS = words("and then with plus");
const LEADS = new Map<ReadonlySet<string>, Role>([
  [words("test tests typecheck"), "test"],
  [words("lint check verify validate clippy"), "lint"],
]);
const ENDS = new Map<ReadonlySet<string>, Role>([
  [words("tests"), "test"],
  [words("check checks lint"), "lint"],
]);

/** What a name that speaks of releases begins or ends with says what is done: `test:release`, `publish:check`. */
function framedCheck(found: readonly string[]): Role | null {
  const releases = found.some((word) => PUBLISH.has(word));
  if (!releases || found.some((word) => JOINS.has(word) || WRITE.has(word) || /^(push|upload)$/.test(word)))
    return null;
  const [first = ""] = found;
  const leading = [...LEADS].find(([set]) => set.has(first))?.[1];
  return leading ?? [...ENDS].find(([set]) => set.has(found.at(-1) ?? ""))?.[1] ?? null;
}

type Has = (set: ReadonlySet<string>) => boolean;

function lintRole(name: string, found: readonly string[], has: Has): Role | null {
  if (has(LINT) || found.some((word) => word.length > 4 && word.endsWith("lint"))) return "lint";
  if (/pre-?commit/i.test(name)) return "lint";
  if (has(TYPES)) return PREPARES.has(found[0] ?? "") ? "setup" : "typecheck";
  if (!has(FORMAT)) return null;
  return has(DRY) || has(TEST) ? "lint" : "write";
}

function testRole(found: readonly string[], has: Has): Role | null {
  const testing = has(TEST) || found.some((word) => word.length > 5 && COMPOUND_TEST.test(word));
  if (!testing) return null;
  return PREPARES.has(found[0] ?? "") ? "setup" : "test";
}

function dangerOf(has: Has): Role | null {
  if (has(PUBLISH)) return "publish";
  if (has(WRITE) && !has(DRY)) return "write";
  if (has(NO_PROOF)) return "inspect";
  return has(HANG) && !has(TEST) && !has(DRY) ? "hang" : null;
}

function weakRole(has: Has): Role | null {
  if (has(BUILD)) return "build";
  if (has(SETUP)) return "setup";
  if (has(CI)) return "test";
  if (has(CHECKING)) return "lint";
  return has(DOCS) ? "build" : null;
}

/** `test:unit`, `lintFix`, `run_tests.sh` as words. */
function splitName(name: string): string[] {
  return name
    .replaceAll(/([a-z\d])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== "");
}
