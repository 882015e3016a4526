import { execa, type Options } from "execa";
import { AvatarError, isDiskFull } from "../domain/errors.ts";
import { createHeadAndTail } from "./head-and-tail.ts";
import { killTree } from "./kill-tree.ts";

/** One process. Its environment is exactly `env`: nothing is inherited. */
export interface ExecRequest {
  file: string;
  args: readonly string[];
  cwd: string;
  env: Readonly<Record<string, string>>;
  timeoutMs: number;
  signal?: AbortSignal | undefined;
  /** Written to standard input; without it standard input is closed. */
  input?: string | Uint8Array;
  /** `NAME=value` in the environment of all its children, to find those that leave the process group. */
  marker?: string;
}

type Ending = "exited" | "timed out" | "cancelled" | "killed" | "not started";

export interface ExecOutcome {
  exitCode: number | null;
  ended: Ending;
  durationMs: number;
}

export interface TextOutcome extends ExecOutcome {
  output: string;
  truncated: boolean;
}

export interface BytesOutcome extends ExecOutcome {
  stdout: Buffer;
  /** The last part of standard error. */
  stderr: string;
}

const defaultOutputLimit = 1024 * 1024;
const stderrLimit = 64 * 1024;

interface Listener {
  stdout(chunk: Uint8Array): void;
  stderr(chunk: Uint8Array): void;
}

/** Runs a command and keeps the head and the tail of what it printed. */
export async function runForText(request: ExecRequest, limit = defaultOutputLimit): Promise<TextOutcome> {
  const kept = createHeadAndTail(limit);
  const outcome = await run(request, {
    stdout: (chunk) => kept.push(chunk),
    stderr: (chunk) => kept.push(chunk),
  });
  return { ...outcome, output: kept.text(), truncated: kept.truncated };
}

/** Runs a command for the bytes of its standard output, all of them. */
export async function runForBytes(request: ExecRequest): Promise<BytesOutcome> {
  const stdout: Uint8Array[] = [];
  const stderr = createHeadAndTail(stderrLimit);
  const outcome = await run(request, {
    stdout: (chunk) => stdout.push(chunk),
    stderr: (chunk) => stderr.push(chunk),
  });
  return { ...outcome, stdout: Buffer.concat(stdout), stderr: stderr.text() };
}

/** Runs a command line by line; it is ended as soon as `onLine` returns false. */
export async function runForLines(
  request: ExecRequest,
  onLine: (line: string) => boolean,
): Promise<ExecOutcome & { stderr: string }> {
  const stop = new AbortController();
  const stderr = createHeadAndTail(stderrLimit);
  let rest = Buffer.alloc(0);
  const signal = request.signal ? AbortSignal.any([request.signal, stop.signal]) : stop.signal;
  const outcome = await run(
    { ...request, signal },
    {
      stderr: (chunk) => stderr.push(chunk),
      stdout(chunk) {
        if (stop.signal.aborted) return;
        rest = Buffer.concat([rest, chunk]);
        for (let end = rest.indexOf(10); end !== -1; end = rest.indexOf(10)) {
          const line = rest.subarray(0, end).toString("utf8");
          rest = rest.subarray(end + 1);
          if (!onLine(line)) return stop.abort();
        }
      },
    },
  );
  return { ...outcome, stderr: stderr.text() };
}

async function run(request: ExecRequest, listener: Listener): Promise<ExecOutcome> {
  const started = performance.now();
  if (request.signal?.aborted) return { exitCode: null, ended: "cancelled", durationMs: 0 };
  const child = execa(request.file, request.args, spawnOptions(request));
  const { pid } = child;
  child.stdout?.on("data", (chunk: Uint8Array) => listener.stdout(chunk));
  child.stderr?.on("data", (chunk: Uint8Array) => listener.stderr(chunk));
  const kill = (): void => (pid === undefined ? undefined : killTree(pid, request.marker ?? null));
  // Children left behind would hold the pipes open, and `await child` with them.
  child.nodeChildProcess.once("exit", kill);
  const deadline = endEarly(request, kill);
  try {
    const result = await child;
    if (isDiskFull(result.cause)) throw diskFull(result.cause);
    const exitCode = deadline.reason === null ? (result.exitCode ?? null) : null;
    const ended = deadline.reason ?? endingOf(pid, exitCode);
    return { exitCode, ended, durationMs: Math.round(performance.now() - started) };
  } finally {
    deadline.clear();
  }
}

function endingOf(pid: number | undefined, exitCode: number | null): Ending {
  if (pid === undefined) return "not started";
  return exitCode === null ? "killed" : "exited";
}

/** Ends the command when its time is over or it is called off, whichever comes first. */
function endEarly(
  { timeoutMs, signal }: ExecRequest,
  kill: () => void,
): { reason: Ending | null; clear(): void } {
  const early: { reason: Ending | null; clear(): void } = { reason: null, clear };
  const end = (reason: Ending): void => {
    early.reason ??= reason;
    kill();
  };
  const cancel = (): void => end("cancelled");
  const timer = setTimeout(() => end("timed out"), timeoutMs);
  signal?.addEventListener("abort", cancel);
  function clear(): void {
    clearTimeout(timer);
    signal?.removeEventListener("abort", cancel);
  }
  return early;
}

function spawnOptions(request: ExecRequest) {
  const { cwd, env, input } = request;
  return {
    cwd,
    env,
    extendEnv: false,
    // A group of its own, so that the whole tree can be ended by one signal.
    detached: true,
    cleanup: true,
    reject: false,
    buffer: false,
    encoding: "buffer",
    stripFinalNewline: false,
    ...(input === undefined ? { stdin: "ignore" as const } : { input }),
  } satisfies Options;
}

export function diskFull(cause: unknown): AvatarError {
  return new AvatarError("DISK_FULL", {
    message: "The disk is full.",
    advice: "Free some space on the worker, then send the command again.",
    cause,
  });
}
