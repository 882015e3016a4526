import type { VerificationPlan } from "../domain/plan.ts";
import type { Artefacts } from "./artefacts.ts";
import { assemblePlan } from "./assemble-plan.ts";
import type { Candidate } from "./candidate.ts";
import { judgeStep, mergeRewriteChecks } from "./judge-step.ts";
import type { GatheredJob } from "./workflow/read-job.ts";
import { readWorkflows } from "./workflow/read-workflows.ts";

/** The deterministic tier: CI first, since it is the gate that the project trusts. */
export async function detectPlan(artefacts: Artefacts, defaultBranch: string): Promise<VerificationPlan> {
  const warnings: string[] = [];
  const reading = await readWorkflows(artefacts, defaultBranch);
  const candidates: Candidate[] = [];
  for (const [index, job] of reading.jobs.entries())
    candidates.push(...(await judgeJob(artefacts, job, `${index}`)));
  const plan = assemblePlan(candidates);
  for (const job of reading.jobs) {
    const used = plan.checks.some(
      (check) => check.job === job.id && check.provenance.startsWith(`ci:${job.path}#`),
    );
    if (used && job.services.length > 0)
      warnings.push(`The job ${job.id} of ${job.path} needs services: ${job.services.join(", ")}.`);
  }
  return { ...plan, excluded: [...plan.excluded, ...reading.excluded], warnings };
}

async function judgeJob(artefacts: Artefacts, job: GatheredJob, number: string): Promise<Candidate[]> {
  const found: Candidate[] = [];
  for (const [index, placed] of job.steps.entries()) {
    found.push(...(await judgeStep({ artefacts, placed, job: job.id, chainPrefix: `${number}.${index}` })));
  }
  let tainted = false;
  return mergeRewriteChecks(found).map((candidate) => {
    const deployed = job.deploys && candidate.role === "build" ? "builds what is deployed" : null;
    const refusal = candidate.refusal ?? deployed;
    const judged = { ...candidate, tainted, refusal, required: candidate.required && !job.soft };
    tainted ||=
      candidate.role === "write" && candidate.refusal === null && !/^\s*git\b/.test(candidate.command);
    return judged;
  });
}
