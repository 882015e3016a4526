import { drawKnownEmoji } from "./emoji.ts";
import { escapeHtml } from "./escape.ts";
import { decodeReference, decodeReferences, REFERENCE } from "./markdown-references.ts";

/** `base` is the repository's page: `/owner/name`. */
export interface MarkdownContext {
  base: string;
}

const MARKS = [
  String.raw`\\(?<escaped>[!-\/:-@[-\x60{-~])`,
  String.raw`(?<ticks>\x60+)(?<code>[^\x60]|[^\x60][\s\S]*?[^\x60])\k<ticks>(?!\x60)`,
  String.raw`!\[(?<alt>[^\]]*)\]\((?<source>[^\s()]*(?:\([^\s()]*\)[^\s()]*)*)(?: "[^"]*")?\)`,
  String.raw`\*\*(?<bold>\S|\S[\s\S]*?\S)\*\*`,
  String.raw`__(?<strong>\S|\S[\s\S]*?\S)__`,
  String.raw`~~(?<struck>\S|\S[\s\S]*?\S)~~`,
  String.raw`\*(?<italic>[^\s*]|[^\s*][^*]*[^\s*])\*`,
  String.raw`(?<![\p{L}\p{N}_])_(?<emphasis>[^\s_]|[^\s_][^_]*[^\s_])_(?![\p{L}\p{N}_])`,
  // as in comments on GitHub, a line end is a line end
  String.raw`(?:<br ?\/?>)? *(?<end>\n)`,
];
const LINKS = [
  String.raw`\[(?<label>(?:[^[\]]|\[[^\]]*\])*)\]\(<?(?<target>[^\s()<>]*(?:\([^\s()]*\)[^\s()<>]*)*)>?(?: "[^"]*")?\)`,
  String.raw`<(?<auto>https?:\/\/[^\s<>]+)>`,
  // a reference at the end is not part of the address
  String.raw`(?<bare>https?:\/\/(?:(?!&#?[a-z\d]+;(?:[\s<]|$))[^\s<>()])*(?!&#?[a-z\d]+;)[^\s<>().,;:!?'"*_~\]])`,
];
// found in the text as shown: a number sign may have been written as a reference
const MENTIONS = [
  String.raw`(?<![\p{L}\p{N}_/&])(?:#|&#0*35;|&#x0*23;|&num;)(?<issue>\d+)\b`,
  String.raw`\b(?<sha>[0-9a-f]{40})\b`,
];
const HTML = [
  String.raw`<!--[\s\S]*?-->`,
  String.raw`<(?<tag>sub|sup|kbd|b|strong|i|em|code|del|ins|pre|details|summary)>(?<inner>[\s\S]*?)<\/\k<tag>>`,
  String.raw`(?<break><br ?\/?>)`,
  REFERENCE,
];

/** What counts in a stretch of text: GitHub reads no Markdown in blocks of HTML and mentions nothing in code or links. */
type Flavour = "text" | "code" | "label" | "html" | "html code";

// Everything between two matches is escaped, and every match is rebuilt from escaped parts: nothing passes as it came.
const PATTERNS: Record<Flavour, RegExp> = {
  text: anyOf(MARKS, LINKS, MENTIONS, HTML),
  code: anyOf(MARKS, LINKS, HTML),
  label: anyOf(MARKS, HTML),
  html: anyOf(MENTIONS, HTML),
  "html code": anyOf(HTML),
};

const INSIDE_CODE: Record<Flavour, Flavour> = {
  text: "code",
  code: "code",
  label: "label",
  html: "html code",
  "html code": "html code",
};

function anyOf(...groups: string[][]): RegExp {
  return new RegExp(groups.flat().join("|"), "giu");
}

interface Place extends MarkdownContext {
  flavour: Flavour;
}

export function renderInline(text: string, context: MarkdownContext): string {
  return render(text, { ...context, flavour: "text" });
}

/** The inside of an element that GitHub takes as HTML: known elements and references count, Markdown does not. */
export function renderHtml(text: string, context: MarkdownContext): string {
  return render(withoutOpenComment(text), { ...context, flavour: "html" });
}

export function renderPre(text: string, context: MarkdownContext): string {
  return pre(render(withoutOpenComment(text), { ...context, flavour: "html code" }));
}

/** A comment that never ends hides the rest, as browsers have it. */
function withoutOpenComment(text: string): string {
  const start = text.indexOf("<!--", text.lastIndexOf("-->"));
  return start === -1 ? text : text.slice(0, start);
}

// browsers drop one line end at the start
function pre(html: string): string {
  return `<pre>${html.startsWith("\n") ? "\n" : ""}${html}</pre>`;
}

function render(text: string, place: Place): string {
  let html = "";
  let end = 0;
  for (const match of text.matchAll(PATTERNS[place.flavour])) {
    html += drawKnownEmoji(escapeHtml(text.slice(end, match.index))) + renderMatch(match, place);
    end = match.index + match[0].length;
  }
  return html + drawKnownEmoji(escapeHtml(text.slice(end)));
}

type Groups = Record<string, string | undefined>;

function renderMatch(match: RegExpExecArray, place: Place): string {
  if (match[0].startsWith("<!--")) return "";
  const groups: Groups = match.groups ?? {};
  return (
    renderLiteral(groups) ??
    renderLink(groups, place) ??
    renderWrapped(groups, place) ??
    drawKnownEmoji(escapeHtml(decodeReference(groups) ?? match[0]))
  );
}

function renderLiteral({ escaped, code, ticks, end, ...rest }: Groups): string | null {
  if (escaped !== undefined) return escapeHtml(escaped);
  if (ticks !== undefined) return `<code>${escapeHtml((code ?? "").replace(/^ (.+) $/u, "$1"))}</code>`;
  if (end !== undefined) return "<br>\n";
  return rest["break"] === undefined ? null : "<br>";
}

function renderLink(groups: Groups, place: Place): string | null {
  const { alt, source, label, target, auto, bare, issue, sha } = groups;
  if (alt !== undefined) {
    // pictures would be fetched from elsewhere: their name is enough
    const name = escapeHtml(alt === "" ? "image" : decodeReferences(alt));
    return place.flavour === "label" ? name : anchor(decodeReferences(source ?? ""), name);
  }
  if (label !== undefined)
    return anchor(decodeReferences(target ?? ""), render(label, { ...place, flavour: "label" }));
  const address = auto === undefined ? bare : decodeReferences(auto);
  if (address !== undefined) return anchor(address, escapeHtml(address));
  if (issue !== undefined) return anchor(`${place.base}/issues/${issue}`, `#${issue}`);
  return sha === undefined ? null : anchor(`${place.base}/commit/${sha}`, `<code>${sha.slice(0, 7)}</code>`);
}

const WRAPPERS: Record<string, string> = {
  bold: "strong",
  strong: "strong",
  struck: "del",
  italic: "em",
  emphasis: "em",
};

function renderWrapped(groups: Groups, place: Place): string | null {
  for (const [group, tag] of Object.entries(WRAPPERS)) {
    const inner = groups[group];
    if (inner !== undefined) return `<${tag}>${render(inner, place)}</${tag}>`;
  }
  const { inner = "" } = groups;
  const tag = groups["tag"]?.toLowerCase();
  if (tag === undefined) return null;
  const isCode = tag === "code" || tag === "pre";
  const html = render(inner, isCode ? { ...place, flavour: INSIDE_CODE[place.flavour] } : place);
  return tag === "pre" ? pre(html) : `<${tag}>${html}</${tag}>`;
}

const SAFE_TARGET = /^(?:https?:\/\/|mailto:|\/(?!\/)|#|\.{0,2}[\p{L}\p{N}_.-]+(?:[/?#]|$))/iu;

function anchor(target: string, content: string): string {
  // browsers skip some of these characters and take a backslash for a slash: `/\t/host` would lead elsewhere
  const address = target.replaceAll(/[\p{Cc} \\]/gu, encodeURIComponent);
  if (!SAFE_TARGET.test(address)) return content;
  return `<a href="${escapeHtml(address)}" rel="nofollow noopener">${content}</a>`;
}
