/** One command in one tree. Paths are relative to that tree's root. */
export interface CommandRequest {
  /** A shell line, or one argv that no shell sees. */
  command: { kind: "line"; line: string; shell: string } | { kind: "argv"; argv: readonly string[] };
  cwd: string;
  env: Readonly<Record<string, string>>;
  timeoutMs: number;
  /** Ends the whole process tree at once. */
  signal?: AbortSignal;
  /** `registries` reaches allow-listed hosts through the harness's proxy; set-up steps only. */
  network: "none" | "registries";
}

export interface CommandOutcome {
  /** Null when the command was ended by a signal or never started. */
  exitCode: number | null;
  /** Both streams in the order they came, head and tail kept when there was too much. */
  output: string;
  truncated: boolean;
  durationMs: number;
  ended: "exited" | "timed out" | "cancelled" | "killed" | "not started";
  /** Hosts asked for through the proxy. */
  hosts: readonly { host: string; allowed: boolean }[];
}

/** Runs commands inside the sandbox, standard input closed, environment cleared. */
export interface CommandRunner {
  /**
   * A failing command is an outcome, not an error.
   * @throws SANDBOX_UNAVAILABLE when nothing may run at all, DISK_FULL, CANCELLED is an outcome.
   */
  run(request: CommandRequest): Promise<CommandOutcome>;
}
