import type { PlannedCheck } from "../domain/plan.ts";
import type { ContractReview, ContractRules } from "../domain/ports/contract-rules.ts";
import { checkCoversContent } from "./check-covers-content.ts";
import { classifyChangePaths } from "./classify-change-paths.ts";
import { effectiveInvocation } from "./effective-invocation.ts";
import { nameUniquely } from "./name-checks.ts";
import { parseShell } from "./shell/parse-shell.ts";
import { createShellLines } from "./shell/shell-lines.ts";
import { vacuousDeclaredCheck } from "./vacuous-declared-check.ts";

const MOST_COMMANDS = 20;

/**
 * The floor looks for conflict markers left in any text file. It needs no language, no tool beside grep and no git
 * directory, executes nothing of the change, can fail for code and prose alike, and a base that already has such
 * markers (a fixture) fails it before the change, which the baseline shows. `test` makes an error of grep a failure;
 * the condition keeps a shell that stops at failures, as CI's does, from stopping where nothing was found.
 */
const FLOOR_COMMAND =
  "if grep -rIlE --exclude-dir=.git --exclude-dir=node_modules --exclude-dir=.venv '^(<{7}|>{7}) ' . ; then exit 1; else test $? -eq 1; fi";

/** The rulebook for contracts that a model declares (spec/planner.md). */
export function createContractRules(): ContractRules {
  return { review, audit, floor };
}

/** A kind that was not declared was not covered by what was declared either. */
function audit(paths: readonly string[], changeKinds: readonly string[]): string | null {
  const undeclared = paths.filter((path) =>
    [...classifyChangePaths([path])].some((kind) => !changeKinds.includes(kind)),
  );
  if (undeclared.length === 0) return null;
  const kinds = [...classifyChangePaths(undeclared)].join(" and ");
  const shown = undeclared.slice(0, MOST_COMMANDS).join(", ");
  return `The declaration covers ${changeKinds.join(" and ")} and the change holds ${kinds} too: ${shown}. Undo that, or ask for checks that cover it with alter_verification.`;
}

function floor(): PlannedCheck {
  return { ...check("no conflict markers", FLOOR_COMMAND), kind: "floor", provenance: "harness:floor" };
}

function check(name: string, command: string): PlannedCheck {
  return {
    name,
    command,
    kind: "declared",
    provenance: "model-declared",
    chain: null,
    cwd: ".",
    env: {},
    shell: "bash",
    required: true,
    job: null,
  };
}

function review(commands: readonly string[], changeKinds: readonly string[]): ContractReview {
  const lines = [...new Set(commands.map((one) => one.trim()))].filter((one) => one !== "");
  if (lines.length === 0)
    return steer("Declare at least one command that runs what you build, such as its tests.");
  if (lines.length > MOST_COMMANDS) return steer(`Declare at most ${MOST_COMMANDS} commands.`);
  const checks: PlannedCheck[] = [];
  for (const [index, line] of lines.entries()) {
    const problem = lineProblem(line, changeKinds);
    if (problem !== null) return steer(problem);
    const segments = segmentsOf(line);
    if (!segments.ok) return steer(segments.problem);
    const chain = segments.commands.length > 1 ? `declared-${index + 1}` : null;
    checks.push(...segments.commands.map((command) => ({ ...check("declared", command), chain })));
  }
  const missing = uncovered(lines, changeKinds);
  return missing === null ? { ok: true, checks: nameUniquely(checks) } : steer(missing);
}

function lineProblem(line: string, changeKinds: readonly string[]): string | null {
  const content = changeKinds.includes("content");
  if (!vacuousDeclaredCheck(line) || (content && checkCoversContent(line))) return null;
  const wanted = content
    ? "a command that runs the program, or one that asserts something of a document, such as `grep -q TEXT FILE.md`"
    : "a command that runs what you build, such as its tests";
  return `\`${line}\` proves nothing: it passes whatever the change does. Declare ${wanted}.`;
}

/** Every declared kind of change needs a check of its own kind. */
function uncovered(lines: readonly string[], changeKinds: readonly string[]): string | null {
  const kinds = changeKinds.length === 0 ? ["code"] : changeKinds;
  if (kinds.includes("content") && !lines.some((line) => checkCoversContent(line))) {
    return "No command covers the documents you change. Declare one that asserts something of a file, such as `grep -q TEXT FILE.md`.";
  }
  if (kinds.some((kind) => kind !== "content") && lines.every((line) => vacuousDeclaredCheck(line))) {
    return "No command runs the code you change. Declare one that executes it, such as its tests.";
  }
  return null;
}

type Segments = { ok: true; commands: string[] } | { ok: false; problem: string };

/** `a && b` becomes a chain of two; every other operator needs a shell and is refused. */
function segmentsOf(line: string): Segments {
  const script = parseShell(line);
  const [statement, ...others] = script.statements;
  const node = statement?.node;
  const chained =
    node?.kind === "andOr" && node.operators.every((one) => one === "&&") && others.length === 0;
  const parts =
    chained && statement?.background === false
      ? node.parts.map((part) => line.slice(part.start, part.end))
      : [line];
  for (const part of parts) {
    const reading = createShellLines().readArgv(part);
    if (!reading.ok) return { ok: false, problem: `\`${part}\` cannot be declared. ${reading.problem}` };
    if (effectiveInvocation(part)[0] === "cd")
      return {
        ok: false,
        problem: `\`${part}\` changes the folder for nobody: each command runs alone from the root.`,
      };
  }
  return { ok: true, commands: parts };
}

function steer(text: string): ContractReview {
  return { ok: false, steer: text };
}
