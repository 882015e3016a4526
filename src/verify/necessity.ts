import { isManifest } from "./manifest-file.ts";
import { onBase } from "./against-baseline.ts";
import type { ChangeParts } from "./change-parts.ts";
import { type Examined, unexamined } from "./examined.ts";
import { isComment, isSource } from "./guards/added-lines.ts";
import { rerunTests, testsThatPassed } from "./rerun-tests.ts";
import { type FilePatch, joinPatch, splitPatch } from "./split-patch.ts";
import type { PlannedResult, VerifyRequest } from "./verify-request.ts";

const NAME = "necessity";
/** Reruns of the tests that one proof may take; with them it stays within four times the plan's own time. */
export const MOST_RERUNS = 4;
/** A change without one of its parts may well run for ever. */
const PATIENCE = { atLeastMs: 30_000, times: 5 };

/** One part of the source that can be taken out of the change: a hunk, or a file that comes or goes as a whole. */
interface Part {
  file: number;
  hunk: number | null;
  lines: number;
  place: string;
}

interface Asked {
  parts: ChangeParts;
  planned: readonly PlannedResult[];
  reproduction: Examined;
  /** How many reruns are left for this question. */
  reruns: number;
}

/** Whether each part of the source is needed by a test, asked by taking out one at a time, the largest first. */
export async function examineNecessity(request: VerifyRequest, asked: Asked): Promise<Examined> {
  const gate = request.gates.necessity;
  if (gate === "off") return unexamined("Switched off in .github/avatar.yml (gates.necessity).");
  if (request.taskKind === "test_only") return unexamined("The task was to change tests only.");
  const files = splitPatch(request.candidate.patch);
  const parts = partsOfSource(files, asked.parts.rubric ?? []);
  if (parts.length === 0) return unexamined("The change has no source of which a part could be taken out.");
  if (testsThatPassed(asked.planned).length === 0)
    return unexamined("The plan has no test command to run without a part of the change.");
  const known = withoutRun(request, parts, asked);
  const tried = known === null ? parts.slice(0, Math.max(0, asked.reruns)) : parts;
  if (tried.length === 0)
    return unexamined(`The time for the proof was used up: ${counted(parts.length)} not examined.`);
  const found = known ?? (await withoutEach(request, { files, tried, planned: asked.planned }));
  return answerOf(gate, { tried: tried.length, all: parts.length, ...found });
}

interface Found {
  unneeded: readonly Part[];
  /** Null where the answer was known without a run. */
  durationMs: number | null;
}

async function withoutEach(
  request: VerifyRequest,
  {
    files,
    tried,
    planned,
  }: { files: readonly FilePatch[]; tried: readonly Part[]; planned: Asked["planned"] },
): Promise<Found> {
  const patient = { ...request, timeoutMs: patienceFor(request, planned) };
  const unneeded: Part[] = [];
  let durationMs = 0;
  for (const part of tried) {
    const without = await request.checkout.candidateFromPatch(joinPatch(takenOut(files, part)));
    const rerun = await rerunTests(patient, without, testsThatPassed(planned));
    durationMs += rerun.durationMs;
    if (rerun.kind === "passed") unneeded.push(part);
  }
  return { unneeded, durationMs };
}

function answerOf(
  gate: "required" | "optional",
  { tried, all, unneeded, durationMs }: Found & { tried: number; all: number },
): Examined {
  const note = noteOf(tried, all, unneeded.length);
  const isShort = tried < all ? "not examined" : "yes";
  const places = unneeded.map(({ place }) => place);
  const evidence = [note, ...places.map((place) => `${place}: not needed by any check`)].join("\n");
  const status = places.length > 0 ? "fail" : "pass";
  return {
    answer: { answer: places.length > 0 ? "no" : isShort, note },
    check: {
      name: NAME,
      kind: gate,
      status,
      skipReason: null,
      evidence,
      ...(durationMs === null ? {} : { durationMs }),
    },
    nextAction: `Take out what no test needs, or add a test for it: ${places.join(", ")} (check "${NAME}").`,
  };
}

/** A change without its only part is the base, with the tests of the change where it brings some: both were run. */
function withoutRun({ plan, baseline }: VerifyRequest, parts: readonly Part[], asked: Asked): Found | null {
  const { others, existingTests, newTests } = asked.parts;
  if (parts.length !== 1 || others.length !== 1) return null;
  if (asked.reproduction.answer.answer === "yes") return { unneeded: [], durationMs: null };
  if (existingTests.length + newTests.length > 0) return null;
  const before = testsThatPassed(asked.planned).map((check) => onBase(baseline, plan, check)?.status);
  if (before.includes("fail")) return { unneeded: [], durationMs: null };
  return before.every((status) => status === "pass") ? { unneeded: parts, durationMs: null } : null;
}

function partsOfSource(files: readonly FilePatch[], rubric: readonly string[]): Part[] {
  const parts = files.flatMap(({ file, hunks }, at): Part[] => {
    const { path, oldPath } = file;
    if (!isSource(path) || isManifest(path) || rubric.includes(path) || rubric.includes(oldPath)) return [];
    const sizes = hunks.map(({ lines }) => lines.filter(isChange).length);
    const isWhole = file.oldMode === null || file.newMode === null;
    const whole = { file: at, hunk: null, lines: sizes.reduce((sum, size) => sum + size, 0), place: path };
    if (isWhole) return whole.lines === 0 ? [] : [whole];
    return hunks.flatMap(({ oldStart, lines }, hunk): Part[] => {
      const isQuiet = lines
        .filter(isChange)
        .every((line) => line.trim().length < 2 || isComment(line.slice(1)));
      return isQuiet
        ? []
        : [{ file: at, hunk, lines: sizes[hunk] ?? 0, place: placeOf(path, oldStart, lines) }];
    });
  });
  return parts.sort((a, b) => b.lines - a.lines || a.file - b.file || (a.hunk ?? 0) - (b.hunk ?? 0));
}

function isChange(line: string): boolean {
  return line.startsWith("+") || line.startsWith("-");
}

/** By the line of the base that the part is at, and its size. */
function placeOf(path: string, oldStart: number, lines: readonly string[]): string {
  const before = lines.findIndex(isChange);
  const [added, removed] = ["+", "-"].map((sign) => lines.filter((line) => line.startsWith(sign)).length);
  return `${path}:${oldStart + Math.max(0, before)} (+${added ?? 0} −${removed ?? 0})`;
}

function takenOut(files: readonly FilePatch[], part: Part): FilePatch[] {
  return files.flatMap((file, at) => {
    if (at !== part.file) return [file];
    if (part.hunk === null) return [];
    const hunks = file.hunks.filter((_hunk, index) => index !== part.hunk);
    return hunks.length === 0 && !isMoved(file) ? [] : [{ ...file, hunks, head: headOf(file, hunks.length) }];
  });
}

function isMoved({ file }: FilePatch): boolean {
  return file.path !== file.oldPath || file.oldMode !== file.newMode;
}

// names of both sides stand only above hunks
function headOf({ head }: FilePatch, hunks: number): readonly string[] {
  return hunks > 0 ? head : head.filter((line) => !/^(?:---|\+\+\+|index) /u.test(line));
}

function patienceFor({ timeoutMs }: VerifyRequest, planned: readonly PlannedResult[]): number {
  const longest = Math.max(0, ...planned.map(({ result }) => result.durationMs ?? 0));
  return Math.min(timeoutMs, Math.max(PATIENCE.atLeastMs, PATIENCE.times * longest));
}

function noteOf(tried: number, all: number, unneeded: number): string {
  const lead = `${counted(tried)} of the source taken out one at a time`;
  const found = unneeded === 0 ? "each time a test fails" : `${unneeded} missed by no test`;
  const left = all - tried;
  return `${lead}${left > 0 ? ", the largest first" : ""}: ${found}.${left > 0 ? ` ${counted(left)} not examined.` : ""}`;
}

function counted(parts: number): string {
  return parts === 1 ? "1 part" : `${parts} parts`;
}
