import { join } from "node:path";
import { AvatarError } from "../domain/errors.ts";
import type { JobReport } from "../run/job-report.ts";
import type { DemoDocument } from "./documents.ts";
import { toRunDocument } from "./run-document.ts";

/** What `avatar demo --json` prints. */
export function toDemoDocument(report: JobReport, issue: { number: number; url: string }): DemoDocument {
  const { result, outDir, pullRequest, checkRuns, ledger, journal } = report;
  if (result === null) {
    throw new AvatarError("INTERNAL", {
      message: "The demo's run left no result.",
      advice: "This is a defect in avatar. The log above says how it came about.",
    });
  }
  return {
    ...toRunDocument(result, outDir),
    issue,
    pullRequest: pullRequest === null ? null : { ...pullRequest },
    checkRuns: checkRuns.map(({ name, conclusion, url }) => ({ name, conclusion, url })),
    ledger: ledger === null ? null : { url: ledger.url },
    journal: { path: join(outDir, "journal.jsonl"), url: journal?.url ?? null },
  };
}
