/** How to install what the checks of an ecosystem need, by the files that say so. */
interface Installation {
  /** A root name that must be there. */
  file: string | RegExp;
  says?: RegExp;
  /** `{file}` stands for the name found. */
  command: string;
}

export interface InstallationGroup {
  /** Check commands that need it. */
  uses: RegExp;
  /** A set-up step of CI that already does it. */
  done: RegExp;
  /** The first row that fits decides. */
  rows: readonly Installation[];
}

export const INSTALLATIONS: readonly InstallationGroup[] = [
  {
    uses: /\b(npm|npx|pnpm|yarn|bun|bunx|node|nx|turbo|lerna)\b|node_modules/,
    done: /\b(npm|pnpm|yarn|bun)\b/,
    rows: [
      { file: "package.json", says: /"packageManager"\s*:\s*"pnpm@/, command: "pnpm install" },
      {
        file: "package.json",
        says: /"packageManager"\s*:\s*"yarn@[2-9]/,
        command: "yarn install --immutable",
      },
      {
        file: "package.json",
        says: /"packageManager"\s*:\s*"yarn@/,
        command: "yarn install --frozen-lockfile",
      },
      {
        file: "package.json",
        says: /"packageManager"\s*:\s*"bun@/,
        command: "bun install --frozen-lockfile",
      },
      { file: "pnpm-lock.yaml", command: "pnpm install --frozen-lockfile" },
      { file: /^bun\.lockb?$/, command: "bun install --frozen-lockfile" },
      { file: ".yarnrc.yml", command: "yarn install --immutable" },
      { file: "yarn.lock", command: "yarn install --frozen-lockfile" },
      { file: /^(package-lock|npm-shrinkwrap)\.json$/, command: "npm ci" },
      { file: "package.json", command: "npm install" },
    ],
  },
  {
    uses: /\b(python3?|pytest|tox|nox|poetry|uv|hatch|pdm|ruff|mypy|flake8)\b/,
    done: /\b(pip3?|uv|poetry|pdm|pipenv|hatch|conda|tox|nox)\b/,
    rows: [
      { file: "pyproject.toml", says: /^\[tool\.uv\.workspace\]/m, command: "uv sync --all-packages" },
      { file: "uv.lock", command: "uv sync" },
      { file: "poetry.lock", command: "poetry install" },
      { file: "pdm.lock", command: "pdm install" },
      { file: "Pipfile.lock", command: "pipenv install --dev" },
      {
        file: /^(requirements[-_.](dev|tests?|develop)|(dev|tests?)[-_]requirements)\.txt$/,
        command: "python -m pip install -r {file}",
      },
      { file: "requirements.txt", command: "python -m pip install -r {file}" },
      { file: "pyproject.toml", says: /^\[(build-system|project)\]/m, command: "python -m pip install -e ." },
      { file: "setup.py", command: "python -m pip install -e ." },
    ],
  },
  {
    uses: /\b(bundle|rake|rspec|rails)\b/,
    done: /\bbundle\b/,
    rows: [{ file: "Gemfile", command: "bundle install" }],
  },
  {
    uses: /\b(composer|php|phpunit|phpstan|phpcs|pest)\b|vendor\/bin/,
    done: /\bcomposer\b/,
    rows: [{ file: "composer.json", command: "composer install" }],
  },
  { uses: /\bmix\b/, done: /\bmix deps\.get\b/, rows: [{ file: "mix.exs", command: "mix deps.get" }] },
  {
    uses: /\b(go|golangci-lint|make)\b/,
    done: /\bgo (mod|get)\b/,
    rows: [
      { file: "go.work", command: "go mod download" },
      { file: "go.mod", command: "go mod download" },
    ],
  },
  { uses: /\bcargo\b/, done: /\bcargo fetch\b/, rows: [{ file: "Cargo.toml", command: "cargo fetch" }] },
  { uses: /\bdotnet\b/, done: /\bdotnet restore\b/, rows: [{ file: /\.slnx?$/, command: "dotnet restore" }] },
  {
    uses: /\b(dart|flutter)\b/,
    done: /\bpub get\b/,
    rows: [{ file: "pubspec.yaml", command: "dart pub get" }],
  },
];
