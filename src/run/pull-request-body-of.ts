import type { Verdict } from "../domain/verdict.ts";
import { describeChange } from "../publish/describe-change.ts";
import type { PullRequestBody } from "../publish/pull-request-body.ts";
import type { Run } from "./run.ts";

/** What the pull request says of this run. The journal's link joins once the journal has a place. */
export function pullRequestBodyOf(run: Run, verdict: Verdict): PullRequestBody {
  const { request, deps, plan } = run;
  return describeChange({
    runId: request.runId,
    issue: request.issue?.number ?? null,
    repositoryUrl: request.repositoryUrl,
    goal: request.asked,
    answer: run.state.finalAnswer,
    files: run.files,
    verdict,
    plan: run.state.verificationPlan ?? [],
    excluded: plan.excluded,
    model: deps.model.model,
    recordedModel: deps.model.recorded,
    cost: run.spent.cost,
    usage: run.usage,
    journalUrl: null,
  });
}
