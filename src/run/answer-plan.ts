import type { Job } from "../domain/job.ts";
import type { Forge } from "../domain/ports/forge.ts";
import { resolvePlan } from "../plan/verification-planner.ts";
import { renderPlanComment } from "../publish/render-plan-comment.ts";
import { askMachine } from "./ask-machine.ts";
import type { DeliverRunDeps } from "./deliver-run.ts";

interface Asked {
  job: Job;
  forge: Forge;
  signal: AbortSignal;
}

/** `/avatar plan`: what would be run, from where, and what was left out. Runs nothing and asks no model. */
export async function answerPlan({ job, forge, signal }: Asked, deps: DeliverRunDeps): Promise<string> {
  const { cloneUrl: url, defaultBranch: ref, htmlUrl } = await forge.facts();
  const source = { url, ref, token: await forge.gitToken() };
  const checkout = await deps.run.checkouts.open({ runId: job.runId, source, signal });
  try {
    const settings = deps.run.readSettings(await checkout.workspace.readFile(".github/avatar.yml"));
    const plan = await resolvePlan(checkout.workspace, {
      operator: deps.override,
      repository: settings.override,
      defaultBranch: ref,
      proposer: deps.run.proposer,
      signal,
      machine: askMachine(checkout.commands, signal),
    });
    const warnings = [...settings.warnings, ...plan.warnings];
    return renderPlanComment({
      plan: { ...plan, warnings },
      repositoryUrl: htmlUrl,
      baseSha: checkout.baseSha,
    });
  } finally {
    await checkout.dispose();
  }
}
