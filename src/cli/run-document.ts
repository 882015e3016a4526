import type { RunResult } from "../domain/run-result.ts";
import type { RunDocument } from "./documents.ts";

/** What `avatar run --json` prints of a result. */
export function toRunDocument(result: RunResult, artefacts: string): RunDocument {
  const { runId, outcome, reason, taskKind, baseSha, headSha, verdict } = result;
  const { usage, cost, recordedModel, timings } = result;
  const judged = { baseSha, headSha, verdict };
  return { runId, outcome, reason, taskKind, ...judged, usage, cost, recordedModel, timings, artefacts };
}
