import { z } from "zod";
import type { CommandOutcome } from "../../domain/ports/command-runner.ts";
import type { ShellLines } from "../../domain/ports/shell-lines.ts";
import type { ToolResult } from "../../domain/tool.ts";
import { cutMiddle } from "./cut-text.ts";
import { defineTool, type Tool } from "./tool.ts";
import { done, failed } from "./tool-result.ts";

const TIMEOUT_MS = 5 * 60_000;
const SHOWN = 8_000;

export function createRunCommandTool(shell: ShellLines): Tool {
  return defineTool({
    name: "run_command",
    description: "Run one program: no shell, no network.",
    tier: 2,
    shape: { command: z.string().min(1).describe("such as node --test test/a.test.js") },
    describe: ({ command }) => command,
    async execute({ command }, { commands, signal }) {
      const reading = shell.readArgv(command);
      if (!reading.ok) return failed(reading.problem);
      const outcome = await commands.run({
        command: { kind: "argv", argv: reading.argv },
        cwd: ".",
        env: reading.env,
        timeoutMs: TIMEOUT_MS,
        signal,
        network: "none",
      });
      return reportCommand(command, outcome, SHOWN);
    },
  });
}

/**
 * What the model sees of a command. A non-zero exit is a finding, not a failure of the tool: a test that fails as
 * expected must not count towards giving up.
 */
function reportCommand(command: string, outcome: CommandOutcome, shown: number): ToolResult {
  const { exitCode, output } = outcome;
  const summary = describeEnd(outcome);
  const parts = {
    content: output.trim() === "" ? summary : cutMiddle(output.trimEnd(), shown),
    details: output.length > shown ? output : null,
    command: { command, exitCode },
  };
  return outcome.ended === "exited" ? done(summary, parts) : failed(summary, parts);
}

export function describeEnd({ exitCode, ended, durationMs }: CommandOutcome): string {
  switch (ended) {
    case "exited":
      return `exit ${exitCode ?? "unknown"}`;
    case "timed out":
      return `stopped after ${Math.round(durationMs / 1000)} s: too slow`;
    case "cancelled":
      return "cancelled";
    case "killed":
      return "killed by a signal (memory or process limit)";
    case "not started":
      return "could not be started: no such program?";
  }
}
