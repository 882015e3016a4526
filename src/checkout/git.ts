import { AvatarError } from "../domain/errors.ts";
import { diskFull, runForBytes, type BytesOutcome } from "./exec.ts";
import { gitEnv, type GitEnvOptions } from "./git-env.ts";

const defaultTimeoutMs = 10 * 60_000;

export interface GitCall extends GitEnvOptions {
  args: readonly string[];
  gitDir?: string;
  workTree?: string;
  /** An index of its own, so that nobody else's is touched. */
  index?: string;
  env?: Readonly<Record<string, string>>;
  input?: string | Uint8Array;
  signal?: AbortSignal | undefined;
  cwd?: string;
}

/** A git process that ended with a failure, for the caller to give a meaning to. */
export class GitFailure extends Error {
  override readonly name = "GitFailure";
  readonly stderr: string;
  readonly exitCode: number | null;

  constructor(command: string, stderr: string, exitCode: number | null) {
    super(`git ${command} failed: ${stderr.trim().slice(-500)}`);
    this.stderr = stderr;
    this.exitCode = exitCode;
  }
}

/**
 * Runs git for avatar's own git directories. By exec and not by simple-git: patches are bytes, standard input is
 * needed, and the environment has to be exactly ours.
 * @throws GitFailure, CANCELLED, DISK_FULL.
 */
export async function git(call: GitCall): Promise<Buffer> {
  const { args, gitDir, workTree, index, signal, input } = call;
  const places = [
    ...(gitDir === undefined ? [] : [`--git-dir=${gitDir}`]),
    ...(workTree === undefined ? [] : [`--work-tree=${workTree}`]),
  ];
  const env = { ...gitEnv(call), ...(index === undefined ? {} : { GIT_INDEX_FILE: index }), ...call.env };
  const outcome = await runForBytes({
    file: "git",
    args: [...places, ...args],
    cwd: call.cwd ?? workTree ?? "/",
    env,
    timeoutMs: defaultTimeoutMs,
    signal,
    ...(input === undefined ? {} : { input }),
  });
  check(args[0] ?? "", outcome);
  return outcome.stdout;
}

export async function gitText(call: GitCall): Promise<string> {
  return (await git(call)).toString("utf8").trim();
}

function check(command: string, { ended, exitCode, stderr }: BytesOutcome): void {
  if (ended === "cancelled") throw cancelled();
  if (ended === "not started") {
    throw new AvatarError("CHECKOUT_FAILED", {
      message: "git could not be started.",
      advice: "Install git on the worker: `apt-get install git`.",
    });
  }
  if (exitCode === 0) return;
  if (/No space left on device|Disk quota exceeded/.test(stderr)) throw diskFull(stderr.slice(-500));
  const reason = ended === "timed out" ? "it took too long" : stderr;
  throw new GitFailure(command, reason, exitCode);
}

export function cancelled(): AvatarError {
  return new AvatarError("CANCELLED", {
    message: "The run was stopped.",
    advice: "Send the command again to start over.",
  });
}
