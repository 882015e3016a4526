import { names } from "../ecosystems/ecosystem.ts";

/** What must be on a machine before any set-up step, and how its version is told. Adding one is adding a row. */
export interface Toolchain {
  /** As files and actions that declare a version call it. */
  key: string;
  /** As people call it. */
  title: string;
  /** Without this program none of the others works. */
  main: string;
  /** Programs that come with it or are installed beside it. */
  programs: string;
  /** Programs that a project brings along, which need the main one. */
  needing?: string;
  version?: VersionRule;
  /** May be a dependency of a project as well, where `npx` and the like find it. */
  packaged?: true;
  /** A set-up step that brings it, beside one that names it: `corepack enable`. */
  brought?: RegExp;
}

export interface VersionRule {
  /** A shell line that prints it. */
  line: string;
  /** How many leading numbers have to agree. */
  numbers: 1 | 2;
  /** A newer one serves as well. */
  newerServes?: true;
  /** Where the number stands in what is printed, when it is not the first. */
  pattern?: RegExp;
}

const PIP_FILE = /\b(pip3?|uv pip) install\b.*(-r|-e|\.)|\b(poetry|pdm|pipenv) install\b|\buv sync\b/;

export const TOOLCHAINS: readonly Toolchain[] = [
  {
    key: "node",
    title: "Node.js",
    main: "node",
    programs: "node npm npx",
    version: { line: "node --version", numbers: 1 },
  },
  {
    key: "pnpm",
    title: "pnpm",
    main: "pnpm",
    packaged: true,
    programs: "pnpm pnpx",
    brought: /\bcorepack (enable|prepare|use|install)\b/,
    version: { line: "pnpm --version", numbers: 1 },
  },
  {
    key: "yarn",
    title: "Yarn",
    main: "yarn",
    packaged: true,
    programs: "yarn",
    brought: /\bcorepack (enable|prepare|use|install)\b/,
  },
  { key: "corepack", title: "corepack", main: "corepack", programs: "corepack" },
  {
    key: "bun",
    title: "Bun",
    main: "bun",
    packaged: true,
    programs: "bun bunx",
    version: { line: "bun --version", numbers: 1 },
  },
  {
    key: "deno",
    title: "Deno",
    main: "deno",
    packaged: true,
    programs: "deno",
    version: { line: "deno --version", numbers: 1 },
  },
  {
    key: "python",
    title: "Python",
    main: "python3",
    programs: "python3",
    needing: "python pip pytest unittest tox nox pre-commit mypy ruff black flake8 coverage build twine",
    version: { line: "python3 --version", numbers: 2 },
  },
  {
    key: "go",
    title: "Go",
    main: "go",
    programs: "go gofmt",
    needing: "gotestsum staticcheck ginkgo govulncheck",
    // Else it would fetch the release that go.mod asks for.
    version: { line: "GOTOOLCHAIN=local go version", numbers: 2, newerServes: true },
  },
  {
    key: "rust",
    title: "Rust",
    main: "cargo",
    programs: "cargo rustc rustfmt rustup cross",
    version: { line: "rustc --version", numbers: 2, newerServes: true },
  },
  {
    key: "java",
    title: "Java",
    main: "java",
    programs: "java javac mvn gradle sbt ant",
    needing: "gradlew mvnw sbtx",
    version: { line: "java -version", numbers: 1 },
  },
  {
    key: "ruby",
    title: "Ruby",
    main: "ruby",
    programs: "ruby bundle gem",
    needing: "rake rspec rubocop rails standardrb",
    brought: /\bgem install bundler\b/,
    version: { line: "ruby --version", numbers: 2 },
  },
  {
    key: "php",
    title: "PHP",
    main: "php",
    programs: "php composer",
    needing: "phpunit phpstan phpcs php-cs-fixer pest psalm",
    brought: /composer-setup|getcomposer/,
    version: { line: "php --version", numbers: 2 },
  },
  {
    key: "dotnet",
    title: ".NET",
    main: "dotnet",
    programs: "dotnet",
    version: { line: "dotnet --version", numbers: 1 },
  },
  {
    key: "elixir",
    title: "Elixir",
    main: "elixir",
    programs: "elixir mix iex",
    version: { line: "elixir --version", numbers: 2, pattern: /Elixir (\d+(?:\.\d+)*)/ },
  },
  { key: "erlang", title: "Erlang", main: "erl", programs: "erl rebar3" },
  {
    key: "ghc",
    title: "GHC",
    main: "ghc",
    programs: "ghc cabal",
    version: { line: "ghc --numeric-version", numbers: 2 },
  },
  { key: "stack", title: "stack", main: "stack", programs: "stack" },
  {
    key: "swift",
    title: "Swift",
    main: "swift",
    programs: "swift",
    version: { line: "swift --version", numbers: 1, pattern: /Swift version (\d+(?:\.\d+)*)/ },
  },
  {
    key: "zig",
    title: "Zig",
    main: "zig",
    programs: "zig",
    version: { line: "zig version", numbers: 2 },
  },
  { key: "dart", title: "Dart", main: "dart", programs: "dart" },
  { key: "flutter", title: "Flutter", main: "flutter", programs: "flutter" },
  { key: "perl", title: "Perl", main: "perl", programs: "perl prove cpanm" },
  { key: "r", title: "R", main: "Rscript", programs: "R Rscript" },
  { key: "julia", title: "Julia", main: "julia", programs: "julia" },
  { key: "crystal", title: "Crystal", main: "crystal", programs: "crystal shards" },
  { key: "gleam", title: "Gleam", main: "gleam", programs: "gleam" },
  { key: "nim", title: "Nim", main: "nim", programs: "nim nimble" },
  { key: "ocaml", title: "OCaml", main: "dune", programs: "dune opam" },
  { key: "lua", title: "Lua", main: "lua", programs: "lua luarocks busted" },
  { key: "clojure", title: "Clojure", main: "java", programs: "lein clojure clj" },
  { key: "pwsh", title: "PowerShell", main: "pwsh", programs: "pwsh" },
  { packaged: true, key: "uv", title: "uv", main: "uv", programs: "uv uvx", brought: PIP_FILE },
  { packaged: true, key: "cmake", title: "CMake", main: "cmake", programs: "cmake ctest", brought: PIP_FILE },
  ...toolsOfTheirOwn(
    "make just task mage bazel bazelisk nix golangci-lint shellcheck shfmt hadolint actionlint bats helm terraform buf protoc lychee typos editorconfig-checker zsh mise asdf",
  ),
  ...toolsOfTheirOwn("ninja meson poetry pdm hatch pipx pipenv", PIP_FILE),
];

function toolsOfTheirOwn(programs: string, brought?: RegExp): Toolchain[] {
  return names(programs).map((name) => ({
    key: name,
    title: name,
    main: name,
    programs: name,
    packaged: true,
    ...(brought === undefined ? {} : { brought }),
  }));
}

/** A toolchain that a command runs on. */
export interface NeededProgram {
  toolchain: Toolchain;
  /** What has to be found, the main program first. */
  programs: readonly string[];
}

const BY_PROGRAM: ReadonlyMap<string, NeededProgram> = (() => {
  const table = new Map<string, NeededProgram>();
  for (const toolchain of TOOLCHAINS) {
    const { main } = toolchain;
    for (const name of names(toolchain.needing ?? "")) table.set(name, { toolchain, programs: [main] });
    for (const name of names(toolchain.programs))
      table.set(name, { toolchain, programs: name === main ? [main] : [main, name] });
  }
  return table;
})();

/** The toolchain behind a program's name, null for programs that set-up installs. */
export function toolchainOf(program: string): NeededProgram | null {
  return BY_PROGRAM.get(program) ?? null;
}
