import type { ExcludedCommand, PlannedCheck } from "../domain/plan.ts";
import type { ChangedFile } from "../domain/ports/workspace.ts";
import type { Usage } from "../domain/usage.ts";
import type { CheckResult, Verdict } from "../domain/verdict.ts";
import { clipEnd } from "../domain/text/clip.ts";
import type { PullRequestBody } from "./pull-request-body.ts";

export interface ChangeDescription {
  runId: string;
  issue: number | null;
  repositoryUrl: string | null;
  goal: string;
  answer: string | null;
  files: readonly ChangedFile[];
  verdict: Verdict;
  plan: readonly PlannedCheck[];
  excluded: readonly ExcludedCommand[];
  model: string;
  recordedModel: boolean;
  cost: number;
  usage: Usage;
  journalUrl: string | null;
}

const TEXT = 4000;
const LINE = 300;

/** The pull request's body as data, from what a run knows; long texts are cut. */
export function describeChange(change: ChangeDescription): PullRequestBody {
  const { verdict, usage } = change;
  const guards = verdict.checks.filter((check) => check.command === undefined);
  const planned = verdict.checks.filter((check) => check.command !== undefined);
  return {
    runId: change.runId,
    issue: change.issue,
    repositoryUrl: change.repositoryUrl,
    asked: text(change.goal),
    answer: text(change.answer ?? ""),
    files: change.files.map(({ path, status, addedLines, removedLines }) => ({
      path: clipEnd(path, LINE),
      status,
      addedLines,
      removedLines,
    })),
    checks: [...planned, ...guards].map(toRow),
    plan: change.plan.map(({ name, command, provenance, line }) => ({
      name: clipEnd(name, LINE),
      command: clipEnd(command, LINE),
      provenance: clipEnd(provenance, LINE),
      ...(line === undefined ? {} : { line }),
    })),
    notRun: change.excluded.map(({ command, reason }) => ({
      command: clipEnd(command, LINE),
      reason: clipEnd(reason, LINE),
    })),
    proof: verdict.proof,
    model: change.model,
    recordedModel: change.recordedModel,
    cost: Math.round(change.cost * 10_000) / 10_000,
    tokens: { read: usage.promptTokens, written: usage.completionTokens },
    journalUrl: change.journalUrl,
  };
}

function text(value: string): string {
  return clipEnd(value.replaceAll("\r\n", "\n").trim(), TEXT);
}

function toRow({
  name,
  kind,
  status,
  skipReason,
  durationMs,
  tests,
  flaky,
}: CheckResult): PullRequestBody["checks"][number] {
  return {
    name: clipEnd(name, LINE),
    kind,
    status,
    skipReason,
    flaky: flaky === true,
    tests:
      tests === undefined ? null : { passed: tests.passed, failed: tests.failed, skipped: tests.skipped },
    durationMs: durationMs === undefined ? null : Math.round(durationMs),
  };
}
