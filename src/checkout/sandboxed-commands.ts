import { statfs } from "node:fs/promises";
import path from "node:path";
import { AvatarError } from "../domain/errors.ts";
import type { CommandOutcome, CommandRequest, CommandRunner } from "../domain/ports/command-runner.ts";
import { diskFull, runForText } from "./exec.ts";
import type { RegistryProxy } from "./registry/registry-proxy.ts";
import type { Sandbox, SandboxedCommand } from "./sandbox/sandbox.ts";
import { shellArgv } from "./shell-argv.ts";

export interface SandboxedCommandsOptions {
  sandbox: () => Promise<Sandbox>;
  tree: string;
  home: string;
  gitView: SandboxedCommand["gitView"];
  allowedHosts: readonly string[];
  /** Bytes of output kept of one command. */
  outputLimit?: number;
}

/** Runs commands in one tree, inside the sandbox. */
export function createSandboxedCommands(options: SandboxedCommandsOptions): CommandRunner {
  return {
    async run(request) {
      const sandbox = await options.sandbox();
      // Without confinement the network is the machine's own; a proxy would only pretend otherwise.
      const isProxied = request.network === "registries" && sandbox.confines;
      const proxy = isProxied ? await startProxy(options.allowedHosts) : null;
      try {
        return await runOne(request, { ...options, sandbox }, proxy);
      } finally {
        await proxy?.close();
      }
    },
  };
}

async function startProxy(allowedHosts: readonly string[]): Promise<RegistryProxy> {
  const { startRegistryProxy } = await import("./registry/registry-proxy.ts");
  return startRegistryProxy({ allowedHosts });
}

async function runOne(
  request: CommandRequest,
  options: Omit<SandboxedCommandsOptions, "sandbox"> & { sandbox: Sandbox },
  proxy: RegistryProxy | null,
): Promise<CommandOutcome> {
  const { sandbox, tree, home, gitView, outputLimit } = options;
  const launch = sandbox.wrap({
    tree,
    home,
    gitView,
    cwd: confinedFolder(request.cwd),
    argv: argvOf(request.command),
    env: usableEnv(request.env),
    proxySocket: proxy?.socket ?? null,
  });
  const { marker, ...start } = launch;
  const { timeoutMs, signal } = request;
  const outcome = await runForText(
    { ...start, timeoutMs, signal, ...(marker === null ? {} : { marker }) },
    outputLimit,
  );
  if (outcome.ended === "not started") throw notStarted();
  if (outcome.exitCode !== 0 && (await isFull(tree))) throw diskFull(outcome.output.slice(-500));
  return { ...outcome, hosts: proxy?.hosts() ?? [] };
}

function argvOf(command: CommandRequest["command"]): readonly string[] {
  if (command.kind === "line") return shellArgv(command.line, command.shell);
  if (command.argv.length === 0) throw refused("A command without a program cannot run.");
  // By way of a shell that sees nothing of it, a program that is missing is exit code 127, as everywhere else.
  return ["sh", "-c", 'exec "$@"', "sh", ...command.argv];
}

function confinedFolder(cwd: string): string {
  const folder = path.posix.normalize(cwd === "" ? "." : cwd);
  if (folder.startsWith("/") || folder === ".." || folder.startsWith("../") || folder.includes("\0")) {
    throw new AvatarError("PATH_REFUSED", {
      message: `The folder "${cwd}" is outside the repository.`,
      advice: "Name a folder relative to the root of the repository.",
    });
  }
  return folder;
}

function usableEnv(env: CommandRequest["env"]): Record<string, string> {
  for (const [name, value] of Object.entries(env)) {
    if (!/^[^=\0]+$/.test(name) || value.includes("\0"))
      throw refused(`The variable "${name}" cannot be set.`);
  }
  return { ...env };
}

function refused(message: string): AvatarError {
  return new AvatarError("COMMAND_FAILED", { message, advice: "Correct the command and its environment." });
}

function notStarted(): AvatarError {
  return new AvatarError("SANDBOX_UNAVAILABLE", {
    message: "The sandbox could not be started.",
    advice: "Run `avatar doctor` on the worker: it says what the sandbox lacks.",
  });
}

/** Only the disk that holds the tree counts: a full /tmp inside the sandbox is the command's own affair. */
async function isFull(dir: string): Promise<boolean> {
  const { bavail, bsize, files, ffree } = await statfs(dir);
  return bavail * bsize < 64 * 1024 || (files > 0 && ffree === 0);
}
