/** GitHub takes 65,536 characters; the marker is added by the sender. */
const LIMIT = 65_000;

/**
 * A ledger as comments that fit, cut between lines; a table that goes on gets its head again. Lines of a ledger
 * leave no element open, and a line too long to show is cut so that it leaves none open either.
 */
export function splitLedger(markdown: string, limit = LIMIT): string[] {
  const parts: string[] = [];
  let current: string[] = [];
  let size = 0;
  let head: string[] = [];
  for (const line of markdown
    .trimEnd()
    .split("\n")
    .map((text) => clipLine(text, limit))) {
    head = headFor(head, line, current.at(-1));
    if (current.length > 0 && size + line.length + 1 > limit) {
      parts.push(current.join("\n"));
      current = line.startsWith("|") ? [...head] : [];
      size = lengthOf(current);
    }
    current.push(line);
    size += line.length + 1;
  }
  if (current.some((line) => line.trim() !== "")) parts.push(current.join("\n"));
  return parts;
}

function lengthOf(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + line.length + 1, 0);
}

// a rule under a line with cells makes that line the head of a table
function headFor(head: string[], line: string, previous: string | undefined): string[] {
  if (!line.startsWith("|")) return [];
  const isRule = /^\|(?:\s*:?-+:?\s*\|)+\s*$/u.test(line);
  return isRule && previous?.startsWith("|") === true ? [previous, line] : head;
}

function clipLine(line: string, limit: number): string {
  const room = Math.floor(limit / 2);
  if (line.length <= room) return line;
  // never inside an entity, an element's tag or a link
  const cut = line
    .slice(0, room - MOST_CLOSING)
    .replace(/(?:&[^;]*|<[^>]*|[\uD800-\uDBFF])$/u, "")
    .replace(/\[[^\]]*(?:\]\(?[^)]*)?$/u, "");
  return `${cut}…${closing(cut)}${line.startsWith("|") ? " |" : ""}`;
}

/** Room for an ellipsis and the tags that close what a line can have open. */
const MOST_CLOSING = 40;

/** The tags that close what is open at the end, the innermost first. */
function closing(html: string): string {
  const open: string[] = [];
  for (const [, end, name = ""] of html.matchAll(/<(?<end>\/?)(?<name>[a-z]+)>/gu)) {
    if (name === "br") continue;
    if (end === "/") open.pop();
    else open.push(name);
  }
  return open
    .toReversed()
    .map((name) => `</${name}>`)
    .join("");
}
