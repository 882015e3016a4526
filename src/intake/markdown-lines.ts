/**
 * What GitHub makes of a line: words people read (`html`: words inside an HTML block), a quotation, code, or
 * nothing at all (`hidden`). `fence` is code beyond doubt: what stands there is shown exactly as it is.
 */
type Place = "prose" | "html" | "quote" | "code" | "fence" | "hidden";

export interface MarkdownLine {
  text: string;
  place: Place;
}

interface Fence {
  mark: string;
  length: number;
  isCertain: boolean;
}

interface HtmlBlock {
  start: RegExp;
  end: RegExp;
  place: Place;
}

interface Reading {
  fence: Fence | null;
  html: HtmlBlock | null;
  isInComment: boolean;
  /** A fence has been seen where only a whole Markdown and HTML parser could tell whether it is one. */
  isUncertain: boolean;
}

const FENCE = /^[ \t]*(`{3,}(?=[^`]*$)|~{3,})/;
const DEEP = /^(?: {2}| ?\t)/;
const QUOTE = /^ {0,3}>/;
const CODE_INDENT = /^(?: {4}| {0,3}\t)/;
const BLANK = /^\s*$/;

// Lists and quotations may stand before a tag. Seeing an HTML block too many only means cleaning a little more.
const LEAD = String.raw`^(?:[ \t]|>|[-*+][ \t]|\d{1,9}[.)][ \t])*`;

// A comment that begins a block and never ends hides the rest of the text; elsewhere it is plain words.
const COMMENT_BLOCK = new RegExp(`${LEAD}<!--`);

// The kinds of HTML blocks (CommonMark 4.6) but for comments, which are followed wherever they begin.
const HTML_BLOCKS: readonly HtmlBlock[] = [
  { start: new RegExp(`${LEAD}<pre(?=[\\s>]|$)`, "i"), end: /<\/pre>/i, place: "code" },
  {
    start: new RegExp(`${LEAD}<(?:script|style|textarea)(?=[\\s>]|$)`, "i"),
    end: /<\/(?:script|style|textarea)>/i,
    place: "hidden",
  },
  { start: new RegExp(`${LEAD}<\\?`), end: /\?>/, place: "hidden" },
  { start: new RegExp(`${LEAD}<!\\[CDATA\\[`), end: /\]\]>/, place: "hidden" },
  { start: new RegExp(`${LEAD}<![a-z]`, "i"), end: />/, place: "hidden" },
  { start: new RegExp(`${LEAD}</?[a-z][a-z0-9-]*(?=[\\s/>]|$)`, "i"), end: BLANK, place: "html" },
];

/** The lines of a comment or an issue, each with its place. Line ends of all kinds become one. */
export function markdownLines(markdown: string): MarkdownLine[] {
  const lines = markdown.split(/\r\n|\n|\r/);
  const lastClose = lines.findLastIndex((text) => text.includes("-->"));
  const reading: Reading = { fence: null, html: null, isInComment: false, isUncertain: false };
  return lines.map((text, index) => ({ text, place: placeOf(text, reading, index < lastClose) }));
}

function placeOf(text: string, reading: Reading, canCommentClose: boolean): Place {
  if (reading.fence !== null) return inFence(text, reading, reading.fence);
  const wasInComment = reading.isInComment;
  const canStayOpen = canCommentClose || wasInComment || COMMENT_BLOCK.test(text);
  reading.isInComment = canStayOpen && isCommentOpen(text, wasInComment);
  const fence = FENCE.exec(text)?.[1];
  if (wasInComment || reading.html !== null) {
    if (fence !== undefined || isTagOpen(text)) reading.isUncertain = true;
    return inHtml(text, reading, wasInComment);
  }
  if (fence !== undefined) return openFence(text, reading, fence);
  return reading.isInComment ? "html" : besideFences(text, reading);
}

function besideFences(text: string, reading: Reading): Place {
  const block = HTML_BLOCKS.find(({ start }) => start.test(text));
  if (block !== undefined) return openHtml(text, reading, block);
  if (QUOTE.test(text)) return "quote";
  return CODE_INDENT.test(text) && !BLANK.test(text) ? "code" : "prose";
}

function inHtml(text: string, reading: Reading, isInComment: boolean): Place {
  const place = isInComment ? "hidden" : (reading.html?.place ?? "prose");
  if (reading.html?.end.test(text)) reading.html = null;
  return place;
}

function openHtml(text: string, reading: Reading, block: HtmlBlock): Place {
  if (isTagOpen(text)) reading.isUncertain = true;
  if (!block.end.test(text)) reading.html = block;
  return block.place;
}

// From two spaces on a fence may belong to a list item, which ends it in ways that are not followed here.
function openFence(text: string, reading: Reading, fence: string): Place {
  reading.isInComment = false;
  if (DEEP.test(text)) reading.isUncertain = true;
  if (CODE_INDENT.test(text)) return "code";
  const isCertain = !reading.isUncertain;
  reading.fence = { mark: fence.charAt(0), length: fence.length, isCertain };
  return isCertain ? "fence" : "code";
}

function inFence(text: string, reading: Reading, { mark, length, isCertain }: Fence): Place {
  const end = new RegExp(`^ {0,3}${mark}{${length},}[ \\t]*$`);
  if (end.test(text)) reading.fence = null;
  return isCertain ? "fence" : "code";
}

function isCommentOpen(text: string, wasOpen: boolean): boolean {
  const [open, close] = [text.lastIndexOf("<!--"), text.lastIndexOf("-->")];
  return open > close || (wasOpen && close === -1);
}

// Whether a tag may go on after this line, so that what looks like Markdown below is part of an attribute.
function isTagOpen(text: string): boolean {
  const isOdd = (mark: string): boolean => text.split(mark).length % 2 === 0;
  return text.lastIndexOf("<") > text.lastIndexOf(">") || isOdd('"') || isOdd("'");
}
