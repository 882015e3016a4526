/** A table with columns as wide as their cells; numbers stand at the right. */
export function markdownTable(head: readonly string[], given: readonly (readonly string[])[]): string {
  const rows = given.map((cells) => cells.map((cell) => cell.replaceAll("|", String.raw`\|`)));
  const widths = head.map((title, at) =>
    Math.max(title.length, ...rows.map((row) => (row[at] ?? "").length)),
  );
  const isNumber = head.map((_, at) => rows.every((row) => /^\d+$/u.test(row[at] ?? "")));
  const line = (cells: readonly string[]): string => {
    const padded = cells.map((cell, at) => {
      const width = widths[at] ?? 0;
      return isNumber[at] === true ? cell.padStart(width) : cell.padEnd(width);
    });
    return `| ${padded.join(" | ")} |`;
  };
  const rule = widths.map((width, at) =>
    isNumber[at] === true ? `${"-".repeat(width + 1)}:` : "-".repeat(width + 2),
  );
  return [line(head), `|${rule.join("|")}|`, ...rows.map(line)].join("\n");
}
