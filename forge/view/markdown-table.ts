import { renderInline } from "./markdown-inline.ts";
import type { MarkdownContext } from "./markdown-inline.ts";

const DELIMITER = /^ {0,3}\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/u;

export function isTableStart([head = "", delimiter = ""]: string[]): boolean {
  return (
    head.includes("|") && DELIMITER.test(delimiter) && cellsOf(head).length === cellsOf(delimiter).length
  );
}

export function renderTable(lines: string[], context: MarkdownContext): { html: string; taken: number } {
  const [head = "", delimiter = ""] = lines;
  const aligns = cellsOf(delimiter).map(alignOf);
  const end = lines.findIndex((line, i) => i > 1 && !line.includes("|"));
  const taken = end === -1 ? lines.length : end;
  const row = (line: string, tag: string) => {
    const cells = cellsOf(line);
    const html = aligns.map(
      (align, i) => `<${tag}${align}>${renderInline(cells[i] ?? "", context)}</${tag}>`,
    );
    return `<tr>${html.join("")}</tr>`;
  };
  const body = lines.slice(2, taken).map((line) => row(line, "td"));
  return { html: `<table><thead>${row(head, "th")}</thead><tbody>${body.join("")}</tbody></table>`, taken };
}

/** Cells between bars; a bar with a backslash, or inside code, is text. */
function cellsOf(line: string): string[] {
  const cells: string[] = [];
  let cell = "";
  let inCode = false;
  for (let i = 0; i < line.length; i += 1) {
    const character = line.charAt(i);
    if (character === "\\" && line[i + 1] === "|") {
      cell += "|";
      i += 1;
    } else if (character === "|" && !inCode) {
      cells.push(cell.trim());
      cell = "";
    } else {
      if (character === "`") inCode = !inCode;
      cell += character;
    }
  }
  cells.push(cell.trim());
  if (cells[0] === "") cells.shift();
  if (cells.at(-1) === "") cells.pop();
  return cells;
}

function alignOf(delimiter: string): string {
  const right = delimiter.endsWith(":");
  if (delimiter.startsWith(":") && right) return ' class="center"';
  return right ? ' class="right"' : "";
}
