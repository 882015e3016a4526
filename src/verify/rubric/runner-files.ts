import { posix } from "node:path";
import { isTestFile } from "../test-file.ts";

// Files that tools find by their name: nobody has to call them, it is enough that they are there.
const BY_NAME: readonly RegExp[] = [
  // CI
  /^\.github\/(?:workflows|actions)\//u,
  /^\.(?:circleci|buildkite|woodpecker)\//u,
  /^(?:\.gitlab-ci|\.travis|\.drone|\.cirrus|\.?appveyor|azure-pipelines[\w.-]*|bitbucket-pipelines|\.pre-commit-config)\.ya?ml$|^Jenkinsfile$/u,
  // JavaScript and TypeScript
  /(?:^|\/)(?:jest|vitest|vite|ava|karma|mocha|jasmine|playwright|cypress|wdio|c8|nyc|babel|tap|web-test-runner)\.(?:config|conf|workspace)(?:\.[\w-]+)?\.(?:[cm]?[jt]s|json)$/u,
  /(?:^|\/)(?:karma|wdio)\.conf\.[cm]?[jt]s$|(?:^|\/)vitest\.workspace\.\w+$|(?:^|\/)jasmine\.json$|(?:^|\/)mocha\.opts$/u,
  /(?:^|\/)\.(?:mocha|c8|nyc|tap|babel|swc|jest)rc(?:\.[\w.]+)?$/u,
  /(?:^|\/)(?:\.npmrc|\.yarnrc|\.yarnrc\.yml|\.pnpmfile\.cjs|bunfig\.toml|\.node-options)$/u,
  /(?:^|\/)(?:\.(?:eslint|prettier|stylelint|oxlint|oxfmt)(?:rc|ignore)(?:\.[\w.]+)?|(?:eslint|prettier|stylelint)\.config\.\w+|biome\.jsonc?)$/u,
  /(?:^|\/)(?:package|composer|deno)\.jsonc?$|(?:^|\/)tsconfig(?:\.[\w-]+)?\.json$/u,
  /(?:^|\/)(?:gulpfile|gruntfile)(?:\.\w+)*$/iu,
  // Python
  /(?:^|\/)(?:conftest|sitecustomize|usercustomize|noxfile)\.py$|\.pth$/u,
  /(?:^|\/)\.?(?:pytest|tox|mypy|nose2?|unittest|coverage|pylint|flake8|pip)(?:rc)?\.(?:ini|cfg|toml|conf)$/u,
  /(?:^|\/)(?:\.noserc|nose\.cfg|\.coveragerc|\.flake8|\.pylintrc|\.?ruff\.toml|setup\.cfg|pyproject\.toml|setup\.py|pyrightconfig\.json)$/u,
  // modules of this name in the repository stand in front of the real ones
  /(?:^|\/)(?:_?pytest|unittest|nose2?|doctest|pluggy)(?:\.py|\/__init__\.py)$/u,
  // Ruby, PHP, Go, Rust, JVM, .NET, C, Elixir
  /(?:^|\/)(?:\.rspec|Rakefile|\.rubocop[\w.]*)$|\.rake$/u,
  /(?:^|\/)(?:phpunit|phpcs|phpstan|psalm|pest)[\w.-]*\.(?:xml|neon|php)(?:\.dist)?$|(?:^|\/)\.user\.ini$/u,
  /(?:^|\/)(?:go\.mod|go\.work|\.golangci[\w.]*)$/u,
  /(?:^|\/)(?:Cargo\.toml|clippy\.toml|\.clippy\.toml|\.cargo\/config(?:\.toml)?|\.config\/nextest\.toml)$/u,
  /(?:^|\/)(?:pom\.xml|build\.gradle(?:\.kts)?|junit-platform\.properties|\.mvn\/\S+)$/u,
  /\.(?:runsettings|csproj|fsproj)$|(?:^|\/)(?:xunit\.runner\.json|Directory\.Build\.(?:props|targets))$/u,
  /(?:^|\/)(?:CMakeLists\.txt|CTest\w+\.cmake|mix\.exs|dune-project|\.busted|\.proverc|\.perldb)$/u,
  // task runners
  /(?:^|\/)(?:(?:GNU)?[Mm]akefile|[Jj]ustfile|Taskfile\.ya?ml|[\w.-]+\.mk)$/u,
];

/** Whole projects that tests and readers are shown; nothing in them runs the checks. */
const SHOWN =
  /(?:^|\/)(?:__)?(?:fixtures?|testdata|test-data|examples?|samples?|templates?|snapshots?)(?:__)?\//iu;

/** Whether tools read this file for how checks run, wherever it lies. */
export function isRunnerFile(path: string): boolean {
  return !SHOWN.test(path) && BY_NAME.some((name) => name.test(path));
}

const SHELL = /\.(?:sh|bash|zsh|ps1|bat|cmd)$/iu;
const FOLDERS = /(?:^|\/)(?:scripts?|tools?|\.?ci|hack|dev|build|etc|support|tasks|\.github)\//iu;
const NAMES =
  /(?:^|\/)(?:run[-_]?tests?|test[-_]?(?:runner|all)|manage|tasks|ci|check|lint|verify)(?:\.\w+)?$/iu;
const SET_UP =
  /(?:^|\/)[\w.-]*(?:setup|bootstrap|helper|register|hooks?|environment|reporter|transform|preset|matchers?)[\w.-]*\.\w+$/iu;
const PROSE = /\.(?:md|rst|txt|adoc)$/iu;

/** Whether a file that a command names is a means of checking, not what is checked. */
export function isScript(path: string): boolean {
  if (SHELL.test(path)) return true;
  if (isTestFile(`${posix.dirname(path)}/any`) || PROSE.test(path)) return false;
  if (FOLDERS.test(path) || NAMES.test(path) || SET_UP.test(path)) return true;
  return !/[^/]\.\w+$/u.test(path) && !/(?:^|\/)(?:bin|src|lib)\//u.test(path);
}

/** What a check of the plan was read from, where that decides how it runs. */
export function isNamedBy(provenance: string): string | null {
  const path = provenance.replace(/^(?:ci|config|llm):/u, "").replace(/[#:].*$/u, "");
  return path === "" || PROSE.test(path) || isTestFile(path) ? null : path;
}
