/** A part of a command: fixed text, or an input of the action with the option it is given by. */
type Part = string | { input: string; option?: string; otherwise?: string };

export type KnownAction =
  /** Prepares a tool: nothing to run, the machine must have it. */
  | { kind: "tool"; tool: string }
  /** Runs a command that its name does not show. */
  | { kind: "command"; parts: readonly Part[] }
  /** Runs shell lines that are given as inputs. */
  | { kind: "lines"; inputs: readonly string[] };

const lines = (...inputs: string[]): KnownAction => ({ kind: "lines", inputs });
const command = (...parts: Part[]): KnownAction => ({ kind: "command", parts });
const tool = (name: string): KnownAction => ({ kind: "tool", tool: name });

/** Actions that everybody uses, by `owner/name` in lower case. Adding one is adding a row. */
export const KNOWN_ACTIONS: Readonly<Record<string, KnownAction>> = {
  "actions/setup-node": tool("node"),
  "actions/setup-python": tool("python"),
  "actions/setup-go": tool("go"),
  "actions/setup-java": tool("java"),
  "actions/setup-dotnet": tool("dotnet"),
  "actions-rs/toolchain": tool("rust"),
  "actions-rust-lang/setup-rust-toolchain": tool("rust"),
  "astral-sh/setup-uv": tool("uv"),
  "denoland/setup-deno": tool("deno"),
  "dtolnay/rust-toolchain": tool("rust"),
  "dart-lang/setup-dart": tool("dart"),
  "erlef/setup-beam": tool("beam"),
  "goto-bus-stop/setup-zig": tool("zig"),
  "mlugg/setup-zig": tool("zig"),
  "gradle/actions/setup-gradle": tool("gradle"),
  "haskell-actions/setup": tool("ghc"),
  "moonrepo/setup-rust": tool("rust"),
  "oven-sh/setup-bun": tool("bun"),
  "pdm-project/setup-pdm": tool("pdm"),
  "pnpm/action-setup": tool("pnpm"),
  "ruby/setup-ruby": tool("ruby"),
  "shivammathur/setup-php": tool("php"),
  "snok/install-poetry": tool("poetry"),
  "subosito/flutter-action": tool("flutter"),
  "swift-actions/setup-swift": tool("swift"),

  "actions-rs/cargo": command("cargo", { input: "command" }, { input: "args" }),
  "actions-rs/clippy-check": command("cargo clippy", { input: "args" }),
  "astral-sh/ruff-action": command("ruff", { input: "args", otherwise: "check" }, { input: "src" }),
  "chartboost/ruff-action": command(
    "ruff",
    { input: "args", otherwise: "check" },
    { input: "src", otherwise: "." },
  ),
  "codespell-project/actions-codespell": command(
    "codespell",
    { input: "path" },
    { input: "ignore_words_file", option: "--ignore-words=" },
    { input: "ignore_words_list", option: "--ignore-words-list=" },
    { input: "skip", option: "--skip=" },
    { input: "exclude_file", option: "--exclude-file=" },
  ),
  "crate-ci/typos": command("typos", { input: "config", option: "--config " }, { input: "files" }),
  "davidanson/markdownlint-cli2-action": command("markdownlint-cli2", { input: "globs" }),
  "dominikh/staticcheck-action": command("staticcheck ./..."),
  "editorconfig-checker/action-editorconfig-checker": tool("editorconfig-checker"),
  "embarkstudios/cargo-deny-action": command(
    "cargo deny",
    { input: "command", otherwise: "check" },
    { input: "arguments" },
  ),
  "golangci/golangci-lint-action": command("golangci-lint run", { input: "args" }),
  "hadolint/hadolint-action": command("hadolint", { input: "dockerfile", otherwise: "Dockerfile" }),
  "ibiqlik/action-yamllint": command(
    "yamllint",
    { input: "config_file", option: "-c " },
    { input: "file_or_dir", otherwise: "." },
  ),
  "isort/isort-action": command("isort", { input: "configuration", otherwise: "--check-only --diff" }, "."),
  "j178/prek-action": command(
    "prek run",
    { input: "extra_args", otherwise: "--all-files" },
    { input: "extra-args" },
  ),
  "jakebailey/pyright-action": command("pyright", { input: "extra-args" }),
  "ludeeus/action-shellcheck": command(
    "shellcheck",
    { input: "severity", option: "--severity=" },
    '$(git ls-files "*.sh")',
  ),
  "nosborn/github-action-markdown-cli": command("markdownlint", { input: "files" }),
  "pre-commit/action": command("pre-commit run --show-diff-on-failure --color=always", {
    input: "extra_args",
    otherwise: "--all-files",
  }),
  "psf/black": command(
    "black",
    { input: "options", otherwise: "--check --diff" },
    { input: "src", otherwise: "." },
  ),
  "py-actions/flake8": command("flake8", { input: "args" }),
  "ricardochaves/python-lint": tool("python"),
  "rhysd/actionlint": command("actionlint"),
  "docker://rhysd/actionlint": command("actionlint", { input: "args" }),
  "raven-actions/actionlint": command("actionlint", { input: "flags" }, { input: "files" }),
  "reviewdog/action-actionlint": command("actionlint"),
  "zizmorcore/zizmor-action": command("zizmor", { input: "inputs", otherwise: "." }),
  "golang/govulncheck-action": command("govulncheck", { input: "go-package", otherwise: "./..." }),
  "bufbuild/buf-lint-action": command("buf lint", { input: "input" }),
  "julia-actions/setup-julia": tool("julia"),
  "julia-actions/julia-buildpkg": tool("julia packages"),
  "julia-actions/julia-runtest": command(
    "julia",
    { input: "project", option: "--project=", otherwise: "@." },
    "-e 'using Pkg; Pkg.test()'",
  ),
  "r-lib/actions/check-r-package": command("R CMD check --no-manual --as-cran ."),
  "delaguardo/clojure-lint-action": command("clj-kondo --lint src"),
  "lunarmodules/luacheck": command("luacheck", { input: "args", otherwise: "." }),
  "nebularg/actions-luacheck": command("luacheck", { input: "files", otherwise: "." }),
  "johnnymorganz/stylua-action": command("stylua", { input: "args" }),
  "biomejs/setup-biome": tool("biome"),
  "luizm/action-sh-checker": command("shellcheck", '$(git ls-files "*.sh")'),
  "azohra/shell-linter": command("shellcheck", '$(git ls-files "*.sh")'),
  "docker://koalaman/shellcheck-alpine": command("shellcheck", { input: "args" }),
  "docker://hadolint/hadolint": command("hadolint", { input: "args", otherwise: "Dockerfile" }),
  "docker://avtodev/markdown-lint": command("markdownlint", { input: "args" }),
  "articulate/actions-markdownlint": command("markdownlint", { input: "files", otherwise: "." }),
  "avto-dev/markdown-lint": command("markdownlint", { input: "args", otherwise: "." }),
  "fsfe/reuse-action": command("reuse lint"),
  "karancode/yamllint-github-action": command("yamllint", { input: "yamllint_file_or_dir", otherwise: "." }),
  "oxsecurity/megalinter": tool("megalinter"),
  "streetsidesoftware/cspell-action": command("cspell", { input: "files", otherwise: "." }),
  "taiki-e/install-action": tool("cargo tools"),
  "tox-dev/action-pre-commit-uv": command("pre-commit run --show-diff-on-failure --color=always", {
    input: "extra_args",
    otherwise: "--all-files",
  }),
  "gradle/gradle-build-action": command("./gradlew", { input: "arguments" }),
  "gradle/gradle-command-action": command("./gradlew", { input: "arguments" }),
  "swift-actions/swiftlint": command("swiftlint", { input: "args" }),
  "norio-nomura/action-swiftlint": command("swiftlint", { input: "args" }),

  "cardinalby/schema-validator-action": tool("schema validator"),
  "coactions/setup-xvfb": lines("run"),
  "gabrielbb/xvfb-action": lines("run"),
  "jameshenry/parallel-bash-commands": lines(
    "cmd1",
    "cmd2",
    "cmd3",
    "cmd4",
    "cmd5",
    "cmd6",
    "cmd7",
    "cmd8",
    "cmd9",
  ),
  "nick-fields/retry": lines("command"),
  "nick-invision/retry": lines("command"),
  "wandalen/wretry.action": lines("command"),
};

/** A toolchain that an action sets up. */
export interface ToolSetup {
  tool: string;
  /** `owner/name@ref`: some take the ref for the version. */
  uses: string;
  inputs: Readonly<Record<string, string>>;
}

export function toolsOfAction(action: KnownAction, uses: string, inputs: ToolSetup["inputs"]): ToolSetup[] {
  return action.kind === "tool" ? [{ tool: action.tool, uses, inputs }] : [];
}

/** Commands with a bare linter that is set up by an action of its own are written by the workflow. */
export function commandOfAction(action: KnownAction, inputs: Readonly<Record<string, string>>): string[] {
  switch (action.kind) {
    case "tool":
      return [];
    case "lines":
      return action.inputs.flatMap((name) =>
        inputs[name] === undefined || inputs[name].trim() === "" ? [] : [inputs[name]],
      );
    case "command":
      return [joinParts(action.parts, inputs)];
  }
}

function joinParts(parts: readonly Part[], inputs: Readonly<Record<string, string>>): string {
  const words = parts.map((part) => {
    if (typeof part === "string") return part;
    const given = inputs[part.input]?.trim();
    const value = given === undefined || given === "" ? part.otherwise : given;
    return value === undefined || value === "" ? "" : `${part.option ?? ""}${value}`;
  });
  return words
    .filter((word) => word !== "")
    .join(" ")
    .replace(/\s+/g, " ");
}
