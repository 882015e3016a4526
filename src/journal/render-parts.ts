import type { Ledger } from "./ledger.ts";

/** A Markdown table; nothing for no rows. Cells are Markdown already and hold neither bar nor newline. */
export function table(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return "";
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(columns), line(columns.map(() => "---")), ...rows.map(line)].join("\n");
}

export function spentText({ turns, usage, cost }: Ledger["spent"]): string {
  const count = (value: number) => value.toLocaleString("en-US");
  const cached = usage.cachedTokens > 0 ? ` (${count(usage.cachedTokens)} cached)` : "";
  const estimated = usage.reported ? "" : ", partly estimated";
  return (
    `${count(turns)} ${turns === 1 ? "turn" : "turns"}, ${count(usage.promptTokens)} prompt tokens${cached}, ` +
    `${count(usage.completionTokens)} completion tokens${estimated}, $${cost.toFixed(4)}`
  );
}
