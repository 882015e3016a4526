/** Files that say what to install. When a change touches one, what was installed for the base no longer fits. */
const names: ReadonlySet<string> = new Set([
  "package.json",
  "package-lock.json",
  "npm-shrinkwrap.json",
  "yarn.lock",
  "pnpm-lock.yaml",
  "pnpm-workspace.yaml",
  "bun.lock",
  "bun.lockb",
  "deno.json",
  "deno.lock",
  ".npmrc",
  ".yarnrc.yml",
  "pyproject.toml",
  "setup.py",
  "setup.cfg",
  "poetry.lock",
  "uv.lock",
  "pdm.lock",
  "Pipfile",
  "Pipfile.lock",
  "environment.yml",
  "tox.ini",
  "Cargo.toml",
  "Cargo.lock",
  "rust-toolchain",
  "rust-toolchain.toml",
  "go.mod",
  "go.sum",
  "go.work",
  "Gemfile",
  "Gemfile.lock",
  "composer.json",
  "composer.lock",
  "pom.xml",
  "build.gradle",
  "build.gradle.kts",
  "settings.gradle",
  "settings.gradle.kts",
  "gradle.lockfile",
  "libs.versions.toml",
  "mix.exs",
  "mix.lock",
  "packages.lock.json",
  "Directory.Packages.props",
  "Package.swift",
  "Package.resolved",
  "stack.yaml",
  "cabal.project",
  "pubspec.yaml",
  "pubspec.lock",
]);

const patterns: readonly RegExp[] = [
  /^requirements.*\.(txt|in)$/,
  /^constraints.*\.txt$/,
  /\.(csproj|fsproj|gemspec|cabal)$/,
];

export function isManifest(path: string): boolean {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const folder = path.split("/").at(-2);
  return (
    names.has(name) ||
    patterns.some((pattern) => pattern.test(name)) ||
    (folder === "requirements" && name.endsWith(".txt"))
  );
}
