import { type PatchLine, patchLines } from "./patch-lines.ts";
import { parsePatch } from "./patch-file.ts";
import { isTestFile } from "./test-file.ts";

/** What a change does to tests that the base has, as far as the lines of the patch tell. */
export interface TestEdits {
  /** Test files that are gone, not moved. */
  deletedFiles: readonly string[];
  /** Tests taken out of files that stay, by the names they are declared under. */
  removed: readonly { path: string; name: string }[];
  /** Marks that leave a test of the base out of the run. */
  skipped: readonly Mark[];
  /** Marks that narrow a run to the marked tests. */
  focused: readonly Mark[];
}

interface Mark {
  path: string;
  line: number;
  text: string;
}

const DECLARATIONS: readonly RegExp[] = [
  /^\s*(?:test|it|specify|example|Deno\.test|@test|x?it|xtest)(?:\.\w+)*\s*\(?\s*(?<quote>["'`])(?<name>.+?)\k<quote>/u,
  /^\s*(?:async )?def (?<name>test\w*)/u,
  /^func (?<name>(?:Test|Example|Fuzz)\w*)\(/u,
  /\bfunction (?<name>test\w+)\(/u,
];
/** A test in the languages that mark it on a line above its name. */
const MARKED =
  /^\s*(?:@(?:Test|ParameterizedTest|RepeatedTest)\b|\[(?:Fact|Theory|Test|TestCase|TestMethod)\b|#\[(?:\w+::)*(?:test|rstest|test_case|wasm_bindgen_test)\b)/u;
const NAMED = /\b(?:fn|fun|void|Task|def) +`?(?<name>[^`(<]+?)`?\s*[(<]/u;
const MARK_DISTANCE = 4;

const SKIP =
  /\b(?:test|it|describe|suite|context)(?:\.\w+)*\.(?:skip|todo|skipIf|runIf|failing|fails)\b|\bx(?:it|test|describe|context|specify)\b|\bskip: (?:true|["'`])|\bt\.[sS]kip(?:f|Now)?\(|@(?:pytest\.mark\.(?:skip|skipif|xfail)|(?:unittest\.)?(?:skip\w*|expectedFailure)|Disabled|Ignore)\b|\b(?:pytest\.(?:skip|xfail)|self\.skipTest|markTest(?:Skipped|Incomplete))\(|\bSkipTest\b|\bpytestmark\b|\bcollect_ignore|#\[ignore|\bSkip ?= ?"|^\s*(?:skip|pending)\b|@(?:module)?tag :?skip/u;
const FOCUS =
  /\b(?:test|it|describe|suite|context|specify)(?:\.\w+)*\.only\b|\bf(?:it|describe|context)\(|\bfocus: true|, :focus\b|\bonly: true/u;

export function editsOf(patch: string): TestEdits {
  const files = patchLines(patch);
  const names = (path: string | null, kind: PatchLine["kind"]) =>
    files
      .filter((file) => path === null || file.path === path)
      .flatMap((file) => declared(file.lines, kind).map(({ name }) => name));
  const added = new Set(names(null, "added"));
  const deletedFiles = parsePatch(patch)
    .filter((file) => file.newMode === null && file.oldMode !== null && isTestFile(file.oldPath))
    .map((file) => file.oldPath);
  const removed = files
    .filter((file) => !deletedFiles.includes(file.path))
    .flatMap(({ path }) => names(path, "removed").map((name) => ({ path, name })))
    .filter(({ name }) => !added.has(name));
  const old = files.filter((file) => !file.isNew);
  return {
    deletedFiles,
    removed,
    skipped: old.flatMap(({ path, lines }) => marksOn(lines).map((line) => ({ path, ...line }))),
    focused: files.flatMap(({ path, lines }) =>
      lines
        .filter(({ kind, text }) => kind === "added" && FOCUS.test(text))
        .map((line) => markAt(path, line)),
    ),
  };
}

function markAt(path: string, { line, text }: PatchLine): Mark {
  return { path, line, text: text.trim().slice(0, 80) };
}

interface Declaration {
  row: number;
  name: string;
  kind: PatchLine["kind"];
}

/** Tests declared on lines of one kind; without a kind, on any. */
function declared(lines: readonly PatchLine[], kind?: PatchLine["kind"]): Declaration[] {
  return lines.flatMap((line, row) => {
    if (kind !== undefined && line.kind !== kind) return [];
    const name = nameOn(lines, row);
    return name === null ? [] : [{ row, name, kind: line.kind }];
  });
}

function nameOn(lines: readonly PatchLine[], row: number): string | null {
  const text = lines[row]?.text ?? "";
  for (const pattern of DECLARATIONS) {
    const name = pattern.exec(text)?.groups?.["name"];
    if (name !== undefined) return name;
  }
  const name = NAMED.exec(text)?.groups?.["name"];
  if (name === undefined) return null;
  const above = lines.slice(Math.max(0, row - MARK_DISTANCE), row).map((line) => line.text);
  const since = above.slice(above.findLastIndex((line) => NAMED.test(line)) + 1);
  return [...since, text].some((line) => MARKED.test(line)) ? name : null;
}

/** Added marks that stand on a test of the base: on its own line, above it, or inside it. */
function marksOn(lines: readonly PatchLine[]): Omit<Mark, "path">[] {
  const declarations = declared(lines).filter(({ kind }) => kind !== "removed");
  const before = new Set(declared(lines, "removed").map(({ name }) => name));
  const isOld = (found: Declaration | undefined) =>
    found === undefined || found.kind === "kept" || before.has(found.name);
  return lines.flatMap((line, row) => {
    if (line.kind !== "added" || !SKIP.test(line.text)) return [];
    const isAbove = /^\s*[@#[]/u.test(line.text);
    const owner = isAbove
      ? declarations.find((found) => found.row >= row)
      : declarations.findLast((found) => found.row <= row);
    return isOld(owner) ? [{ line: line.line, text: line.text.trim().slice(0, 80) }] : [];
  });
}
