import type { Workspace } from "../domain/ports/workspace.ts";
import { type FilePatch, joinPatch, splitPatch } from "./split-patch.ts";
import { isTestFile } from "./test-file.ts";
import { linesOnBase } from "./text-on-base.ts";

/** A file of the program that holds tests, as a patch that leaves the base's tests in it as they stood. */
export interface InlineTests {
  path: string;
  patch: FilePatch;
}

interface Region {
  /** What it is found again by. */
  name: string;
  from: number;
  /** The line behind it. */
  to: number;
}

interface Language {
  file: RegExp;
  starts: RegExp;
  /** The line that holds a name and opens the body, where another stands above it. */
  opens: RegExp;
  /** Ends at a line of this, at the indentation of its start. */
  ends: RegExp;
  /** Whether one that has another name now may be the next of them. */
  inOrder: boolean;
}

const BRACE = /^\s*\}/u;
const LANGUAGES: readonly Language[] = [
  {
    file: /\.rs$/u,
    starts: /^\s*#\[(?:cfg\((?:all\((?:.*,\s*)?)?test\s*[,)]|(?:\w+::)*(?:test|rstest)\b)/u,
    opens: /\b(?:mod|fn|impl|trait)\b.*\{\s*$/u,
    ends: BRACE,
    inOrder: true,
  },
  { file: /\.zig$/u, starts: /^\s*test\b.*\{\s*$/u, opens: /\{\s*$/u, ends: BRACE, inOrder: true },
  {
    file: /\.d$/u,
    starts: /^\s*(?:@\w+\s+)*unittest\b/u,
    opens: /\{\s*$|^\s*\{/u,
    ends: BRACE,
    inOrder: true,
  },
  {
    file: /\.[cm]?[jt]sx?$/u,
    starts: /^\s*if\s*\(\s*import\.meta\.vitest\b/u,
    opens: /\{\s*$/u,
    ends: BRACE,
    inOrder: true,
  },
  {
    file: /\.(?:c|cc|cpp|cxx|h|hpp)$/u,
    starts: /^\s*(?:TEST_CASE|TEST|TEST_F|SCENARIO|BOOST_AUTO_TEST_CASE|DOCTEST_TEST_CASE)\s*\(/u,
    opens: /\{\s*$|^\s*\{/u,
    ends: BRACE,
    inOrder: true,
  },
  { file: /\.erl$/u, starts: /^-ifdef\(TEST\)/u, opens: /^-ifdef/u, ends: /^-endif/u, inOrder: true },
  {
    file: /\.pyi?$/u,
    starts: /^\s*>>> /u,
    opens: /^\s*>>> /u,
    ends: /^\s*(?:$|"""|'''|>>> )/u,
    inOrder: false,
  },
];
/** What may stand between the mark of a test and the line that opens it. */
const BETWEEN = /^\s*(?:$|#!?\[|\/\/|@)/u;
const ABOVE_BODY = 8;

/** The changed files of the program whose tests are not as they stood, with those put back. */
export async function inlineTests(
  patch: string,
  workspace: Pick<Workspace, "readFile">,
): Promise<InlineTests[]> {
  const found: InlineTests[] = [];
  for (const one of splitPatch(patch)) {
    const { path, oldPath, oldMode, newMode } = one.file;
    const language = LANGUAGES.find(({ file }) => file.test(path));
    if (language === undefined || oldMode === null || newMode === null || one.hunks.length === 0) continue;
    if (isTestFile(path) || isTestFile(oldPath)) continue;
    const now = await textOf(path, workspace);
    const before = linesOnBase(one, now);
    if (before === null) continue;
    const after = now.slice(0, -1).split("\n");
    const put = putBack(language, before, after);
    if (put !== null) found.push({ path, patch: { ...one, hunks: [wholly(before, put)] } });
  }
  return found;
}

// a file in another encoding cannot be put together again from its lines
async function textOf(path: string, workspace: Pick<Workspace, "readFile">): Promise<string> {
  const bytes = await workspace.readFile(path).catch(() => null);
  if (bytes === null) return "";
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return "";
  }
}

/** The patch of the change with these files as they are given. */
export function withInlineTests(patch: string, tests: readonly InlineTests[]): string {
  const files = splitPatch(patch);
  return joinPatch(files.map((one) => tests.find(({ path }) => path === one.file.path)?.patch ?? one));
}

function wholly(before: readonly string[], after: readonly string[]): FilePatch["hunks"][number] {
  const lines = [...before.map((line) => `-${line}`), ...after.map((line) => `+${line}`)];
  return { oldStart: 1, oldCount: before.length, newCount: after.length, lines };
}

/** Null where every test of before stands in the file as it did. */
function putBack(language: Language, before: readonly string[], after: readonly string[]): string[] | null {
  const now = regionsOf(language, after);
  const old = regionsOf(language, before).filter((region) => !isAmong(blockOf(before, region), after, now));
  const places = now.filter(
    (region) => !isAmong(blockOf(after, region), before, regionsOf(language, before)),
  );
  const put = new Map<Region, Region>();
  for (const region of old) {
    const same = places.find((place) => place.name === region.name && !put.has(place));
    if (same !== undefined) put.set(same, region);
  }
  const left = language.inOrder ? old.filter((region) => ![...put.values()].includes(region)) : [];
  for (const region of left) {
    const next = places.find((place) => !put.has(place));
    if (next !== undefined) put.set(next, region);
  }
  if (put.size === 0) return null;
  let lines: string[] = [];
  let at = 0;
  for (const place of now) {
    const region = put.get(place);
    if (region === undefined) continue;
    lines = lines.concat(after.slice(at, place.from), before.slice(region.from, region.to));
    at = place.to;
  }
  return lines.concat(after.slice(at));
}

function blockOf(lines: readonly string[], { from, to }: Region): string {
  return lines.slice(from, to).join("\n");
}

function isAmong(text: string, lines: readonly string[], regions: readonly Region[]): boolean {
  return regions.some((region) => blockOf(lines, region) === text);
}

function regionsOf(language: Language, lines: readonly string[]): Region[] {
  const regions: Region[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const opened = language.starts.test(lines[at] ?? "") ? openedAt(language, lines, at) : null;
    const to = opened === null ? null : endOf(language, lines, { from: at, opened });
    if (opened === null || to === null) continue;
    regions.push({ name: (lines[opened] ?? "").trim(), from: at, to });
    at = to - 1;
  }
  return regions;
}

function openedAt({ opens }: Language, lines: readonly string[], from: number): number | null {
  for (let at = from; at < Math.min(from + ABOVE_BODY, lines.length); at += 1) {
    const line = lines[at] ?? "";
    if (opens.test(line)) return at;
    if (at > from && !BETWEEN.test(line)) return null;
  }
  return null;
}

function endOf(
  { ends }: Language,
  lines: readonly string[],
  { from, opened }: { from: number; opened: number },
): number | null {
  const indent = indentOf(lines[from] ?? "");
  for (let at = opened + 1; at < lines.length; at += 1) {
    const line = lines[at] ?? "";
    if (!ends.test(line) || (line.trim() !== "" && indentOf(line) !== indent)) continue;
    return /^\s*(?:\}|-endif)/u.test(line) ? at + 1 : at;
  }
  return null;
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}
