import type { RunResult } from "../domain/run-result.ts";
import type { CheckResult } from "../domain/verdict.ts";
import type { LinkBase } from "../publish/provenance.ts";
import type { Ending, RunStatus, Spent, StatusLinks } from "../publish/render-status-comment.ts";

type Ended = Extract<RunStatus, { stage: "ended" }>;

export interface EndedStatusParts {
  result: RunResult;
  spent: Spent | null;
  links: StatusLinks;
  repositoryUrl: string | null;
  /** What did not work although the run ended well. */
  problems: readonly string[];
}

/** The last words of a run on its issue. */
export function endedStatus({ result, spent, links, repositoryUrl, problems }: EndedStatusParts): Ended {
  const answers = result.outcome === "success" && result.taskKind === "investigate";
  return {
    stage: "ended",
    runId: result.runId,
    recordedModel: result.recordedModel,
    base: linkBase(result, repositoryUrl),
    ending: endingOf(result),
    cause: [result.reason, ...problems].filter((text) => text !== null).join("\n\n") || null,
    remedy: result.outcome === "failed" ? (result.verdict?.recommendedNextAction ?? null) : null,
    answer: answers || result.outcome !== "blocked" ? result.finalAnswer : null,
    results: planFirst(result.verdict?.checks ?? []),
    notRun: result.plan?.excluded ?? [],
    spent,
    links,
  };
}

function linkBase({ baseSha }: RunResult, repositoryUrl: string | null): LinkBase | null {
  return baseSha === null ? null : { repositoryUrl, baseSha };
}

/** The repository's own checks before the rules of avatar. */
function planFirst(checks: readonly CheckResult[]): CheckResult[] {
  return [
    ...checks.filter((check) => check.command !== undefined),
    ...checks.filter((check) => check.command === undefined),
  ];
}

function endingOf({ outcome, trouble }: RunResult): Ending {
  if (trouble === "CANCELLED") return "stopped";
  if (trouble !== null && outcome === "incomplete") return "failed";
  switch (outcome) {
    case "success":
      return "verified";
    case "failed":
      return "not verified";
    case "blocked":
      return "blocked";
    case "incomplete":
      return "out of budget";
  }
}
