/** A command as the tree's owner sees it; the sandbox turns it into what is really started. */
export interface SandboxedCommand {
  /** Absolute path of the tree, the only place besides `home` the command may write to. */
  tree: string;
  /** Absolute path of the folder that is HOME inside. */
  home: string;
  /** Git directory shown read-only as the tree's `.git`; null for none. */
  gitView: { dir: string; objects: string } | null;
  /** Relative to the tree. */
  cwd: string;
  argv: readonly string[];
  env: Readonly<Record<string, string>>;
  /** Unix socket of the registry proxy: the command's only way out. Null for no network at all. */
  proxySocket: string | null;
}

/** What to start on the host. */
export interface Launch {
  file: string;
  args: string[];
  cwd: string;
  env: Record<string, string>;
  /** `NAME=value` in the environment of every child, where no process namespace ends them together. */
  marker: string | null;
}

/** Limits of one process (memory, CPU time, file size, open files), of one user (processes) and of `/tmp`. */
export interface SandboxLimits {
  memoryBytes: number;
  cpuSeconds: number;
  fileBytes: number;
  openFiles: number;
  processes: number;
  tmpBytes: number;
}

/**
 * RLIMIT_DATA and not RLIMIT_AS bounds the memory: V8 and WebAssembly reserve far more address space than they use.
 */
export const defaultLimits: SandboxLimits = {
  memoryBytes: 8 * 2 ** 30,
  cpuSeconds: 3600,
  fileBytes: 2 * 2 ** 30,
  openFiles: 65_536,
  processes: 4096,
  tmpBytes: 2 ** 30,
};

export type SandboxName = "bubblewrap" | "unsafe-none";

/** Confines commands to one tree. Which one is in force was decided by `chooseSandbox`. */
export interface Sandbox {
  readonly name: SandboxName;
  /** Whether commands are confined at all: `unsafe-none` is not, and every pull request must say so. */
  readonly confines: boolean;
  wrap(command: SandboxedCommand): Launch;
}
