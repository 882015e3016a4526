import picomatch from "picomatch";

// Every rule reads the path in lower case: a case-insensitive file system must not open a way around it.
const OPTIONS = { dot: true, nocase: true };

const SENSITIVE = [
  "**/.env*",
  "**/.env*/**",
  "**/*.{pem,key,p12,pfx,jks,keystore,kdbx,ppk}",
  "**/id_{rsa,dsa,ecdsa,ed25519}*",
  "**/{.npmrc,.yarnrc,.yarnrc.yml,.netrc,_netrc,.pypirc,.htpasswd,.pgpass,.my.cnf,.dockercfg,.git-credentials}",
  "**/{credentials,secrets}{,.json,.yml,.yaml,.toml,.ini,.csv,.xml,.txt}",
  "**/{.ssh,.aws,.gnupg,.kube,.azure}/**",
  "**/.docker/config.json",
  "**/.config/gcloud/**",
  "**/.git/**",
];

const WORKFLOWS = ".github/workflows/**";

// What decides who reviews, what agents obey, what runs by itself when a person opens the repository.
const PROTECTED = [
  ".github/**",
  "**/CODEOWNERS",
  "**/{AGENTS,CLAUDE,GEMINI}.md",
  "**/{.claude,.cursor,.gemini,.codex,.husky,.devcontainer,.vscode}/**",
  "**/.cursorrules",
  "**/.git{modules,attributes}",
];

const isSensitiveGlob = picomatch(SENSITIVE, OPTIONS);
const isWorkflowGlob = picomatch(WORKFLOWS, OPTIONS);

/** Files that hold secrets by convention. Neither read nor written. */
export function isSensitivePath(path: string): boolean {
  return isSensitiveGlob(path) || /^\/(proc|sys|dev)(\/(?!null$)|$)/.test(path);
}

/** No installation of the App may change these. */
export function isWorkflowPath(path: string): boolean {
  return isWorkflowGlob(path);
}

/** Whether a person has to agree to a change of a path; `more` are the operator's and the repository's globs. */
export function createProtectedPaths(more: readonly string[]): (path: string) => boolean {
  return picomatch([...PROTECTED, ...more], OPTIONS);
}

const MANIFESTS: Readonly<Record<string, string>> = {
  "package-lock.json": "package.json",
  "npm-shrinkwrap.json": "package.json",
  "yarn.lock": "package.json",
  "pnpm-lock.yaml": "package.json",
  "bun.lock": "package.json",
  "bun.lockb": "package.json",
  "deno.lock": "deno.json",
  "cargo.lock": "cargo.toml",
  "poetry.lock": "pyproject.toml",
  "uv.lock": "pyproject.toml",
  "pdm.lock": "pyproject.toml",
  "pipfile.lock": "pipfile",
  "gemfile.lock": "gemfile",
  "composer.lock": "composer.json",
  "go.sum": "go.mod",
  "mix.lock": "mix.exs",
  "pubspec.lock": "pubspec.yaml",
  "flake.lock": "flake.nix",
};

/** The manifest a lock file is made from, or null when the path is no lock file. Names in lower case. */
export function manifestOf(path: string): string | null {
  return MANIFESTS[baseName(path)] ?? null;
}

/** Whether the manifest of a lock file is among the changed files, beside it or below it (workspaces). */
export function hasChangedManifest(lockFile: string, modified: readonly string[]): boolean {
  const manifest = manifestOf(lockFile);
  const lower = lockFile.toLowerCase();
  const folder = lower.slice(0, lower.lastIndexOf("/") + 1);
  return modified.some((path) => path.toLowerCase().startsWith(folder) && baseName(path) === manifest);
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1).toLowerCase();
}
