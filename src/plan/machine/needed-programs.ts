import type { Artefacts } from "../artefacts.ts";
import type { Candidate } from "../candidate.ts";
import { classifyText } from "../classify/classify-node.ts";
import { programName, unwrapInvocation } from "../classify/invocation.ts";
import { readableWords } from "../shell/expand-word.ts";
import { parseShell } from "../shell/parse-shell.ts";
import type { ShellNode, SimpleNode } from "../shell/shell-tree.ts";
import { toolchainOf } from "./toolchain.ts";
import type { NeededProgram } from "./toolchain.ts";

export type Runnable = Pick<Candidate, "command" | "cwd" | "env" | "shell">;

const IN_MODULES = /(^|\/)node_modules\/\.bin\//;
const IN_VENDOR = /(^|\/)vendor\/bin\//;

/** They bring what they run from the project's own dependencies. */
const RUNNERS = new Set(
  "npm npx pnpm pnpx yarn bun bunx deno uv uvx poetry pipx pdm hatch pipenv python tox nox bundle composer".split(
    " ",
  ),
);

/** What has to be on the machine for a command: of every stage the program as written and the one that executes. */
export async function neededPrograms(command: Runnable, artefacts: Artefacts): Promise<NeededProgram[]> {
  const written = new Set<string>([command.shell]);
  const executed = new Set<string>();
  for (const { node } of parseShell(command.command).statements) {
    for (const one of certainCommands(node)) {
      const words = readableWords(one, command.env);
      for (const name of writtenProgram(words)) written.add(name);
      for (const name of executedProgram(words)) executed.add(name);
    }
  }
  // What a task runs in the end: `make test` is Go's in a project of Go.
  const folder = command.cwd.startsWith("..") ? "." : command.cwd;
  const scope = { artefacts, folder, variables: command.env, opened: [] };
  executed.add((await classifyText(command.command, scope)).executes ?? "");
  const isRunner = [...written].some((name) => RUNNERS.has(name));
  return [...new Set([...written, ...executed])].flatMap((name) => {
    const needed = toolchainOf(name);
    const isProjects = isRunner && needed?.toolchain.packaged === true && !written.has(name);
    return needed === null || isProjects ? [] : [needed];
  });
}

/** Commands that run whatever happens: not those behind `||`, in a condition or in a loop. */
function certainCommands(node: ShellNode): SimpleNode[] {
  if (node.kind === "simple") return [node];
  if (node.kind === "group") return node.body.flatMap((one) => certainCommands(one.node));
  if (node.kind !== "pipeline" && node.kind !== "andOr") return [];
  if (node.kind === "andOr" && node.operators.includes("||")) return [];
  return node.parts.flatMap((one) => certainCommands(one));
}

function writtenProgram(words: readonly string[]): string[] {
  const path = words.find((word) => !/^[A-Za-z_]\w*=/.test(word)) ?? "";
  return namesOf(path, programName(path));
}

function executedProgram(words: readonly string[]): string[] {
  const invocation = unwrapInvocation(words);
  return invocation === null ? [] : namesOf(invocation.path, invocation.program);
}

/** A program in a folder of dependencies needs its language; another path is the repository's own script. */
function namesOf(path: string, program: string): string[] {
  if (IN_MODULES.test(path)) return ["node"];
  if (IN_VENDOR.test(path)) return ["php"];
  const isWrapper = program === "gradlew" || program === "mvnw";
  return path.includes("/") && !path.startsWith("/") && !isWrapper ? [] : [program];
}
