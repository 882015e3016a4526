import type { CommandRunner } from "../domain/ports/command-runner.ts";
import type { AskMachine, ProgramQuestion } from "../plan/machine/machine.ts";

const TIMEOUT_MS = 30_000;

/**
 * Looks for programs where the checks will run, and asks the versions that are wanted, all in one command: what a
 * sandbox shows, and what version files of the tree make of it, is what the checks will meet.
 */
export function askMachine(commands: CommandRunner, signal: AbortSignal): AskMachine {
  return async (questions) => {
    const line = questions.map((one) => questionLine(one)).join("\n");
    const { output, exitCode } = await commands.run({
      command: { kind: "line", line: `${line}\nwait`, shell: "sh" },
      cwd: ".",
      env: {},
      timeoutMs: TIMEOUT_MS,
      signal,
      network: "none",
    });
    // Nothing is left out for a machine that did not get to answer.
    if (exitCode !== 0) return new Map(questions.map(({ program }) => [program, ""]));
    return readAnswers(questions, output);
  };
}

/** Version questions run side by side: some toolchains take a second to start. */
function questionLine({ program, version }: ProgramQuestion): string {
  const found = `echo "have ${program}"`;
  const print = `v=$(timeout 20 sh -c '${version ?? ""}' 2>&1) && printf 'version ${program} %s\\n' "$(echo "$v" | head -n 4 | tr '\\n' ' ')"`;
  const told = version === null ? found : `${found}; { ${print}; } &`;
  return `if command -v ${program} >/dev/null 2>&1; then ${told}\nfi`;
}

function readAnswers(questions: readonly ProgramQuestion[], output: string): Map<string, string | null> {
  const answers = new Map<string, string | null>(questions.map(({ program }) => [program, null]));
  for (const line of output.split("\n")) {
    const [word, program = "", ...rest] = line.split(" ");
    if (!answers.has(program)) continue;
    if (word === "have") answers.set(program, answers.get(program) ?? "");
    if (word === "version") answers.set(program, rest.join(" ").trim());
  }
  return answers;
}
