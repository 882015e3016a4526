/** One file of a git patch, as far as the guards look at it. */
export interface PatchFile {
  path: string;
  oldPath: string;
  /** Null on the side where the file does not exist. */
  oldMode: string | null;
  newMode: string | null;
  added: readonly { line: number; text: string }[];
}

export const SYMLINK_MODE = "120000";

interface Draft {
  path: string;
  oldPath: string;
  oldMode: string | null;
  newMode: string | null;
  added: { line: number; text: string }[];
}

/** Reads what `git diff` writes, quoted names, renames and mode changes included. */
export function parsePatch(patch: string): PatchFile[] {
  const lines = patch.split("\n");
  const files: Draft[] = [];
  let at = 0;
  while (at < lines.length) {
    const line = lines[at] ?? "";
    at += 1;
    if (line.startsWith("diff --git ")) files.push(draftOf(line));
    const file = files.at(-1);
    if (file === undefined) continue;
    const hunk = /^@@ -\d+(?:,(?<old>\d+))? \+(?<start>\d+)(?:,(?<new>\d+))? @@/u.exec(line)?.groups;
    if (hunk === undefined) readHeader(file, line);
    else at = readHunk(file, lines, { at, ...hunkSize(hunk) });
  }
  return files;
}

function draftOf(line: string): Draft {
  const { oldPath, path } = readPaths(line.slice("diff --git ".length));
  return { path, oldPath, oldMode: null, newMode: null, added: [] };
}

// without a rename both names are equal, which tells where an unquoted name with spaces ends
function readPaths(rest: string): { oldPath: string; path: string } {
  const quoted = /^(?<a>"(?:\\.|[^"\\])*"|a\/.*?) (?<b>"(?:\\.|[^"\\])*"|b\/.*)$/u;
  const half = (rest.length - 1) / 2;
  const same = rest.slice(2, half) === rest.slice(half + 3) && rest.startsWith("a/");
  if (same) return { oldPath: rest.slice(2, half), path: rest.slice(half + 3) };
  const groups = quoted.exec(rest)?.groups;
  return { oldPath: unquote(groups?.["a"] ?? "").slice(2), path: unquote(groups?.["b"] ?? "").slice(2) };
}

const HEADERS: readonly [string, (file: Draft, value: string) => void][] = [
  ["new file mode ", (file, value) => void (file.newMode = value)],
  ["deleted file mode ", (file, value) => void (file.oldMode = value)],
  ["old mode ", (file, value) => void (file.oldMode = value)],
  ["new mode ", (file, value) => void (file.newMode = value)],
  ["rename from ", (file, value) => void (file.oldPath = unquote(value))],
  ["rename to ", (file, value) => void (file.path = unquote(value))],
  ["copy from ", (file, value) => void (file.oldPath = unquote(value))],
  ["copy to ", (file, value) => void (file.path = unquote(value))],
];

function readHeader(file: Draft, line: string): void {
  const unchangedMode = /^index [0-9a-f]+\.\.[0-9a-f]+ (?<mode>\d{6})$/u.exec(line)?.groups?.["mode"];
  if (unchangedMode !== undefined) {
    file.oldMode = unchangedMode;
    file.newMode = unchangedMode;
    return;
  }
  for (const [prefix, apply] of HEADERS) {
    if (line.startsWith(prefix)) apply(file, line.slice(prefix.length));
  }
}

interface Hunk {
  at: number;
  line: number;
  old: number;
  new: number;
}

function hunkSize(groups: Record<string, string>): Omit<Hunk, "at"> {
  return { line: Number(groups["start"]), old: Number(groups["old"] ?? 1), new: Number(groups["new"] ?? 1) };
}

// the counts decide where a hunk ends: a removed line may well read "-- a/file"
function readHunk(file: Draft, lines: readonly string[], hunk: Hunk): number {
  let { at, line, old: oldLeft, new: newLeft } = hunk;
  while (at < lines.length && (oldLeft > 0 || newLeft > 0)) {
    const text = lines[at] ?? "";
    if (text.startsWith("+")) file.added.push({ line, text: text.slice(1).replace(/\r$/u, "") });
    if (!text.startsWith("-") && !text.startsWith("\\")) {
      line += 1;
      newLeft -= 1;
    }
    if (!text.startsWith("+") && !text.startsWith("\\")) oldLeft -= 1;
    at += 1;
  }
  return at;
}

const ESCAPES: Record<string, number> = { n: 10, t: 9, r: 13, a: 7, b: 8, f: 12, v: 11, '"': 34, "\\": 92 };

/** A name as git quotes it: C escapes, bytes in octal. */
function unquote(name: string): string {
  if (!name.startsWith('"')) return name;
  const bytes: Uint8Array[] = [];
  for (const [part] of name.slice(1, -1).matchAll(/\\[0-7]{3}|\\.|[^\\]+/gsu)) {
    if (!part.startsWith("\\")) bytes.push(Buffer.from(part));
    else if (/^\\[0-7]{3}$/u.test(part)) bytes.push(Uint8Array.of(Number.parseInt(part.slice(1), 8)));
    else bytes.push(Uint8Array.of(ESCAPES[part.slice(1)] ?? part.charCodeAt(1)));
  }
  return Buffer.concat(bytes).toString("utf8");
}
