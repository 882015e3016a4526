import { makefilePart } from "./makefile-part.ts";
import { cmakePart, onlyGrew } from "./cmake-part.ts";
import { conftestPart } from "./conftest-part.ts";
import { scriptsPart } from "./scripts-part.ts";

type Part = (text: string, words: ReadonlySet<string>) => string;

/**
 * What in a file decides how checks run; the rest may change. A manifest names dependencies too, and a new one is
 * no move of the rubric. Empty when nothing in it does.
 */
export function tellingPart(path: string, text: string, words: ReadonlySet<string>): string {
  const plain = text.replaceAll("\r\n", "\n").trimEnd();
  const part = PARTS.find(([name]) => name.test(path))?.[1];
  return part === undefined ? plain : part(plain, words);
}

/** Whether a change of this file leaves all that it said before, and only adds tests to it. */
export function onlyAddsTests(path: string, before: string, after: string): boolean {
  return /(?:^|\/)CMakeLists\.txt$/u.test(path) && onlyGrew(before, after);
}

const PARTS: readonly [RegExp, Part][] = [
  [/(?:^|\/)(?:package|composer|deno)\.jsonc?$/u, scriptsPart],
  [/(?:^|\/)(?:(?:GNU)?[Mm]akefile|[\w.-]+\.mk)$/u, makefilePart],
  [/(?:^|\/)conftest\.py$/u, conftestPart],
  [
    /(?:^|\/)pyproject\.toml$/u,
    sections(
      /^(?:tool\.(?:pytest|tox|nox|coverage|ruff|mypy|flake8|black|isort|py(?:right|lint)|poe|taskipy|hatch\.envs|pdm\.scripts|unittest|nose)|project\.entry-points\.["']?pytest11|tool\.poetry\.plugins\.["']?pytest11)/u,
    ),
  ],
  [
    /(?:^|\/)setup\.cfg$/u,
    sections(/^(?:tool:pytest|pytest|flake8|mypy|isort|pylint|coverage|aliases|nosetests|unittest|tox)/u),
  ],
  [
    /(?:^|\/)Cargo\.toml$/u,
    sections(
      /^\[?(?:test|bench|profile|patch|lints|workspace\.lints)\b/u,
      /^\s*(?:autotests|autobenches|harness|test|doctest)\s*=/u,
    ),
  ],
  [/(?:^|\/)go\.mod$/u, lines(/^\s*replace\b|=>/u)],
  [
    /(?:^|\/)pom\.xml$/u,
    lines(
      /skipTests|maven\.test\.skip|testFailureIgnore|failIfNo|<(?:in|ex)cludes?>|[gG]roups>|surefire|failsafe|argLine/u,
    ),
  ],
  [
    /(?:^|\/)build\.gradle(?:\.kts)?$/u,
    lines(
      /ignoreFailures|\bexclude|onlyIf|enabled\s*=|includeTestsMatching|excludeTestsMatching|useJUnit|failOnNo|maxParallel|jvmArgs|\b(?:in|ex)cludeTags/u,
    ),
  ],
  [
    /\.(?:csproj|fsproj)$/u,
    lines(/IsTestProject|VSTest|RunSettings|TreatWarningsAsErrors|NoWarn|Compile Remove/u),
  ],
  [/(?:^|\/)CMakeLists\.txt$/u, cmakePart],
  [/(?:^|\/)mix\.exs$/u, lines(/test_|aliases|ExUnit|\btest:/u)],
  [/(?:^|\/)setup\.py$/u, lines(/test_suite|tests_require|cmdclass|pytest11|test_loader|test_runner/u)],
  [
    /(?:^|\/)tsconfig(?:\.[\w-]+)?\.json$/u,
    lines(/"(?:strict\w*|no[A-Z]\w*|skip\w+|exclude|include|files|checkJs|exactOptional\w+|extends)"/u),
  ],
];

/** The sections whose name tells, with their headings, and single lines of the others. */
function sections(name: RegExp, alone?: RegExp): Part {
  return (text) => {
    let isTelling = false;
    const kept = text.split("\n").filter((line) => {
      const heading = /^\s*\[(?<name>.+?)\]\]?\s*(?:#.*)?$/u.exec(line)?.groups?.["name"];
      if (heading !== undefined) isTelling = name.test(heading.trim());
      return (isTelling || alone?.test(line) === true) && !/^\s*(?:[#;].*)?$/u.test(line);
    });
    return kept.map((line) => line.trimEnd()).join("\n");
  };
}

function lines(telling: RegExp): Part {
  return (text) =>
    text
      .split("\n")
      .filter((line) => telling.test(line))
      .map((line) => line.trim())
      .join("\n");
}
