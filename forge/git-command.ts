import { spawn } from "node:child_process";

export interface GitOptions {
  input?: string | Buffer;
  env?: Record<string, string>;
  cwd?: string;
}

export interface GitResult {
  code: number;
  stdout: Buffer;
  stderr: string;
}

/** The environment of every git child: nothing of the machine's configuration, never a prompt. */
export function gitEnvironment(extra: Record<string, string> = {}): NodeJS.ProcessEnv {
  return {
    PATH: process.env["PATH"],
    HOME: "/nonexistent",
    LC_ALL: "C",
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_TERMINAL_PROMPT: "0",
    ...extra,
  };
}

export async function tryGit(
  gitDir: string | null,
  args: string[],
  options: GitOptions = {},
): Promise<GitResult> {
  const all = gitDir === null ? args : [`--git-dir=${gitDir}`, ...args];
  return new Promise((resolve, reject) => {
    const child = spawn("git", all, { env: gitEnvironment(options.env), cwd: options.cwd });
    const out: Buffer[] = [];
    const err: Buffer[] = [];
    child.stdout.on("data", (chunk: Buffer) => out.push(chunk));
    child.stderr.on("data", (chunk: Buffer) => err.push(chunk));
    child.on("error", reject);
    child.on("close", (code) => {
      resolve({ code: code ?? -1, stdout: Buffer.concat(out), stderr: Buffer.concat(err).toString("utf8") });
    });
    child.stdin.on("error", () => {
      // git may end without reading its input
    });
    child.stdin.end(options.input ?? "");
  });
}

/** Runs git and returns its output without the last line end; throws when git fails. */
export async function git(gitDir: string | null, args: string[], options: GitOptions = {}): Promise<string> {
  const { code, stdout, stderr } = await tryGit(gitDir, args, options);
  if (code !== 0) throw new Error(`git ${args.join(" ")} ended with ${code}: ${stderr.trim()}`);
  return stdout.toString("utf8").replace(/\n$/u, "");
}
