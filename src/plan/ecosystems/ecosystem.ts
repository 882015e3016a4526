/**
 * What a command does for a plan. `write` rewrites sources, `publish` leaves the machine, `hang` does not end
 * by itself, `inspect` proves nothing.
 */
export type Role =
  | "test"
  | "lint"
  | "typecheck"
  | "build"
  | "setup"
  | "write"
  | "publish"
  | "hang"
  | "inspect";

/** One row of a table. The first row that matches decides, so the narrow rows stand before the wide ones. */
export interface Rule {
  /** Names of the program, without path and version, separated by blanks. */
  program: string;
  /** One of these leading words (options left out), separated by commas: "run, compose up". */
  sub?: string;
  /** One of these among the words that are no options, wherever: task names of Maven, Gradle, rake. */
  task?: string;
  /** Without any word that is no option. */
  bare?: true;
  /** One of these options (`--fix` also matches `--fix=x`). */
  with?: string;
  /** None of these options. */
  without?: string;
  /** Options with which it rewrites sources instead. */
  rewrites?: string;
  /** Options with which it watches and does not end. */
  watches?: string;
  role: Role;
}

/** A program that only starts another one. */
export interface Wrapper {
  program: string;
  /** Leading words that make it a wrapper: `uv run`. */
  sub?: string;
  /** Options that take the next word. */
  valued?: readonly string[];
  /** Words before the program that are no options, e.g. the duration of `timeout`. */
  skip?: number;
  /** The option behind which the module or command line follows: `python -m x`, `nix develop -c x`. */
  module?: string;
  /** Options with which it starts nothing but acts itself: `python -c CODE`, `php -l FILE`. */
  itself?: readonly string[];
  /** The option whose value is a shell line: `bash -c "…"`. */
  line?: string;
  /** Options, wherever, behind which the program stands: `nix develop .#ci -c make`. */
  behind?: readonly string[];
}

/** A program that is handed its source in an option: what the text says decides, the first pattern that fits. */
export interface Expression {
  program: string;
  options: readonly string[];
  says: readonly { text: RegExp; role: Role }[];
}

/** How a program names a task that is defined in a file of the repository. */
export interface TaskRunner {
  program: string;
  /** Leading words before the task's name; none means that the task follows at once. */
  sub?: string;
  /** Words between the leading ones and the task: the package's name. */
  skip?: number;
  /** Where the task is defined. */
  source: TaskSource;
  valued?: readonly string[];
  /** Options that say in which folder: `make -C`, `npm --prefix`. */
  folder?: readonly string[];
  /** Options that move the task to another package, whose scripts are not these. */
  elsewhere?: readonly string[];
  /** Options of the runner itself stand before the task; those behind it are the task's. */
  leading?: true;
  /** Only the first word is a task, the rest goes to it. */
  single?: boolean;
  /** The task when none is named. */
  fallback?: string;
  /** Words that are the program's own and no tasks. */
  builtin?: readonly string[];
  /** Task names whose meaning differs from what the name says elsewhere. */
  names?: Readonly<Record<string, Role>>;
}

type TaskSource =
  | "package.json"
  | "deno.json"
  | "composer.json"
  | "Makefile"
  | "justfile"
  | "Taskfile"
  | "tox"
  | "pyproject"
  | "mise"
  /** Clojure's aliases, in the options themselves. */
  | "alias"
  | "name";

export interface Ecosystem {
  name: string;
  rules: readonly Rule[];
  wrappers?: readonly Wrapper[];
  tasks?: readonly TaskRunner[];
  /** Options of a program that take the next word, so that this word is not taken for a subcommand. */
  valued?: Readonly<Record<string, readonly string[]>>;
  /** Programs each of whose words may hold several, as `sbt "clean; test"` does. */
  lists?: readonly string[];
  expressions?: readonly Expression[];
}

/** Names written in one string, separated by blanks. */
export function names(text: string): string[] {
  return text.split(/\s+/).filter((name) => name !== "");
}

/** Leading words written in one string, separated by commas. */
export function leadingWords(text: string): string[][] {
  return text.split(",").map((one) => names(one));
}
