/**
 * What a repository's files declare when CI says nothing. The first row of a slot whose files are there decides
 * for its ecosystem.
 */
export interface Convention {
  slot: "test" | "lint";
  /** Any of these at the root; a pattern is matched against root names. */
  file: string | RegExp;
  /** What that file must say. */
  says?: RegExp;
  /** A file that must be there as well, anywhere when it is a pattern over paths. */
  also?: RegExp;
  command: string;
}

export const CONVENTIONS: readonly (readonly Convention[])[] = [
  [
    { slot: "test", file: "deno.json", says: /"test"\s*:/, command: "deno task test" },
    { slot: "test", file: /^deno\.jsonc?$/, also: /(_|\.)test\.(ts|js|tsx|mjs)$/, command: "deno test" },
    { slot: "lint", file: "deno.json", says: /"lint"\s*:\s*"/, command: "deno task lint" },
  ],
  [
    { slot: "test", file: "tox.ini", says: /^\[testenv/m, command: "python -m tox" },
    { slot: "test", file: "noxfile.py", command: "python -m nox" },
    { slot: "test", file: "pytest.ini", command: "python -m pytest" },
    { slot: "test", file: "pyproject.toml", says: /^\[tool\.(pytest|tox)/m, command: "python -m pytest" },
    { slot: "test", file: "setup.cfg", says: /^\[tool:pytest\]/m, command: "python -m pytest" },
    { slot: "lint", file: /^\.?ruff\.toml$/, command: "python -m ruff check ." },
    { slot: "lint", file: "pyproject.toml", says: /^\[tool\.ruff/m, command: "python -m ruff check ." },
    { slot: "lint", file: ".flake8", command: "python -m flake8" },
    { slot: "lint", file: "setup.cfg", says: /^\[flake8\]/m, command: "python -m flake8" },
    { slot: "lint", file: /^\.?mypy\.ini$/, says: /^(files|packages)\s*=/m, command: "python -m mypy" },
  ],
  [
    { slot: "test", file: "Cargo.toml", says: /^\[workspace\]/m, command: "cargo test --workspace" },
    { slot: "test", file: "Cargo.toml", command: "cargo test" },
    { slot: "lint", file: /^\.?rustfmt\.toml$/, command: "cargo fmt --all --check" },
  ],
  [
    { slot: "test", file: "go.mod", also: /_test\.go$/, command: "go test ./..." },
    { slot: "lint", file: /^\.golangci\.(ya?ml|toml|json)$/, command: "golangci-lint run" },
  ],
  [
    { slot: "test", file: "mvnw", also: /^pom\.xml$/, command: "./mvnw -B verify" },
    { slot: "test", file: "pom.xml", command: "mvn -B verify" },
    { slot: "test", file: "gradlew", also: /^(build|settings)\.gradle(\.kts)?$/, command: "./gradlew check" },
    { slot: "test", file: /^(build|settings)\.gradle(\.kts)?$/, command: "gradle check" },
    { slot: "test", file: "build.sbt", command: "sbt test" },
    { slot: "test", file: "project.clj", command: "lein test" },
    { slot: "test", file: "deps.edn", says: /:test\s*\{[^}]*:exec-fn/, command: "clojure -X:test" },
  ],
  [
    { slot: "test", file: "DESCRIPTION", says: /^Package:/m, command: "R CMD check --no-manual ." },
    {
      slot: "test",
      file: "Project.toml",
      also: /^test\/runtests\.jl$/,
      command: "julia --project -e 'using Pkg; Pkg.test()'",
    },
  ],
  [{ slot: "test", file: ".busted", command: "busted" }],
  [{ slot: "lint", file: ".luacheckrc", command: "luacheck ." }],
  [
    { slot: "test", file: ".rspec", command: "bundle exec rspec" },
    {
      slot: "test",
      file: "Rakefile",
      says: /TestTask|RSpec|Minitest|:test\b|:spec\b|default/,
      command: "bundle exec rake",
    },
    { slot: "lint", file: ".rubocop.yml", command: "bundle exec rubocop" },
  ],
  [
    { slot: "test", file: "composer.json", says: /"test"\s*:/, command: "composer test" },
    { slot: "test", file: /^phpunit\.xml(\.dist)?$/, command: "vendor/bin/phpunit" },
    { slot: "lint", file: /^phpstan\.neon(\.dist)?$/, command: "vendor/bin/phpstan analyse" },
    { slot: "lint", file: /^\.?phpcs\.xml(\.dist)?$/, command: "vendor/bin/phpcs" },
  ],
  [{ slot: "test", file: /\.(sln|slnx)$/, command: "dotnet test" }],
  [
    { slot: "test", file: "mix.exs", command: "mix test" },
    { slot: "lint", file: ".formatter.exs", command: "mix format --check-formatted" },
  ],
  [
    { slot: "test", file: "stack.yaml", command: "stack test" },
    { slot: "test", file: /^cabal\.project$|\.cabal$/, command: "cabal test all" },
  ],
  [{ slot: "test", file: "Package.swift", also: /^Tests\//, command: "swift test" }],
  [{ slot: "test", file: "build.zig", command: "zig build test" }],
  [
    { slot: "test", file: "pubspec.yaml", says: /^[^\S\n]*flutter:/m, command: "flutter test" },
    { slot: "test", file: "pubspec.yaml", also: /_test\.dart$/, command: "dart test" },
    { slot: "lint", file: "analysis_options.yaml", command: "dart analyze" },
  ],
  [{ slot: "test", file: "shard.yml", also: /^spec\//, command: "crystal spec" }],
  [{ slot: "test", file: "gleam.toml", command: "gleam test" }],
  [{ slot: "test", file: "dune-project", command: "dune runtest" }],
  [{ slot: "test", file: "rebar.config", command: "rebar3 eunit" }],
];
