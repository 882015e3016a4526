import type { Role } from "../ecosystems/ecosystem.ts";

const PUBLISH =
  /^(publish|published|release|releases|deploy|deployment|upload|push|ship|coveralls|codecov|notify|gh-?pages)$/;
const HANG = /^(watch|watcher|dev|start|serve|server|preview|storybook|tdd|live|monitor|debug|repl|shell)$/;
const WRITE = /^(fix|fixes|write|autofix|update|bump|apply|autocorrect|reformat|overwrite|accept)$/;
const FORMAT = /^(format|formatting|fmt|prettier|black|isort|gofmt|rustfmt|prettify|beautify)$/;
const CHECKING = /^(check|checks|checked|verify|validate|ci|diff|dry|assert|ensure)$/;
const TYPES =
  /^(typecheck|typechecking|typechecks|types|type|typing|typings|typed|tsc|mypy|pyright|dtslint|tsd|typescript|ts)$/;
const LINT =
  /^(lint|linter|linters|linting|lints|eslint|style|styles|vet|clippy|flake8|pylint|ruff|rubocop|shellcheck|stylelint|static|analysis|analyze|analyse|phpstan|psalm|phpcs|cs|codestyle|quality|audit|knip|spelling|spell|spellcheck|typos|codespell|forbid|license|licenses|precommit|checkstyle|detekt|ktlint|hygiene|sherif|standard|staticcheck|golangci|credo|dialyzer|xo|biome|markdownlint|links?check|yamllint|actionlint|editorconfig|publint|attw)$/;
const TEST =
  /^(test|tests|tested|testing|testsuite|spec|specs|unit|unittest|unittests|integration|e2e|coverage|cov|smoke|jest|mocha|vitest|pytest|karma|cypress|playwright|doctest|phpunit|rspec|regression|functional|acceptance|itest|suite|junit|tap|ava|runtests|selftest|fuzz)$/;
const BUILD = /^(build|builds|compile|bundle|dist|package|assemble|make|binary|wasm)$/;
const SETUP =
  /^(install|setup|bootstrap|deps|dependencies|prepare|generate|gen|codegen|configure|init|provision|fetch|restore|vendor)$/;
const INSPECT =
  /^(bench|benchmark|benchmarks|clean|docs|doc|report|size|info|help|version|changelog|stats|perf|profile)$/;

/**
 * What a name promises, for tasks that cannot be opened and for names of jobs and steps. The careful answer
 * comes first: a name that speaks of publishing is never a check, whatever else it says.
 */
export function roleOfName(name: string): Role | null {
  const words = splitName(name);
  const has = (pattern: RegExp): boolean => words.some((word) => pattern.test(word));
  if (words.length === 0) return null;
  if (has(PUBLISH)) return "publish";
  const checking = has(CHECKING);
  if (has(WRITE) && !checking) return "write";
  if (has(HANG) && !has(TEST) && !checking) return "hang";
  if (has(LINT)) return "lint";
  if (has(TYPES)) return "typecheck";
  if (has(FORMAT)) return checking || has(TEST) ? "lint" : "write";
  if (has(TEST)) return "test";
  if (has(BUILD)) return "build";
  if (checking && !has(SETUP)) return "lint";
  if (has(SETUP)) return "setup";
  return has(INSPECT) ? "inspect" : null;
}

/** `test:unit`, `lintFix`, `run_tests.sh` as words. */
export function splitName(name: string): string[] {
  return name
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== "");
}

/** One role for many: a check wins over what surrounds it, a danger wins over a check. */
export function strongestRole(roles: readonly (Role | null)[]): Role | null {
  const order: readonly Role[] = [
    "publish",
    "hang",
    "test",
    "typecheck",
    "lint",
    "build",
    "write",
    "setup",
    "inspect",
  ];
  return order.find((role) => roles.includes(role)) ?? null;
}
