import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { CommanderError } from "commander";
import { z } from "zod";
import { exitCodeOfError, EXIT } from "./cli/exit-code.ts";
import { buildProgram } from "./cli/program.ts";
import { processTerminal } from "./cli/terminal.ts";
import { asAvatarError } from "./domain/errors.ts";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
// Most schemas parse a handful of times in the life of a command: code generated for each costs more than it saves.
z.config({ jitless: true });
process.exitCode = await main(process.argv);

async function main(argv: readonly string[]): Promise<number> {
  const terminal = processTerminal();
  let code: number = EXIT.success;
  const program = buildProgram({ root, terminal }, (exitCode) => {
    code = exitCode;
  });
  try {
    await program.parseAsync([...argv]);
    return code;
  } catch (thrown) {
    if (thrown instanceof CommanderError) return thrown.exitCode === 0 ? EXIT.success : EXIT.usage;
    const error = asAvatarError(thrown, "running the command");
    terminal.note(`avatar: ${error.message}\n        ${error.advice}`);
    if (error.code === "INTERNAL" && error.cause instanceof Error) terminal.note(error.cause.stack ?? "");
    return exitCodeOfError(error.code);
  }
}
