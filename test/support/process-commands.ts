import { spawn } from "node:child_process";
import { join } from "node:path";
import type { CommandOutcome, CommandRunner } from "../../src/domain/ports/command-runner.ts";

/** Real processes in a folder, without a sandbox. */
export function processCommands(root: string): CommandRunner {
  return {
    async run({ command, cwd, env, signal, timeoutMs }): Promise<CommandOutcome> {
      const [program = "", ...args] =
        command.kind === "argv" ? command.argv : [command.shell, "-c", command.line];
      const child = spawn(program, args, {
        cwd: join(root, cwd),
        env: { PATH: process.env["PATH"] ?? "", ...env },
        stdio: ["ignore", "pipe", "pipe"],
        detached: true,
      });
      let ended: CommandOutcome["ended"] = "exited";
      let output = "";
      const end = (why: CommandOutcome["ended"]) => {
        ended = why;
        if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
      };
      const abort = () => end("cancelled");
      const timer = setTimeout(() => end("timed out"), timeoutMs);
      signal?.addEventListener("abort", abort);
      for (const stream of [child.stdout, child.stderr])
        stream.on("data", (part) => (output += String(part)));
      const exitCode = await new Promise<number | null>((resolve) => {
        child.on("error", () => {
          ended = "not started";
          resolve(null);
        });
        child.on("close", (code) => resolve(code));
      });
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
      return { exitCode, output, truncated: false, durationMs: 1, ended, hosts: [] };
    },
  };
}
