/** The first thing that went wrong in an output, with its place where one is named. */
export interface Failure {
  file: string;
  line: number;
  message: string;
  /** Row of the output, from 0, where the place is named. */
  row: number;
}

type Reader = (lines: readonly string[], row: number) => Omit<Failure, "row"> | null;

// Runners print logs and warnings first; from one of these lines on they talk about failures.
const HEADING =
  /^(?:✖ failing tests:|not ok \d|\s*● |-{2,}\s*FAIL:|=+ (?:FAILURES|ERRORS) =+|(?:FAIL|ERROR): |failures:$|Failures:$|\s+\d+ failing\b|⎯+ Failed Tests|There (?:was|were) \d+ (?:failure|error)|error(?:\[E\d+\])?: |\s+\d+\) )/u;
// Files that are not the repository's: a failure is reported where its own code asserts.
const FOREIGN =
  /^(?:\/|~|node:|internal\/|[a-z]+:\/\/)|(?:^|\/)(?:node_modules|site-packages|dist-packages|\.cargo|rustc|vendor\/bundle|gems)\/|<frozen/u;
const FOREIGN_FRAME =
  /^\s*at (?:org\.(?:junit|opentest4j|assertj|hamcrest|gradle|apache)|java|javax|jdk|sun|kotlin|scala)\./u;

/** The first failure whose place the output names; null when it names none. */
export function firstFailure(output: string): Failure | null {
  const lines = output.split("\n");
  const heading = lines.findIndex((line) => HEADING.test(line));
  return scan(lines, Math.max(0, heading)) ?? (heading > 0 ? scan(lines, 0) : null);
}

function scan(lines: readonly string[], from: number): Failure | null {
  for (let row = from; row < lines.length; row += 1) {
    for (const read of READERS) {
      const found = read(lines, row);
      if (found !== null && !FOREIGN.test(found.file)) {
        return { ...found, file: found.file.replace(/^\.\//u, ""), row };
      }
    }
  }
  return null;
}

function place(groups: Record<string, string> | undefined): { file: string; line: number } | null {
  const { file, line } = groups ?? {};
  return file === undefined || line === undefined ? null : { file, line: Number(line) };
}

/** `Traceback`: frames from the outside in, then the error. */
const pythonTraceback: Reader = (lines, row) => {
  const frame = /^\s+File "(?<file>[^"]+)", line (?<line>\d+)/u;
  let last = place(frame.exec(lines[row] ?? "")?.groups);
  if (last === null) return null;
  for (let next = row + 1; next < lines.length; next += 1) {
    const line = lines[next] ?? "";
    const found = place(frame.exec(line)?.groups);
    if (found !== null && !FOREIGN.test(found.file)) last = found;
    if (/^\S/u.test(line)) return { ...last, message: line.trim() };
  }
  return { ...last, message: "" };
};

const rustPanic: Reader = (lines, row) => {
  const found = place(
    /panicked at (?:'.*', )?(?<file>[^\s:]+):(?<line>\d+):\d+:?$/u.exec(lines[row] ?? "")?.groups,
  );
  return found && { ...found, message: (lines[row + 1] ?? "").trim() };
};

const rustCompiler: Reader = (lines, row) => {
  const found = place(/^\s*--> (?<file>[^\s:]+):(?<line>\d+):\d+$/u.exec(lines[row] ?? "")?.groups);
  return found && { ...found, message: (lines[row - 1] ?? "").trim() };
};

/** `src/a.ts(3,5): error TS2322: …` */
const parenthesised: Reader = (lines, row) => {
  const groups = /^\s*(?<file>[^\s():]+)\((?<line>\d+),\d+\): (?<message>error .+)$/u.exec(
    lines[row] ?? "",
  )?.groups;
  const found = place(groups);
  return found && { ...found, message: groups?.["message"] ?? "" };
};

/** A linter that prints the file on a line of its own and the findings below it. */
const underFileName: Reader = (lines, row) => {
  const groups = /^\s+(?<line>\d+):\d+\s+(?:error|✖)\s+(?<message>.+)$/u.exec(lines[row] ?? "")?.groups;
  if (groups === undefined) return null;
  const file = lines.slice(0, row).findLast((line) => /^\S+\.\w+$/u.test(line));
  return file === undefined
    ? null
    : { file, line: Number(groups["line"]), message: (groups["message"] ?? "").trim() };
};

/** `file:line: message`, the way compilers, linters, go test and pytest write. */
const fileLineMessage: Reader = (lines, row) => {
  const line = lines[row] ?? "";
  const groups = /^\s*(?<file>[^\s:()'"]+\.\w+):(?<line>\d+):(?:\d+:)? (?<message>\S.*)$/u.exec(line)?.groups;
  const found = place(groups);
  const message = groups?.["message"] ?? "";
  if (found === null || /warning/iu.test(message)) return null;
  return { ...found, message: /^\w+$/u.test(message) ? messageAbove(lines, row) || message : message };
};

/** Minitest: `Name#test [file:line]:` with the message below. */
const bracketed: Reader = (lines, row) => {
  const found = place(/\[(?<file>[^\s:\]]+\.\w+):(?<line>\d+)\]:?$/u.exec(lines[row] ?? "")?.groups);
  return found && { ...found, message: (lines[row + 1] ?? "").trim() };
};

/** A stack frame: a place at the end of its line. */
const frame: Reader = (lines, row) => {
  const line = lines[row] ?? "";
  if (/^\s*(?:test at|location:)/u.test(line) || FOREIGN_FRAME.test(line)) return null;
  const pattern =
    /(?:^|[\s('"@])(?<file>[^\s()'":@]+\.[A-Za-z]\w{0,4}):(?<line>\d+)(?::\d+)?(?::in .*)?[)'"]*(?: \{)?$/u;
  const found = place(pattern.exec(line)?.groups);
  return found && { ...found, message: messageAbove(lines, row) };
};

const READERS: readonly Reader[] = [
  pythonTraceback,
  rustPanic,
  rustCompiler,
  parenthesised,
  underFileName,
  fileLineMessage,
  bracketed,
  frame,
];

const WINDOW = 30;

/** What failed, from the lines above its place. */
function messageAbove(lines: readonly string[], row: number): string {
  const above = lines.slice(Math.max(0, row - WINDOW), row);
  const start = above.findLastIndex((line) => HEADING.test(line) || /^_{3,} .+ _{3,}$/u.test(line));
  const block = above.slice(start + 1);
  const pytest = block.find((line) => /^E\s+\S/u.test(line));
  if (pytest !== undefined) return pytest.replace(/^E\s+/u, "");
  const pair = block.filter((line) => /^\s*(?:Expected|Received)\b.*: /u.test(line));
  if (pair.length > 0)
    return pair
      .slice(0, 2)
      .map((line) => line.trim())
      .join(", ");
  const named = block.find((line) =>
    /\b\w*(?:Error|Exception|Failure)\b|^\s*error: |\bexpected\b/u.test(line),
  );
  return (named ?? block.find((line) => line.trim() !== "") ?? "").trim();
}
