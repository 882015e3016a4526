import type { VerificationPlan } from "../domain/plan.ts";
import type { Checkout } from "../domain/ports/checkouts.ts";
import type { TaskKind } from "../domain/task-state.ts";
import type { CheckResult, Verdict } from "../domain/verdict.ts";
import { proposeSmokeChecks } from "../plan/smoke-floor.ts";
import { resolvePlan } from "../plan/verification-planner.ts";
import { runBaseline } from "../verify/run-baseline.ts";
import { verify } from "../verify/verify.ts";
import { fitPlan } from "./fit-plan.ts";
import { prepareBase } from "./prepare-base.ts";
import { rubricOf } from "./rubric-of.ts";
import type { RepositorySettings } from "./run-job-deps.ts";
import type { Override } from "./run-request.ts";

export interface ChangeToJudge {
  checkout: Checkout;
  /** Applies to the checkout's base; empty for no change. */
  patch: string;
  taskKind: TaskKind;
  override: Override;
  checkTimeoutMs: number;
  secrets?: readonly string[];
  readSettings: (bytes: Uint8Array | null) => RepositorySettings;
  signal: AbortSignal;
  /** Hears what will be run, before anything is. */
  onPlan?: (plan: VerificationPlan) => void;
  onCheck?: (check: CheckResult) => void;
}

/**
 * Judges any change the way a run judges its own: plan and set-up from the base, checks in a fresh tree.
 * @throws PATCH_REJECTED when it does not apply, SETUP_FAILED.
 */
export async function judgeChange(change: ChangeToJudge): Promise<Verdict> {
  const { checkout, patch, taskKind, override, readSettings, signal, onCheck } = change;
  const settings = readSettings(await checkout.workspace.readFile(".github/avatar.yml"));
  const options = { operator: override, repository: settings.override, defaultBranch: checkout.ref, signal };
  const plan = await fitPlan(await resolvePlan(checkout.workspace, options), checkout, options);
  change.onPlan?.(plan);
  const rubric = await rubricOf(checkout.workspace, plan, options);
  const candidate = await checkout.candidateFromPatch(patch);
  await prepareBase(checkout, plan.setup, signal);
  const timeoutMs = settings.checkTimeoutMs ?? change.checkTimeoutMs;
  const isRun = taskKind !== "investigate" && candidate.files.length > 0;
  const checks = plan.checks.length > 0 ? plan.checks : proposeSmokeChecks(candidate.files);
  const baseline = isRun ? await runBaseline({ plan: plan.checks, checkout, timeoutMs, signal }) : [];
  return verify({
    plan: checks,
    baseline,
    candidate,
    checkout,
    taskKind,
    gates: settings.gates,
    rubric,
    secrets: { values: change.secrets ?? [], find: null },
    timeoutMs,
    signal,
    ...(onCheck === undefined ? {} : { onCheck }),
  });
}
