import { Command, Option } from "commander";
import { loadOperatorConfig } from "../config/environment.ts";
import type { Terminal } from "./terminal.ts";

// Each command's module is loaded when the command is called: `avatar plan` has no use for a web server.

export interface ProgramParts {
  /** Avatar's own folder. */
  root: string;
  terminal: Terminal;
}

type Done = (exitCode: number) => void;

/** The commands of contracts.md §2. `done` hears the exit code of the one that ran. */
export function buildProgram(parts: ProgramParts, done: Done): Command {
  const program = new Command("avatar")
    .description("Fixes issues and proves it: the repository's own checks judge every change, no model does.")
    .exitOverride()
    .showHelpAfterError("(avatar --help shows what there is)");
  addServe(program, parts, done);
  addDemo(program, parts, done);
  addRun(program, parts, done);
  addVerify(program, parts, done);
  addPlan(program, parts, done);
  addJournal(program, parts, done);
  addDoctor(program, parts, done);
  return program;
}

function json(): Option {
  return new Option("--json", "print one JSON document and nothing else").default(false);
}

function addServe(program: Command, { root, terminal }: ProgramParts, done: Done): void {
  program
    .command("serve")
    .description("the GitHub App: webhooks, queue and worker")
    .action(async () => {
      const { serveCommand } = await import("./serve.ts");
      done(await serveCommand({ config: loadOperatorConfig(root), terminal }));
    });
}

function addDemo(program: Command, { root, terminal }: ProgramParts, done: Done): void {
  program
    .command("demo")
    .description("the whole main job on this machine, against a local forge, nothing configured")
    .option("--once", "end when the run has ended", false)
    .option("--repo <dir>", "a local repository in the place of the example")
    .option("--issue <file>", "the issue's text, its first line the title")
    .option("--script <file>", "what the recorded model answers")
    .addOption(json())
    .action(async (options) => {
      const { demoCommand } = await import("./demo.ts");
      done(await demoCommand(options, { config: loadOperatorConfig(root), terminal, root }));
    });
}

function addRun(program: Command, { root, terminal }: ProgramParts, done: Done): void {
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
    .action(async (options) => {
      const { runCommand } = await import("./run.ts");
      done(await runCommand(options, { config: loadOperatorConfig(root), terminal }));
    });
}

function addVerify(program: Command, { root, terminal }: ProgramParts, done: Done): void {
  program
    .command("verify <dir>")
    .description("judge a change as a run would, no model used")
    .option("--base <ref>", "what the change is judged against", "HEAD")
    .option("--patch <file>", "judge this patch in the place of the working tree")
    .option("--kind <kind>", "edit, investigate or test_only", "edit")
    .addOption(json())
    .action(async (dir: string, options) => {
      const { verifyCommand } = await import("./verify.ts");
      done(await verifyCommand(dir, options, { config: loadOperatorConfig(root), terminal }));
    });
}

function addPlan(program: Command, { root, terminal }: ProgramParts, done: Done): void {
  program
    .command("plan [dir]")
    .description("show what would be run to prove a change; runs nothing")
    .addOption(json())
    .action(async (dir: string | undefined, options) => {
      const { planCommand } = await import("./plan.ts");
      done(await planCommand(dir ?? ".", options, { config: loadOperatorConfig(root), terminal }));
    });
}

function addJournal(program: Command, { terminal }: ProgramParts, done: Done): void {
  const journal = program.command("journal").description("read the journal of a run").exitOverride();
  const actions = [
    ["show", "the ledger of decisions"],
    ["verify", "check the hash chain"],
    ["replay", "rebuild the final state from the events alone"],
  ] as const;
  for (const [action, does] of actions) {
    journal
      .command(`${action} <file>`)
      .description(does)
      .addOption(json())
      .action(async (file: string, options) => {
        const { journalCommand } = await import("./journal.ts");
        done(await journalCommand(action, file, options, terminal));
      });
  }
}

function addDoctor(program: Command, { root, terminal }: ProgramParts, done: Done): void {
  program
    .command("doctor")
    .description("check what avatar stands on, with remedies")
    .addOption(json())
    .action(async (options) => {
      const { doctorCommand } = await import("./doctor.ts");
      done(await doctorCommand(options, { config: loadOperatorConfig(root), terminal }));
    });
}
