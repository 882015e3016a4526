/** What the parser of a ledger is in the middle of. */
interface Open {
  /** The line that opened a code block, null outside. */
  fence: string | null;
  /** The two heading lines of a table, empty outside. */
  tableHead: readonly string[];
}

const FENCE = "```";

/**
 * Cuts a rendered ledger into pieces that each stand alone as Markdown and fit GitHub's limit for one
 * comment. It cuts between lines; a table's heading is repeated, a code block is closed and opened again.
 */
export function splitLedger(markdown: string, limit = 65_536): string[] {
  const pieces: string[][] = [];
  let piece: string[] = [];
  let size = 0;
  let open: Open = { fence: null, tableHead: [] };

  const put = (line: string) => {
    piece.push(line);
    size += line.length + 1;
  };
  const turnPage = () => {
    if (open.fence !== null) put(FENCE);
    pieces.push(piece);
    piece = [];
    size = 0;
    if (open.fence !== null) put(open.fence);
    for (const line of open.tableHead) put(line);
  };

  const lines = markdown.replace(/\n$/, "").split("\n");
  for (const [at, whole] of lines.entries()) {
    const next = after(open, whole, lines[at + 1]);
    for (const line of fitting(whole, open, limit)) {
      if (size + line.length + 1 + FENCE.length + 1 > limit) turnPage();
      put(line);
    }
    open = next;
  }
  pieces.push(piece);
  return pieces.map((rows) => `${rows.join("\n")}\n`).filter((text) => text.trim() !== "");
}

function after(open: Open, line: string, nextLine: string | undefined): Open {
  if (open.fence !== null) return line === FENCE ? { fence: null, tableHead: [] } : open;
  if (line.startsWith(FENCE)) return { fence: line, tableHead: [] };
  if (!line.startsWith("|")) return { fence: null, tableHead: [] };
  if (open.tableHead.length > 0) return open;
  return { fence: null, tableHead: nextLine === undefined ? [line] : [line, nextLine] };
}

/** A line too long for any piece: cut into several inside a code block, left out with a word elsewhere. */
function fitting(line: string, open: Open, limit: number): string[] {
  const room = limit - (open.fence ?? open.tableHead.join("\n")).length - 2 * FENCE.length - 8;
  if (line.length <= room) return [line];
  if (open.fence === null) return [`_A line of ${line.length} characters is in the journal only._`];
  const parts: string[] = [];
  for (let at = 0; at < line.length; at += room) parts.push(line.slice(at, at + room));
  return parts;
}
