import type { Evidence } from "../../domain/task-state.ts";
import type { Compaction } from "./compaction.ts";
import type { Fence } from "./fence.ts";
import { type Moment, repeats } from "./timeline.ts";

const SUMMARY_LIMIT = 400;
const CHOSEN_LIMIT = 160;
const RATIONALE_LIMIT = 240;

export interface RenderSettings {
  maxDetailChars: number;
  maxActions: number;
}

/** The entries of the packet, oldest first. */
export function renderEvidence(
  moments: readonly Moment[],
  compaction: Compaction,
  fence: Fence,
  { maxDetailChars }: RenderSettings,
): string[] {
  const lines: string[] = [];
  let times = 1;
  for (const [at, moment] of moments.entries()) {
    if (compaction.levels[at] === "gone") continue;
    const again =
      repeats(moment, moments[at - 1]) && compaction.levels[at - 1] !== "gone" && lines.length > 0;
    times = again ? times + 1 : 1;
    if (again) {
      // What was shown already is left alone while it can still be in the provider's cache.
      if (at < compaction.settled) lines[lines.length - 1] = mergeRepeat(lines.at(-1) ?? "", times);
      else lines.push(`… (x${times})`);
      continue;
    }
    const full = compaction.levels[at] === "full";
    const entry = [headOf(moment, fence)];
    if (full) entry.push(...detailOf(moment, moments[at - 1], fence, maxDetailChars));
    lines.push(entry.join("\n"));
  }
  return lines;
}

function mergeRepeat(line: string, times: number): string {
  return `${line.replace(/ … \(x\d+\)$/, "")} … (x${times})`;
}

/** One line for each decision whose evidence is no longer shown: the longer memory. */
export function renderActions(
  moments: readonly Moment[],
  compaction: Compaction,
  fence: Fence,
  { maxActions }: RenderSettings,
): string[] {
  const gone = moments.filter((moment, at) => compaction.levels[at] === "gone" && moment.decision !== null);
  return gone.slice(-maxActions).map((moment) => headOf(moment, fence));
}

function headOf({ evidence, decision }: Moment, fence: Fence): string {
  const what = fence.line(decision?.chosen ?? evidence.kind, CHOSEN_LIMIT);
  return `#${evidence.step} ${what} → ${fence.line(evidence.summary, SUMMARY_LIMIT)}`;
}

function detailOf(moment: Moment, earlier: Moment | undefined, fence: Fence, limit: number): string[] {
  const { evidence, decision } = moment;
  const parts: string[] = [];
  const rationale = fence.line(decision?.rationale ?? "", RATIONALE_LIMIT);
  const before = earlier?.decision?.step === evidence.step ? earlier.decision.rationale : "";
  if (rationale !== "" && decision?.rationale !== before) parts.push(`why: ${rationale}`);
  const { detail } = evidence;
  if (detail && !isSaidByHead(evidence)) parts.push(fence.quote(cut(detail, limit)));
  return parts;
}

/** The head says it all when the detail is the summary and was short enough for it. */
function isSaidByHead({ detail, summary }: Evidence): boolean {
  return detail === summary && summary.length <= SUMMARY_LIMIT;
}

function cut(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const head = Math.floor(limit / 3);
  return `${text.slice(0, head)}\n… ${text.length - limit} characters left out …\n${text.slice(head - limit)}`;
}
