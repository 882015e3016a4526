import { type Moment, repeats } from "./timeline.ts";

export interface CompactionSettings {
  /** Characters of detail shown in full before older entries shrink. */
  detailCharBudget: number;
  /** Characters of detail that stay in full when they do: the distance makes compactions rare. */
  keptCharBudget: number;
  maxDetailChars: number;
  maxEvidenceLines: number;
  keptEvidenceLines: number;
  verifierPinCount: number;
}

/** `full` shows the detail, `summary` one line, `gone` nothing but the line among the prior actions. */
type Level = "full" | "summary" | "gone";

export interface Compaction {
  levels: readonly Level[];
  /** Moments before this one have been through a compaction: their repeats are merged into one line. */
  settled: number;
}

/**
 * How much of each moment is shown. Decided turn by turn over the whole history, so that it follows from the state
 * alone and, between two compactions, never changes for a moment that was already shown: each request then begins
 * with all of the one before, and the provider bills that part as cached. What a turn asked for is shown in full at
 * least once, unless that turn alone breaks the budget.
 */
export function compact(moments: readonly Moment[], settings: CompactionSettings): Compaction {
  const levels: Level[] = [];
  let settled = 0;
  for (const [at, moment] of moments.entries()) {
    levels.push("full");
    if (moments[at + 1]?.evidence.step === moment.evidence.step) continue;
    const history = { moments: moments.slice(0, at + 1), levels, settings };
    const overDetail = shownDetail(history) > settings.detailCharBudget;
    const overLines = shownLines(history) > settings.maxEvidenceLines;
    if (!overDetail && !overLines) continue;
    settled = startOfTurn(moments, at);
    if (overDetail) shrinkDetails(history, firstShownBy(moments, settled));
    if (overLines) dropOldest(history, settled);
  }
  return { levels, settled };
}

interface History {
  moments: readonly Moment[];
  levels: Level[];
  settings: CompactionSettings;
}

function startOfTurn(moments: readonly Moment[], at: number): number {
  let start = at;
  while (start > 0 && moments[start - 1]?.evidence.step === moments[at]?.evidence.step) start -= 1;
  return start;
}

/** A turn that begins by repeating what went before shows it by that earlier entry. */
function firstShownBy(moments: readonly Moment[], turn: number): number {
  let first = turn;
  while (first > 0 && repeats(moments[first] as Moment, moments[first - 1])) first -= 1;
  return first;
}

function detailOf({ moments, settings }: History, at: number): number {
  const moment = moments[at];
  if (moment === undefined || repeats(moment, moments[at - 1])) return 0;
  return Math.min(moment.evidence.detail?.length ?? 0, settings.maxDetailChars);
}

/** The last verdicts stay word for word whatever the budget says, and do not count towards it. */
function pinsOf({ moments, settings }: History): ReadonlySet<number> {
  const verdicts = [...moments.keys()].filter((at) => moments[at]?.evidence.kind === "verifier");
  return new Set(settings.verifierPinCount === 0 ? [] : verdicts.slice(-settings.verifierPinCount));
}

function shownDetail(history: History): number {
  const pins = pinsOf(history);
  return history.levels.reduce(
    (sum, level, at) => (level === "full" && !pins.has(at) ? sum + detailOf(history, at) : sum),
    0,
  );
}

function shownLines({ moments, levels }: History): number {
  return levels.filter((level, at) => level !== "gone" && !repeats(moments[at] as Moment, moments[at - 1]))
    .length;
}

function shrinkDetails(history: History, turn: number): void {
  const { levels, settings } = history;
  const pins = pinsOf(history);
  const last = levels.length - 1;
  let kept = 0;
  for (let at = last; at >= 0; at -= 1) {
    if (levels[at] !== "full" || pins.has(at)) continue;
    kept += detailOf(history, at);
    const limit = at >= turn ? settings.detailCharBudget : settings.keptCharBudget;
    if (kept > limit && at !== last) levels[at] = "summary";
  }
}

function dropOldest(history: History, turn: number): void {
  const { moments, levels, settings } = history;
  const pins = pinsOf(history);
  let lines = shownLines(history);
  for (let at = 0; at < turn; at += 1) {
    if (levels[at] === "gone" || pins.has(at)) continue;
    const repeat = repeats(moments[at] as Moment, moments[at - 1]);
    const enough = lines <= settings.keptEvidenceLines;
    // The repeats of a dropped entry go with it.
    if (enough && !(repeat && levels[at - 1] === "gone")) break;
    if (!repeat) lines -= 1;
    levels[at] = "gone";
  }
}
