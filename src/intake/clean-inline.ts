/** Called with the kind of each thing that is taken out. */
export type Note = (kind: string) => void;

interface Scan {
  text: string;
  note: Note;
  /** Bracket at this index to its partner. */
  partner: ReadonlyMap<number, number>;
  /** False from the first place on where our reading and GitHub's may differ: then nothing counts as code any more. */
  isCertain: boolean;
  absent: Set<string>;
}

/** What stands for the text at `index`, and where the scan goes on. */
interface Step {
  out: string;
  next: number;
}

const NAME = "[A-Za-z][A-Za-z0-9-]*";
const ATTRIBUTE =
  String.raw`\s+[A-Za-z_:][\w.:-]*(?:\s*=\s*(?:[^\s"'=<>` + "`" + String.raw`]+|'[^']*'|"[^"]*"))?`;
/** CommonMark's own grammar of a tag, for running text. */
const TAG = new RegExp(`</?${NAME}(?:${ATTRIBUTE})*\\s*/?>`, "y");
/** How a browser reads one, for HTML blocks: anything up to the closing bracket outside of quotes. */
const LAX_TAG = /<\/?[A-Za-z](?:"[^"]*"|'[^']*'|[^>"'])*>/y;
const AUTOLINK = /<(?:[A-Za-z][A-Za-z0-9.+-]{1,31}:[^<>\s]*|[^\s<>@]+@[^\s<>@]+)>/y;
const DECLARATIONS: readonly { start: RegExp; end: string }[] = [
  { start: /^<\?/, end: "?>" },
  { start: /^<!\[CDATA\[/, end: "]]>" },
  { start: /^<![A-Za-z]/, end: ">" },
];
const LINK_TITLE =
  /\(\s*(<[^<>\n]*>|(?:[^\s()\\]|\\.|\([^\s()]*\))*)\s+(?:"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|\((?:\\.|[^()\\])*\))\s*\)/y;
const SILENT =
  /^<(script|style|template|noscript|iframe|title|textarea|xmp|noembed|noframes|plaintext)(?=[\s/>])/i;
const KEPT_ATTRIBUTE = /\s(href|src)\s*=\s*("[^"]*"|'[^']*'|[^\s"'>]+)/gi;

/**
 * One stretch of Markdown as a person sees it rendered. `isHtml`: it stands in an HTML block, where tags are read
 * the way browsers do and no Markdown counts as code. `isDoubtful`: no code span in it is beyond doubt.
 */
export function cleanInline(
  text: string,
  { isHtml, isDoubtful }: { isHtml: boolean; isDoubtful: boolean },
  note: Note,
): string {
  const scan: Scan = {
    text,
    note,
    partner: bracketPairs(text),
    isCertain: !isHtml && !isDoubtful,
    absent: new Set(),
  };
  let out = "";
  let index = 0;
  while (index < text.length) {
    const step = stepAt(scan, index, isHtml);
    out += step.out;
    index = step.next;
  }
  return out;
}

function stepAt(scan: Scan, index: number, isHtml: boolean): Step {
  const { text } = scan;
  switch (text[index]) {
    case "\\":
      return isHtml ? plain(scan, index, 1) : plain(scan, index, 2);
    case "`":
      return backticks(scan, index);
    case "<":
      return angle(scan, index, isHtml);
    case "!":
      return text[index + 1] === "[" ? image(scan, index) : plain(scan, index, 1);
    case "]":
      return linkTitle(scan, index);
    default:
      return plain(scan, index, 1);
  }
}

function plain({ text }: Scan, index: number, length: number): Step {
  return { out: text.slice(index, index + length), next: index + length };
}

// A code span is left as it is when it ends on its own line and cannot be cut by a table.
function backticks(scan: Scan, index: number): Step {
  const { text } = scan;
  const run = /`+/y;
  run.lastIndex = index;
  const { length } = run.exec(text)?.[0] ?? "`";
  if (!scan.isCertain) return plain(scan, index, length);
  const lineEnd = text.indexOf("\n", index);
  const line = text.slice(index, lineEnd === -1 ? undefined : lineEnd);
  const close = new RegExp(`(?<!\`)\`{${length}}(?!\`)`, "g");
  close.lastIndex = length;
  const end = close.exec(line);
  if (end === null || line.slice(0, end.index).includes("|")) {
    scan.isCertain = false;
    return plain(scan, index, length);
  }
  return plain(scan, index, end.index + length);
}

function angle(scan: Scan, index: number, isHtml: boolean): Step {
  const { text } = scan;
  if (text.startsWith("<!--", index)) return comment(scan, index, isHtml);
  const declared = declaration(scan, index);
  if (declared !== null) return declared;
  const tag = matchAt(isHtml ? LAX_TAG : TAG, text, index)?.[0];
  if (tag !== undefined) return tagStep(scan, index, tag);
  const autolink = isHtml ? undefined : matchAt(AUTOLINK, text, index)?.[0];
  if (autolink !== undefined) return plain(scan, index, autolink.length);
  if (!/^<[A-Za-z/!?]/.test(text.slice(index, index + 2))) return plain(scan, index, 1);
  scan.isCertain = false;
  // A browser drops a tag that never ends, and all that follows with it.
  return isHtml ? take(scan, index, text.slice(index), "HTML tag that never ends") : plain(scan, index, 1);
}

function comment(scan: Scan, index: number, isHtml: boolean): Step {
  const { text } = scan;
  const close = indexOf(scan, "-->", index + 2);
  if (close === -1) {
    scan.isCertain = false;
    // Without an end it hides the rest where an HTML block can begin, and is plain words elsewhere.
    const isBlock = isHtml || /(?:^|\n)[\s>*+\-\d.)]*$/.test(text.slice(Math.max(0, index - 40), index));
    return isBlock ? take(scan, index, text.slice(index), "HTML comment") : plain(scan, index, 1);
  }
  const inner = text.slice(index + 4, close);
  if (/--|\n|^-?>/.test(inner)) scan.isCertain = false;
  return take(scan, index, text.slice(index, close + 3), "HTML comment");
}

function declaration(scan: Scan, index: number): Step | null {
  const { text } = scan;
  const end = DECLARATIONS.find(({ start }) => start.test(text.slice(index, index + 9)))?.end;
  const close = end === undefined ? -1 : indexOf(scan, end, index);
  if (end === undefined || close === -1) return null;
  scan.isCertain = false;
  return take(scan, index, text.slice(index, close + end.length), "HTML declaration");
}

// Remembers what is not there, so that a text full of openings costs one look for each kind of end.
function indexOf(scan: Scan, end: string, from: number): number {
  if (scan.absent.has(end)) return -1;
  const found = scan.text.indexOf(end, from);
  if (found === -1) scan.absent.add(end);
  return found;
}

function tagStep(scan: Scan, index: number, tag: string): Step {
  if (tag.includes("\n") || tag.includes("`")) scan.isCertain = false;
  const silent = SILENT.exec(tag)?.[1];
  if (silent !== undefined) {
    const end = new RegExp(`</${silent}\\s*>`, "gi");
    end.lastIndex = index;
    const close = end.exec(scan.text);
    const whole = scan.text.slice(index, close === null ? undefined : close.index + close[0].length);
    scan.isCertain = false;
    return take(scan, index, whole, "hidden HTML element");
  }
  const name = /^<\/?([A-Za-z][A-Za-z0-9]{0,19})(?=[\s/>])/.exec(tag);
  if (name === null) return take(scan, index, tag, "unknown HTML tag");
  const kept = [...tag.matchAll(KEPT_ATTRIBUTE)].map((match) => ` ${match[1]?.toLowerCase()}=${match[2]}`);
  const bare = `${name[0]}${kept.join("")}>`;
  if (shapeOf(bare) !== shapeOf(tag)) scan.note("HTML attribute");
  return { out: bare, next: index + tag.length };
}

function image(scan: Scan, index: number): Step {
  const close = scan.partner.get(index + 1);
  if (close === undefined) return plain(scan, index, 2);
  const alt = scan.text.slice(index + 2, close);
  if (/[`<\n]/.test(alt)) scan.isCertain = false;
  if (alt.trim() !== "") scan.note("image description");
  return { out: "![", next: close };
}

// Two tags of one shape differ in spaces and letter case at most.
function shapeOf(tag: string): string {
  return tag.replace(/\s+|\/(?=>)/g, "").toLowerCase();
}

function linkTitle(scan: Scan, index: number): Step {
  const tail = matchAt(LINK_TITLE, scan.text, index + 1);
  if (tail === null) return plain(scan, index, 1);
  const [whole, target = ""] = tail;
  if (/[`<\n]/.test(whole)) scan.isCertain = false;
  scan.note("link title");
  return { out: `](${target})`, next: index + 1 + whole.length };
}

// A space stands in, so that what is left of it and right of it does not become something new.
function take(scan: Scan, index: number, what: string, kind: string): Step {
  scan.note(kind);
  return { out: " ", next: index + what.length };
}

function matchAt(pattern: RegExp, text: string, index: number): RegExpExecArray | null {
  const sticky = new RegExp(pattern);
  sticky.lastIndex = index;
  return sticky.exec(text);
}

function bracketPairs(text: string): Map<number, number> {
  const pairs = new Map<number, number>();
  const open: number[] = [];
  for (let index = 0; index < text.length; index += 1) {
    if (text[index] === "\\") index += 1;
    else if (text[index] === "[") open.push(index);
    else if (text[index] === "]") {
      const start = open.pop();
      if (start !== undefined) pairs.set(start, index);
    }
  }
  return pairs;
}
