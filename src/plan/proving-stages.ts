import { unwrapInvocation } from "./classify/invocation.ts";
import type { Invocation } from "./classify/invocation.ts";
import { expandPieces, readableWords, simpleCommands } from "./shell/expand-word.ts";
import { parseShell } from "./shell/parse-shell.ts";
import type { ShellNode, SimpleNode } from "./shell/shell-tree.ts";

/** Exit 0 whatever the artefact is like, or only look at it. */
const INSPECTORS = new Set(
  "true : echo printf cat ls pwd head tail wc sort uniq tee less more file stat du df tree which type env printenv date whoami hostname uname id sleep exit return cd pushd popd export unset set shopt source . alias history clear touch mkdir rmdir rm mv cp ln chmod read basename dirname realpath readlink seq yes tr cut column nl od xxd strings find awk sed xargs false eval".split(
    " ",
  ),
);

/** Inspectors whose exit code says something about their operand. */
const ASSERTIVE = new Set([
  "grep",
  "egrep",
  "fgrep",
  "zgrep",
  "rg",
  "ag",
  "test",
  "[",
  "diff",
  "cmp",
  "comm",
  "jq",
  "yq",
  "xmllint",
]);

interface ProvingStage {
  invocation: Invocation;
  /** Words after the program, and files that are redirected into it. */
  operands: readonly string[];
  /** A program that runs something, rather than looks. */
  executes: boolean;
  /** An inspector whose exit code asserts. */
  asserts: boolean;
}

export interface ProvingLine {
  stages: readonly ProvingStage[];
  /** A last `||` alternative cannot fail, so that the line always passes. */
  neutralized: boolean;
  errors: readonly string[];
}

const DEEPEST = 5;

/** Every stage of every segment of a line, as programs that execute. */
export function provingLine(command: string): ProvingLine {
  const script = parseShell(command);
  const stages = script.statements
    .flatMap((one) => simpleCommands(one.node))
    .flatMap((one) => stagesOf(one, 0));
  const last = script.statements.at(-1)?.node;
  return { stages, neutralized: last !== undefined && isNeutralized(last), errors: script.errors };
}

function stagesOf(command: SimpleNode, depth: number): ProvingStage[] {
  const invocation = unwrapInvocation(readableWords(command, {}));
  if (invocation === null) return [];
  if (invocation.line !== null) {
    if (depth > DEEPEST) return [];
    return parseShell(invocation.line)
      .statements.flatMap((one) => simpleCommands(one.node))
      .flatMap((one) => stagesOf(one, depth + 1));
  }
  const read = command.redirects
    .filter((one) => one.operator === "<")
    .flatMap((one) => {
      const path = one.target === null ? null : expandPieces(one.target.pieces, {});
      return path === null ? [] : [path];
    });
  const asserts = ASSERTIVE.has(invocation.program);
  const executes = !asserts && !INSPECTORS.has(invocation.program);
  return [{ invocation, operands: [...operandsOf(invocation), ...read], executes, asserts }];
}

/** The words that name what is looked at: for `grep` not the pattern, for `test` only files. */
function operandsOf({ program, args }: Invocation): string[] {
  const words = args.filter((arg) => !arg.startsWith("-") || arg === "-");
  if (program === "test" || program === "[") {
    return args.flatMap((arg, index) =>
      /^-[defghkprsuwxzLS]$/.test(arg) && arg !== "-z" ? [args[index + 1] ?? ""] : [],
    );
  }
  if (["grep", "egrep", "fgrep", "zgrep", "rg", "ag", "jq", "yq"].includes(program)) {
    return words.slice(1);
  }
  if ((program === "diff" || program === "cmp") && words.length === 2 && words[0] === words[1]) return [];
  return words;
}

function isNeutralized(node: ShellNode): boolean {
  if (node.kind === "group") {
    const last = node.body.at(-1);
    return last !== undefined && isNeutralized(last.node);
  }
  if (node.kind !== "andOr") return false;
  // `a || true`, `a || true && echo done`, `a || b || true`: what stands behind the last `||` decides.
  const at = node.operators.lastIndexOf("||");
  return at >= 0 && node.parts.slice(at + 1).every((part) => cannotFail(part));
}

function cannotFail(node: ShellNode): boolean {
  const commands = simpleCommands(node);
  const last = commands.at(-1);
  if (last === undefined) return false;
  const words = readableWords(last, {});
  if (words[0] === "exit" || words[0] === "return") return (words[1] ?? "0") === "0";
  const invocation = unwrapInvocation(words);
  return (
    invocation !== null &&
    ["true", ":", "echo", "printf", "pwd", "date", "sleep", "whoami", "hostname", "uname", "env"].includes(
      invocation.program,
    )
  );
}
