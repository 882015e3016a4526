import type { VerificationPlan } from "../domain/plan.ts";
import type { Artefacts } from "./artefacts.ts";
import { assemblePlan } from "./assemble-plan.ts";
import type { Candidate } from "./candidate.ts";
import { findFallbacks } from "./fallback/find-fallbacks.ts";
import { inferSetup } from "./fallback/infer-setup.ts";
import { judgeJob } from "./judge-job.ts";
import { fitToMachine } from "./machine/fit-to-machine.ts";
import type { AskMachine } from "./machine/machine.ts";
import { nameUniquely } from "./name-checks.ts";
import { locateLines } from "./other-ci/locate-lines.ts";
import { readAzure } from "./other-ci/read-azure.ts";
import { readCircle } from "./other-ci/read-circle.ts";
import { readGitlab } from "./other-ci/read-gitlab.ts";
import { readTravis } from "./other-ci/read-travis.ts";
import { serviceNeeds, serviceWarnings } from "./service-needs.ts";
import { valueWarnings } from "./value-warnings.ts";
import type { GatheredJob } from "./workflow/read-job.ts";
import { readWorkflows } from "./workflow/read-workflows.ts";

const OLDEST = /lowest|minim|\bmin\b|msrv|oldest|legacy/i;
const OTHER_CI = [readGitlab, readCircle, readAzure, readTravis];

interface Detecting {
  defaultBranch: string;
  /** Null plans as CI would run. */
  machine: AskMachine | null;
  /** Set-up lines of the configuration, in the place of those that are found. */
  setup: readonly string[] | null;
}

/** The deterministic tier: CI first, since it is the gate that the project trusts, then what other files declare. */
export async function detectPlan(
  artefacts: Artefacts,
  { defaultBranch, machine, setup }: Detecting,
): Promise<VerificationPlan> {
  const workflows = await readWorkflows(artefacts, defaultBranch);
  const jobs = [...workflows.jobs];
  const candidates = await judgeJobs(artefacts, workflows.jobs);
  for (const read of OTHER_CI) {
    if (assemblePlan(candidates).checks.length > 0) break;
    const others = await locateLines(artefacts, await read(artefacts));
    jobs.push(...others);
    candidates.push(...(await judgeJobs(artefacts, others)));
  }
  const ci = assemblePlan(candidates);
  const silence = {
    test: !ci.checks.some((check) => check.kind === "test"),
    lint: !ci.checks.some((check) => check.kind === "lint"),
    whole: ci.checks.length === 0,
  };
  candidates.push(...(await findFallbacks(artefacts, silence)));
  const needs = serviceNeeds(jobs, candidates);
  const fit =
    machine === null
      ? null
      : await fitToMachine(candidates, { artefacts, jobs, services: needs, ask: machine, configured: setup });
  const plan = assemblePlan(fit?.candidates ?? candidates);
  const ownSetup = plan.setup.filter((step) => fit?.isProvided(step.command) !== true);
  const inferred = await inferSetup(artefacts, plan.checks, ownSetup);
  const usable = fit === null ? { steps: inferred, excluded: [] } : await fit.inferred(inferred);
  return {
    setup: nameUniquely([...plan.setup, ...usable.steps].map((step) => ({ ...step, name: "setup" }))),
    checks: plan.checks,
    excluded: [...plan.excluded, ...workflows.excluded, ...usable.excluded],
    warnings: [
      ...serviceWarnings(needs, plan.checks),
      ...valueWarnings(jobs, plan.checks),
      ...(fit?.warnings ?? []),
    ],
  };
}

async function judgeJobs(artefacts: Artefacts, jobs: readonly GatheredJob[]): Promise<Candidate[]> {
  const found: Candidate[] = [];
  // Oldest versions come last, so that what they share with others is prepared as there.
  const plain = [...jobs].sort((a, b) => Number(OLDEST.test(a.id)) - Number(OLDEST.test(b.id)));
  for (const [index, job] of plain.entries())
    found.push(...(await judgeJob(artefacts, job, `${job.path}#${index}`)));
  return found;
}
