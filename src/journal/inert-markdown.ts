import { visibleLine, visibleText } from "./visible-text.ts";

// Text from a model, an issue or a command is shown in code only: there GitHub makes no mentions, links,
// references, HTML or images of it, and it closes no issue. Code ends at a backtick and a table's cell at
// a bar, so neither is let through; a look-alike stands in for each. Each line is safe taken alone. The
// journal has the original.

/** One line of foreign text as a code span that is safe anywhere, table cells included. A dash for none. */
export function inertSpan(text: string, longest = 240): string {
  const line = withoutFences(visibleLine(text, longest)).replaceAll("|", "¦");
  return line === "" ? "–" : `\`${line}\``;
}

/**
 * Foreign text of several lines, each a code span of its own: a ledger may be cut between any two lines, and
 * half a code block would set free what is in it. Head and tail when the text is longer than allowed.
 */
export function inertBlock(text: string, longest = 3000): string {
  const lines = visibleText(headAndTail(text, longest)).trimEnd().split("\n");
  return lines
    .map((line) => `\`${withoutFences(line.slice(0, LONGEST_LINE).toWellFormed()) || " "}\`  `)
    .join("\n");
}

const LONGEST_LINE = 600;

function withoutFences(text: string): string {
  return text.replaceAll("`", "ˋ");
}

/** The tail is the longer part: that is where test runners say what went wrong. */
function headAndTail(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const head = Math.floor(longest / 4);
  const tail = longest - head;
  const left = text.length - longest;
  return `${text.slice(0, head)}\n… ${left} characters left out, see the journal …\n${text.slice(-tail)}`;
}
