const GAP = 2;
const NARROWEST = 8;
const WIDEST_WORD = 40;
/** Lines of a cell that does not fit into its column. */
const MOST_LINES = 6;
/** Where nothing says how wide a line may be. */
const WIDEST_CELL = 200;

/**
 * Rows in columns, the first row underlined. Where the columns are wider than `width`, the wide ones give way and their
 * cells go on in the next line; a cell that is too long even so is cut.
 */
export function table(rows: readonly (readonly string[])[], width: number | null = null): string {
  const clean = rows.map((row) => row.map((cell) => oneLine(cell)));
  const natural: number[] = [];
  for (const row of clean)
    row.forEach((cell, column) => (natural[column] = Math.max(natural[column] ?? 0, cell.length)));
  const widths =
    width === null ? natural.map((one) => Math.min(one, WIDEST_CELL)) : fitted(clean, natural, width);
  const lines = (row: readonly string[]): string[] => {
    const cells = row.map((cell, column) =>
      width === null ? [cut(cell, WIDEST_CELL)] : wrapped(cell, widths[column] ?? 0),
    );
    const height = Math.max(...cells.map((cell) => cell.length));
    return Array.from({ length: height }, (_, index) =>
      `  ${cells.map((cell, column) => (cell[index] ?? "").padEnd(widths[column] ?? 0)).join("  ")}`.trimEnd(),
    );
  };
  const [head = [], ...body] = clean;
  return [...lines(head), ...lines(widths.map((one) => "-".repeat(one))), ...body.flatMap(lines)].join("\n");
}

/** What a file holds may move the cursor or change colours; here it is only text. */
function oneLine(text: string): string {
  return text.replaceAll(/\s*\n\s*/g, " ⏎ ").replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, " ");
}

/** A text in lines of at most `width`, those after the first further in. */
export function paragraph(text: string, width: number | null): string {
  const clean = oneLine(text);
  return `  ${width === null ? clean : wrapped(clean, width - 2 * GAP, Infinity).join("\n    ")}`;
}

/**
 * Narrow columns keep what they need; the others share what is left. A column whose words would break takes some of
 * what another has beyond its own words.
 */
function fitted(rows: readonly (readonly string[])[], natural: readonly number[], width: number): number[] {
  const widths = shares(natural, width);
  const words = natural.map((_, column) => Math.min(longestWord(rows, column), WIDEST_WORD));
  words.forEach((word, column) => {
    words.forEach((other, donor) => {
      const moved = Math.min(word - (widths[column] ?? 0), (widths[donor] ?? 0) - other);
      if (donor === column || moved <= 0) return;
      widths[column] = (widths[column] ?? 0) + moved;
      widths[donor] = (widths[donor] ?? 0) - moved;
    });
  });
  return widths;
}

function longestWord(rows: readonly (readonly string[])[], column: number): number {
  const words = rows.flatMap((row) => (row[column] ?? "").split(/\s+|(?<=[/#])/));
  return Math.max(0, ...words.map((word) => word.length));
}

function shares(natural: readonly number[], width: number): number[] {
  let space = width - GAP * natural.length;
  const widths = natural.map(() => 0);
  const open = natural.map((need, column) => ({ need, column })).sort((a, b) => a.need - b.need);
  for (const [index, { need, column }] of open.entries()) {
    const share = Math.max(Math.floor(space / (open.length - index)), NARROWEST);
    widths[column] = Math.min(need, share);
    space -= widths[column];
  }
  return widths;
}

/** Broken at blanks, or behind a `/` or `#` of a path, and anywhere when there are none. */
function wrapped(text: string, width: number, most = MOST_LINES): string[] {
  const lines: string[] = [];
  let rest = text;
  while (rest.length > width && lines.length < most - 1) {
    const head = rest.slice(0, width + 1);
    const blank = head.lastIndexOf(" ");
    const sign = Math.max(head.lastIndexOf("/", width - 1), head.lastIndexOf("#", width - 1)) + 1;
    const at = blank > width / 3 ? blank : sign > width / 3 ? sign : width;
    lines.push(rest.slice(0, at).trimEnd());
    rest = rest.slice(at).trimStart();
  }
  return [...lines, cut(rest, width)];
}

function cut(text: string, width: number): string {
  return text.length <= width ? text : `${text.slice(0, width - 1)}…`;
}
