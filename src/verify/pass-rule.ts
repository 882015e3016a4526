import type { TaskKind } from "../domain/task-state.ts";
import type { CheckResult, VerifierResult } from "../domain/verdict.ts";
import { firstFailure } from "./first-failure.ts";
import type { Examined } from "./examined.ts";
import { isAllowedSkip } from "./skip-reason.ts";
import type { PlannedResult } from "./verify-request.ts";

export interface JudgedRun {
  taskKind: TaskKind;
  guards: readonly CheckResult[];
  /** Results of the plan, in its order. */
  planned: readonly PlannedResult[];
  /** What the proof asked for, after the plan passed. */
  examined: readonly Examined[];
}

/**
 * The pass rule of the specification: no required check failed, none skipped without an allowed reason, and
 * at least one positive signal from outside the model. For an investigation that signal is the empty diff.
 */
export function judge({ taskKind, guards, planned, examined }: JudgedRun): VerifierResult {
  const asked = examined.flatMap(({ check }) => check ?? []);
  const checks = [...guards, ...planned.map(({ result }) => result), ...asked];
  const required = checks.filter((check) => check.kind === "required");
  const failed = required.filter((check) => check.status === "fail");
  const evaded = required.filter((check) => check.status === "skip" && !isAllowedSkip(check.skipReason));
  const evidence = taskKind === "investigate" ? guards.some(isPass) : planned.some(isPositiveSignal);
  const red = taskKind === "investigate" ? [] : testsAllRed(planned);
  const passed = failed.length === 0 && evaded.length === 0 && red.length === 0 && evidence;
  const shortfall = { planned, failed, evaded, red };
  return {
    passed,
    summary: passed ? passSummary(taskKind, checks) : failSummary(shortfall),
    checks,
    recommendedNextAction: passed ? null : nextAction(shortfall, examined),
  };
}

/** The tests the plan requires where not one of them passes: red on the base too, they still prove nothing. */
function testsAllRed(planned: readonly PlannedResult[]): CheckResult[] {
  const tests = planned.filter(({ check }) => check.kind === "test" && check.required);
  return tests.some(({ result }) => isPass(result)) ? [] : tests.map(({ result }) => result);
}

function isPass(check: CheckResult): boolean {
  return check.status === "pass";
}

// both floors say only that the tree is not broken, not that the work was done
function isFloor({ check }: PlannedResult): boolean {
  return check.kind === "floor" || check.kind === "smoke";
}

function isPositiveSignal(planned: PlannedResult): boolean {
  return !isFloor(planned) && isPass(planned.result);
}

function passSummary(taskKind: TaskKind, checks: readonly CheckResult[]): string {
  if (taskKind === "investigate") return "Passed: the investigation changed nothing.";
  const required = checks.filter((check) => check.kind === "required");
  const optional = checks.filter((check) => check.kind === "optional" && check.status !== "pass");
  const aside = optional.length === 0 ? "" : ` Optional and not passed: ${names(optional)}.`;
  return `Passed: all ${required.length} required checks.${aside}`;
}

interface Shortfall {
  planned: readonly PlannedResult[];
  failed: readonly CheckResult[];
  evaded: readonly CheckResult[];
  /** Required tests of the plan, where none passes. */
  red: readonly CheckResult[];
}

function failSummary({ planned, failed, evaded, red }: Shortfall): string {
  const parts: string[] = [];
  if (failed.length > 0) parts.push(`failed: ${names(failed)}`);
  if (evaded.length > 0) parts.push(`not run: ${names(evaded)}`);
  if (parts.length === 0 && red.length > 0)
    parts.push(`no required test passes, as on the base: ${names(red)}`);
  if (parts.length === 0) parts.push(planned.every(isFloor) ? NO_CHECKS : "no check of the plan passed");
  return `Not passed: ${parts.join("; ")}.`;
}

const NO_CHECKS = "the repository declares no check, so nothing proves the change";

function names(checks: readonly CheckResult[]): string {
  return checks.map((check) => check.name).join(", ");
}

function nextAction({ planned, failed, evaded, red }: Shortfall, examined: readonly Examined[]): string {
  const first = failed[0];
  const asked = examined.find(({ check }) => check !== null && check === first);
  if (asked !== undefined) return asked.nextAction;
  if (first !== undefined) return failedAction(first);
  if (evaded[0] !== undefined)
    return `Make it possible to run "${evaded[0].name}": ${evaded[0].skipReason ?? ""}.`;
  if (red[0] !== undefined) return failedAction(red[0]);
  if (!planned.every(isFloor)) return "Make at least one check of the plan pass.";
  return "Name a test command in .github/avatar.yml (verify.test), or let CI run one, and try again.";
}

function failedAction({ name, evidence, command }: CheckResult): string {
  const failure = firstFailure(evidence.replace(/^First failure: .*$/mu, ""));
  const [sentence = ""] = evidence.split("\n");
  const named = /^First failure: (?<text>.*)$/mu.exec(evidence)?.groups?.["text"];
  if (named !== undefined) return `Look at ${named} (check "${name}").`;
  if (failure !== null)
    return `Look at ${failure.file}:${failure.line} (check "${name}"): ${failure.message}`;
  return command === undefined ? `Mend "${name}": ${sentence}` : `Mend "${name}" (${command}): ${sentence}`;
}
