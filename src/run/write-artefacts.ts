import { join } from "node:path";
import type { RunResult } from "../domain/run-result.ts";
import { renderPrBody } from "../publish/render-pr-body.ts";
import { pullRequestBodyOf } from "./pull-request-body-of.ts";
import type { Run } from "./run.ts";

/** The run as `result.json` holds it. */
function toRunResult(run: Run): RunResult {
  const { state, request } = run;
  return {
    runId: request.runId,
    outcome: state.outcome ?? "incomplete",
    phase: state.phase,
    taskKind: state.taskKind,
    goal: request.goal,
    finalAnswer: state.finalAnswer,
    reason: run.reason,
    trouble: run.trouble,
    baseSha: run.baseSha,
    headSha: run.headSha,
    verdict: run.verdict,
    plan: run.planResolved ? run.plan : null,
    usage: run.usage,
    cost: run.spent.cost,
    recordedModel: run.deps.model.recorded,
    timings: run.timings,
  };
}

/** Writes the artefacts of contracts.md §5 beside the journal and returns the result. @throws DISK_FULL. */
export async function writeArtefacts(run: Run): Promise<RunResult> {
  const result = toRunResult(run);
  const { outDir } = run.request;
  const ledger = await run.deps.renderLedger(run.journalPath);
  await run.deps.writeFile(join(outDir, "result.json"), `${JSON.stringify(result, null, 2)}\n`);
  await run.deps.writeFile(join(outDir, "change.patch"), run.patch);
  await run.deps.writeFile(join(outDir, "ledger.md"), ledger);
  await run.deps.writeFile(join(outDir, "pr.md"), pullRequestText(run));
  return result;
}

function pullRequestText(run: Run): string {
  const { verdict } = run;
  if (verdict === null) return "No change was judged in this run, so there is nothing to propose.\n";
  const heading = verdict.passed ? "" : "> Not verified: no pull request was opened for this change.\n\n";
  return heading + renderPrBody(pullRequestBodyOf(run, verdict));
}
