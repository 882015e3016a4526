/** One command as words, for tools that must not start a shell. */
export type ArgvReading =
  | { ok: true; argv: readonly string[]; env: Readonly<Record<string, string>> }
  /** `problem` says what in the line needs a shell, in words the model can act on. */
  | { ok: false; problem: string };

/** Reads shell lines without running them. */
export interface ShellLines {
  readArgv(line: string): ArgvReading;
}
