import { escapeHtml } from "./escape.ts";
import { renderHtml, renderInline, renderPre } from "./markdown-inline.ts";
import type { MarkdownContext } from "./markdown-inline.ts";
import { isTableStart, renderTable } from "./markdown-table.ts";

const FENCE = /^ {0,3}(?<marks>`{3,}|~{3,})(?<info>[^`]*)$/u;
const HEADING = /^ {0,3}(?<marks>#{1,6})(?:[ \t]+(?<text>.*?))?(?:[ \t]+#+)?[ \t]*$/u;
const RULE = /^ {0,3}(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$/u;
const QUOTE = /^ {0,3}> ?/u;
const ITEM = /^(?<indent> *)(?<bullet>[-*+]|\d{1,9}[.)])(?<gap> {1,4}|$)(?<text>.*)$/u;
const DETAILS = /^ {0,3}<details(?<open> open)?>(?<rest>.*)$/iu;
const PRE = /^ {0,3}<pre>(?<rest>.*)$/iu;
const ALERT = /^\[!(?<kind>NOTE|TIP|IMPORTANT|WARNING|CAUTION)\]\s*$/u;

/** A safe subset of GitHub-flavoured markdown as HTML. The source is untrusted: what is not known is shown as text. */
export function renderMarkdown(source: string, context: MarkdownContext): string {
  return renderBlocks(source.replaceAll(/\r\n?/gu, "\n").split("\n"), context);
}

/** What a block renders to, and how many lines it took. */
interface Block {
  html: string;
  taken: number;
}

type BlockReader = (lines: string[], context: MarkdownContext) => Block | null;

const READERS: BlockReader[] = [
  (lines) => ((lines[0] ?? "").trim() === "" ? { html: "", taken: 1 } : null),
  readComment,
  readFence,
  readHeading,
  (lines) => (RULE.test(lines[0] ?? "") ? { html: "<hr>", taken: 1 } : null),
  readQuote,
  readList,
  (lines, context) => (isTableStart(lines) ? renderTable(lines, context) : null),
  readDetails,
  readPre,
  readParagraph,
];

function renderBlocks(all: string[], context: MarkdownContext): string {
  const html: string[] = [];
  let lines = all;
  while (lines.length > 0) {
    for (const read of READERS) {
      const block = read(lines, context);
      if (block === null) continue;
      html.push(block.html);
      lines = lines.slice(block.taken);
      break;
    }
  }
  return html.filter((part) => part !== "").join("\n");
}

function readComment(lines: string[], context: MarkdownContext): Block | null {
  if (!/^ {0,3}<!--/u.test(lines[0] ?? "")) return null;
  const last = lines.findIndex((line) => line.includes("-->"));
  if (last === -1) return { html: "", taken: lines.length };
  const rest = (lines[last] ?? "").replace(/^.*?-->/u, "");
  return { html: htmlParagraph(rest, context), taken: last + 1 };
}

function readFence(lines: string[]): Block | null {
  const { marks, info = "" } = FENCE.exec(lines[0] ?? "")?.groups ?? {};
  if (marks === undefined) return null;
  const closing = lines.findIndex((line, i) => i > 0 && isClosing(line, marks));
  const end = closing === -1 ? lines.length : closing;
  const code = escapeHtml(lines.slice(1, end).join("\n"));
  const isDiff = info.trim() === "diff";
  return {
    html: `<pre><code>${isDiff ? colourDiff(code) : code}</code></pre>`,
    taken: Math.min(end + 1, lines.length),
  };
}

function isClosing(line: string, marks: string): boolean {
  const text = line.trim();
  return text.length >= marks.length && text === marks.charAt(0).repeat(text.length);
}

// takes escaped text
function colourDiff(code: string): string {
  return code
    .split("\n")
    .map((line) => {
      const kind = line.startsWith("+") ? "added" : line.startsWith("-") ? "removed" : null;
      return kind === null ? line : `<span class="diff-${kind}">${line}</span>`;
    })
    .join("\n");
}

function readHeading(lines: string[], context: MarkdownContext): Block | null {
  const { marks, text = "" } = HEADING.exec(lines[0] ?? "")?.groups ?? {};
  if (marks === undefined) return null;
  const tag = `h${marks.length}`;
  return { html: `<${tag}>${renderInline(text, context)}</${tag}>`, taken: 1 };
}

function readQuote(lines: string[], context: MarkdownContext): Block | null {
  if (!QUOTE.test(lines[0] ?? "")) return null;
  const end = lines.findIndex((line) => !QUOTE.test(line));
  const taken = end === -1 ? lines.length : end;
  const inner = lines.slice(0, taken).map((line) => line.replace(QUOTE, ""));
  const kind = ALERT.exec(inner[0] ?? "")?.groups?.["kind"];
  if (kind === undefined) return { html: `<blockquote>${renderBlocks(inner, context)}</blockquote>`, taken };
  const title = kind.charAt(0) + kind.slice(1).toLowerCase();
  const body = renderBlocks(inner.slice(1), context);
  return {
    html: `<div class="alert alert-${kind.toLowerCase()}"><p class="alert-title">${title}</p>${body}</div>`,
    taken,
  };
}

function readList(lines: string[], context: MarkdownContext): Block | null {
  const first = parseItem(lines[0] ?? "");
  if (first === null) return null;
  const { items, taken } = takeItems(lines, first);
  const tag = first.ordered ? "ol" : "ul";
  return { html: `<${tag}>${items.map((item) => renderItem(item, context)).join("")}</${tag}>`, taken };
}

/** The raw lines of each item of the list that begins with `first`. */
function takeItems(lines: string[], first: Item): { items: string[][]; taken: number } {
  const items: string[][] = [];
  let previous = "";
  for (const line of lines) {
    const item = parseItem(line);
    const sibling = item !== null && item.indent <= first.indent + 1 ? item : null;
    const belongs =
      sibling === null ? continuesItem(line, previous, first.indent) : sibling.ordered === first.ordered;
    if (!belongs) break;
    if (sibling === null) items.at(-1)?.push(line);
    else items.push([sibling.text]);
    previous = line;
  }
  return { items, taken: items.flat().length };
}

interface Item {
  indent: number;
  ordered: boolean;
  text: string;
}

function parseItem(line: string): Item | null {
  const { indent = "", bullet, text = "" } = ITEM.exec(line)?.groups ?? {};
  return bullet === undefined ? null : { indent: indent.length, ordered: /\d/u.test(bullet), text };
}

function continuesItem(line: string, previous: string, depth: number): boolean {
  if (line.trim() === "") return true;
  if (line.length - line.trimStart().length > depth + 1) return true;
  // lazy continuation: text right below the item's text
  return previous.trim() !== "" && !startsBlock(line);
}

function renderItem([head = "", ...rest]: string[], context: MarkdownContext): string {
  const task = /^\[(?<mark>[ xX])\][ \t]+(?<text>.*)$/u.exec(head)?.groups;
  const indents = rest
    .filter((line) => line.trim() !== "")
    .map((line) => line.length - line.trimStart().length);
  const indent = indents.length === 0 ? 0 : Math.min(...indents);
  const inner = renderBlocks([task?.["text"] ?? head, ...rest.map((line) => line.slice(indent))], context);
  // a single paragraph sits in its item without space around it
  const tight = inner.replace(/^<p>(?<text>[\s\S]*?)<\/p>/u, "$<text>");
  if (task === undefined) return `<li>${tight}</li>`;
  const checked = task["mark"] === " " ? "" : " checked";
  return `<li class="task"><input type="checkbox" disabled${checked}> ${tight}</li>`;
}

function readDetails(lines: string[], context: MarkdownContext): Block | null {
  const groups = DETAILS.exec(lines[0] ?? "")?.groups;
  if (groups === undefined) return null;
  const { inner, taken } = takeDetails(lines, groups["rest"] ?? "");
  const summary = /^\s*<summary>(?<title>[\s\S]*?)<\/summary>/iu.exec(inner);
  const title = renderHtml(summary?.groups?.["title"]?.trim() ?? "Details", context);
  const body = renderBlocks(inner.slice(summary?.[0].length ?? 0).split("\n"), context);
  const open = groups["open"] === undefined ? "" : " open";
  return { html: `<details${open}><summary>${title}</summary>${body}</details>`, taken };
}

/** From `<pre>` to the end of the line that closes it, across empty lines; one that is never closed reaches to the end. */
function readPre(lines: string[], context: MarkdownContext): Block | null {
  const rest = PRE.exec(lines[0] ?? "")?.groups?.["rest"];
  if (rest === undefined) return null;
  const last = lines.findIndex((line) => /<\/pre>/iu.test(line));
  const taken = last === -1 ? lines.length : last + 1;
  const [inner = "", ...after] = [rest, ...lines.slice(1, taken)].join("\n").split(/<\/pre>/iu);
  const html = renderPre(inner.replace(/^\n/u, ""), context);
  return { html: html + htmlParagraph(after.join("</pre>"), context), taken };
}

/** What follows an element on its last line: GitHub reads no Markdown there. */
function htmlParagraph(text: string, context: MarkdownContext): string {
  const html = renderHtml(text.trim(), context);
  return html === "" ? "" : paragraph(html);
}

/** The text between `<details>` and its own `</details>`; one that is never closed reaches to the end. */
function takeDetails(lines: string[], rest: string): { inner: string; taken: number } {
  const inner = [rest];
  let depth = 1 - count(rest, /<\/details>/giu);
  let taken = 1;
  for (; depth > 0 && taken < lines.length; taken += 1) {
    const line = lines[taken] ?? "";
    depth += count(line, /<details(?: open)?>/giu) - count(line, /<\/details>/giu);
    inner.push(line);
  }
  return { inner: inner.join("\n").replace(/<\/details>(?![\s\S]*<\/details>)/iu, ""), taken };
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

function startsBlock(line: string): boolean {
  return (
    [FENCE, HEADING, RULE, QUOTE, DETAILS, PRE].some((pattern) => pattern.test(line)) ||
    /^ {0,3}<!--/u.test(line)
  );
}

function readParagraph(lines: string[], context: MarkdownContext): Block {
  let taken = 1;
  for (; taken < lines.length; taken += 1) {
    const line = lines[taken] ?? "";
    if (line.trim() === "" || startsBlock(line) || ITEM.test(line) || isTableStart(lines.slice(taken))) break;
  }
  const text = lines
    .slice(0, taken)
    .map((line) => line.trimStart())
    .join("\n");
  return { html: paragraph(renderInline(text.trimEnd(), context)), taken };
}

// browsers would end a `<p>` where one of these begins
const BLOCK_INSIDE = /<(?:pre|details|summary)>/u;

function paragraph(html: string): string {
  return BLOCK_INSIDE.test(html) ? `<div class="paragraph">${html}</div>` : `<p>${html}</p>`;
}
