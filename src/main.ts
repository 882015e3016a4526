import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { Command, CommanderError, Option } from "commander";
import { exitCodeOfError, EXIT } from "./cli/exit-code.ts";
import { processTerminal, type Terminal } from "./cli/terminal.ts";
import { loadOperatorConfig } from "./config/environment.ts";
import { asAvatarError } from "./domain/errors.ts";

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

// Each command is loaded when it is called: `avatar plan` has no use for a web server.
const terminal = processTerminal();
process.exitCode = await main(process.argv, terminal);

async function main(argv: readonly string[], terminal: Terminal): Promise<number> {
  let code: number = EXIT.success;
  const keep = (run: () => Promise<number>) => async (): Promise<void> => {
    code = await run();
  };
  try {
    await buildProgram(terminal, keep).parseAsync([...argv]);
    return code;
  } catch (thrown) {
    if (thrown instanceof CommanderError) return thrown.exitCode === 0 ? EXIT.success : EXIT.usage;
    const error = asAvatarError(thrown, "running the command");
    terminal.note(`avatar: ${error.message}\n        ${error.advice}`);
    if (error.code === "INTERNAL" && error.cause instanceof Error) terminal.note(error.cause.stack ?? "");
    return exitCodeOfError(error.code);
  }
}

type Keep = (run: () => Promise<number>) => () => Promise<void>;

function buildProgram(terminal: Terminal, keep: Keep): Command {
  const program = new Command("avatar")
    .description("Fixes issues and proves it: the repository's own checks judge every change, no model does.")
    .exitOverride()
    .showHelpAfterError("(avatar --help shows what there is)");
  addService(program, terminal, keep);
  addRuns(program, terminal, keep);
  addReaders(program, terminal, keep);
  return program;
}

const json = (): Option => new Option("--json", "print one JSON document and nothing else").default(false);

function addService(program: Command, terminal: Terminal, keep: Keep): void {
  program
    .command("serve")
    .description("the GitHub App: webhooks, queue and worker")
    .action(() =>
      keep(async () => {
        const { serveCommand } = await import("./cli/serve.ts");
        return serveCommand({ config: loadOperatorConfig(ROOT), terminal, root: ROOT });
      })(),
    );
  program
    .command("demo")
    .description("the whole main job on this machine, against a local forge, nothing configured")
    .option("--once", "end when the run has ended", false)
    .option("--repo <dir>", "a local repository in the place of the example")
    .option("--issue <file>", "the issue's text, its first line the title")
    .option("--script <file>", "what the recorded model answers")
    .addOption(json())
    .action((options) =>
      keep(async () => {
        const { demoCommand } = await import("./cli/demo.ts");
        return demoCommand(options, { config: loadOperatorConfig(ROOT), terminal, root: ROOT });
      })(),
    );
}

function addRuns(program: Command, terminal: Terminal, keep: Keep): void {
  program
    .command("run")
    .description("one whole run without GitHub; the change stays in the artefacts")
    .requiredOption("--repo <dir-or-url>", "the repository")
    .option("--goal <text>", "what to do")
    .option("--issue <file>", "the issue's text, its first line the title")
    .option("--base <ref>", "branch, tag or commit to start from")
    .option("--kind <kind>", "edit, investigate or test_only", "edit")
    .option("--out <dir>", "folder for the artefacts")
    .option("--script <file>", "a recorded model in the place of the endpoint")
    .addOption(json())
    .action((options) =>
      keep(async () => {
        const { runCommand } = await import("./cli/run.ts");
        return runCommand(options, { config: loadOperatorConfig(ROOT), terminal });
      })(),
    );
  program
    .command("verify <dir>")
    .description("judge a change as a run would, no model used")
    .option("--base <ref>", "what the change is judged against", "HEAD")
    .option("--patch <file>", "judge this patch in the place of the working tree")
    .option("--kind <kind>", "edit, investigate or test_only", "edit")
    .addOption(json())
    .action((dir: string, options) =>
      keep(async () => {
        const { verifyCommand } = await import("./cli/verify.ts");
        return verifyCommand(dir, options, { config: loadOperatorConfig(ROOT), terminal });
      })(),
    );
}

function addReaders(program: Command, terminal: Terminal, keep: Keep): void {
  program
    .command("plan [dir]")
    .description("show what would be run to prove a change; runs nothing")
    .addOption(json())
    .action((dir: string | undefined, options) =>
      keep(async () => {
        const { planCommand } = await import("./cli/plan.ts");
        return planCommand(dir ?? ".", options, { config: loadOperatorConfig(ROOT), terminal });
      })(),
    );
  const journal = program.command("journal").description("read the journal of a run").exitOverride();
  for (const [action, does] of [
    ["show", "the ledger of decisions"],
    ["verify", "check the hash chain"],
    ["replay", "rebuild the final state from the events alone"],
  ] as const) {
    journal
      .command(`${action} <file>`)
      .description(does)
      .addOption(json())
      .action((file: string, options) =>
        keep(async () => {
          const { journalCommand } = await import("./cli/journal.ts");
          return journalCommand(action, file, options, terminal);
        })(),
      );
  }
  program
    .command("doctor")
    .description("check what avatar stands on, with remedies")
    .addOption(json())
    .action((options) =>
      keep(async () => {
        const { doctorCommand } = await import("./cli/doctor.ts");
        return doctorCommand(options, { config: loadOperatorConfig(ROOT), terminal });
      })(),
    );
}
