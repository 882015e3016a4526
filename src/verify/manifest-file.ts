const NAMES =
  /(?:^|\/)(?:package(?:-lock)?\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?|deno\.(?:json|lock)|pyproject\.toml|setup\.(?:py|cfg)|Pipfile(?:\.lock)?|[\w-]+\.lock|Cargo\.toml|go\.(?:mod|sum|work)|Gemfile|[\w-]+\.gemspec|composer\.json|pom\.xml|(?:build|settings)\.gradle(?:\.kts)?|mix\.exs|Package\.swift|[\w.-]+\.(?:cs|fs)proj|CMakeLists\.txt|requirements[\w-]*\.(?:txt|in))$/u;

/** Files that say what to install: a part of one is not taken out, for then set-up would have to run again. */
export function isManifest(path: string): boolean {
  return NAMES.test(path);
}
