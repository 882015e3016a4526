import { isDeepStrictEqual } from "node:util";
import type { BaselineCheck } from "../domain/baseline.ts";
import type { RunEvent } from "../domain/events.ts";
import type { Checkout } from "../domain/ports/checkouts.ts";
import type { Freeze } from "../loop/loop-options.ts";
import { planDigest } from "../verify/plan-digest.ts";
import { runBaseline } from "../verify/run-baseline.ts";
import { fitPlan } from "./fit-plan.ts";
import { prepareBase } from "./prepare-base.ts";
import { rubricOf } from "./rubric-of.ts";
import type { Run } from "./run.ts";

export interface RunFreeze extends Freeze {
  /** Ends the work for the freeze, also when nobody waited for it. */
  stop(): Promise<void>;
}

/**
 * Fits the plan to the machine, sets the base up and runs the plan on it, beside the model's first reading, then freezes
 * the plan. What happened is recorded when somebody first waits for it: so the same run leaves the same journal however
 * fast the set-up was.
 */
export function createFreeze(run: Run, checkout: Checkout): RunFreeze {
  const halt = new AbortController();
  const signal = AbortSignal.any([run.request.signal, halt.signal]);
  const events: RunEvent[] = [];
  let work: Promise<readonly BaselineCheck[]> | null = null;
  let hasFailed = false;
  let frozen: Promise<void> | null = null;
  const begin = (): Promise<readonly BaselineCheck[]> => {
    if (work !== null) return work;
    work = run.timed("setup", () => checkBase({ run, checkout, signal, events }));
    work.catch(() => {
      hasFailed = true;
    });
    return work;
  };
  return {
    begin: () => void begin(),
    wait: () => (frozen ??= freeze(run, begin(), () => (halt.signal.aborted ? [] : events))),
    hasFailed: () => hasFailed,
    async stop() {
      halt.abort();
      await work?.catch(() => undefined);
    },
  };
}

interface BaseWork {
  run: Run;
  checkout: Checkout;
  signal: AbortSignal;
  events: RunEvent[];
}

/** What fails before any change is known before the model has one to blame for it. */
async function checkBase(work: BaseWork): Promise<readonly BaselineCheck[]> {
  const { run, checkout, signal, events } = work;
  const investigates = run.state.taskKind === "investigate";
  // Nothing is checked at the end of an investigation; without set-up it needs no preparation either.
  if (investigates && run.plan.setup.length === 0) return [];
  await fitToMachine(work);
  await prepareBase(checkout, run.plan.setup, signal, async (event) => void events.push(event));
  if (investigates) return [];
  const { checkTimeoutMs: timeoutMs, plan } = run;
  const checks = await runBaseline({ plan: plan.checks, checkout, timeoutMs, signal });
  events.push({ type: "baseline.checked", checks });
  return checks;
}

/** The model is shown what CI runs; what this machine can run of it is asked beside its first reading. */
async function fitToMachine({ run, checkout, signal, events }: BaseWork): Promise<void> {
  const options = {
    operator: run.request.override,
    repository: run.settings.override,
    defaultBranch: checkout.ref,
    signal,
  };
  const resolved = run.plan;
  run.keepPlan(await fitPlan(resolved, checkout, options));
  if (run.state.taskKind !== "investigate") {
    run.keepRubric(await rubricOf(checkout.workspace, run.plan, options));
  }
  if (!isDeepStrictEqual(run.plan, resolved)) events.push({ type: "plan.resolved", ...run.plan });
}

/** The rubric is settled here, from the base, before the first edit. */
async function freeze(
  run: Run,
  work: Promise<readonly BaselineCheck[]>,
  happened: () => readonly RunEvent[],
): Promise<void> {
  try {
    run.keepBaseline(await work);
  } finally {
    // A run that ended meanwhile has nothing to add.
    for (const event of happened()) await run.record(event);
  }
  const { checks } = run.plan;
  await run.record({
    type: "plan.frozen",
    checks,
    digest: planDigest(checks),
    rubric: [...(run.rubric?.files ?? [])],
  });
  if (run.state.taskKind === "investigate") return;
  await run.record({ type: "phase.changed", phase: "editing", reason: "the plan is frozen" });
}
