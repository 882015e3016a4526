const WIDEST = 70;

/** Rows in columns, the first row underlined. Long cells are cut. */
export function table(rows: readonly (readonly string[])[]): string {
  const cut = rows.map((row) =>
    row.map((cell) => (cell.length > WIDEST ? `${cell.slice(0, WIDEST - 1)}…` : cell)),
  );
  const widths: number[] = [];
  for (const row of cut)
    row.forEach((cell, column) => (widths[column] = Math.max(widths[column] ?? 0, cell.length)));
  const line = (row: readonly string[]): string =>
    `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  ")}`.trimEnd();
  const [head = [], ...body] = cut;
  return [line(head), line(widths.map((width) => "-".repeat(width))), ...body.map(line)].join("\n");
}
