import { drawKnownEmoji } from "./emoji.ts";
import { escapeHtml } from "./escape.ts";

/** `base` is the repository's page: `/owner/name`. */
export interface MarkdownContext {
  base: string;
}

// Everything between two matches is escaped, and every match is rebuilt from escaped parts: nothing passes as it came.
const INLINE = new RegExp(
  [
    String.raw`\\(?<escaped>[\\\x60*_{}[\]()#+\-.!|<>~])`,
    String.raw`(?<ticks>\x60+)(?<code>[^\x60]|[^\x60][\s\S]*?[^\x60])\k<ticks>(?!\x60)`,
    String.raw`<!--[\s\S]*?-->`,
    String.raw`!\[(?<alt>[^\]]*)\]\((?<source>[^\s()]*(?:\([^\s()]*\)[^\s()]*)*)(?: "[^"]*")?\)`,
    String.raw`\[(?<label>(?:[^[\]]|\[[^\]]*\])*)\]\(<?(?<target>[^\s()<>]*(?:\([^\s()]*\)[^\s()<>]*)*)>?(?: "[^"]*")?\)`,
    String.raw`<(?<auto>https?:\/\/[^\s<>]+)>`,
    String.raw`(?<bare>https?:\/\/[^\s<>()]*[^\s<>().,;:!?'"*_~\]])`,
    String.raw`\*\*(?<bold>\S|\S[\s\S]*?\S)\*\*`,
    String.raw`__(?<strong>\S|\S[\s\S]*?\S)__`,
    String.raw`~~(?<struck>\S|\S[\s\S]*?\S)~~`,
    String.raw`\*(?<italic>[^\s*]|[^\s*][^*]*[^\s*])\*`,
    String.raw`(?<![\p{L}\p{N}_])_(?<emphasis>[^\s_]|[^\s_][^_]*[^\s_])_(?![\p{L}\p{N}_])`,
    String.raw`<(?<tag>sub|sup|kbd|b|strong|i|em|code|del|ins)>(?<inner>[\s\S]*?)<\/\k<tag>>`,
    String.raw`(?<break><br ?\/?>| {2,}\n)`,
    String.raw`(?<![\p{L}\p{N}_/&])#(?<issue>\d+)\b`,
    String.raw`\b(?<sha>[0-9a-f]{40})\b`,
  ].join("|"),
  "gu",
);

export function renderInline(text: string, context: MarkdownContext): string {
  let html = "";
  let end = 0;
  for (const match of text.matchAll(INLINE)) {
    html += drawKnownEmoji(escapeHtml(text.slice(end, match.index))) + renderMatch(match, context);
    end = match.index + match[0].length;
  }
  return html + drawKnownEmoji(escapeHtml(text.slice(end)));
}

type Groups = Record<string, string | undefined>;

function renderMatch(match: RegExpExecArray, context: MarkdownContext): string {
  const groups: Groups = match.groups ?? {};
  return renderLiteral(groups) ?? renderLink(groups, context) ?? renderWrapped(groups, context) ?? "";
}

function renderLiteral({ escaped, code, ticks, ...rest }: Groups): string | null {
  if (escaped !== undefined) return escapeHtml(escaped);
  if (ticks !== undefined) return `<code>${escapeHtml((code ?? "").replace(/^ (.+) $/u, "$1"))}</code>`;
  return rest["break"] === undefined ? null : "<br>";
}

function renderLink(groups: Groups, context: MarkdownContext): string | null {
  const { alt, source, label, target, auto, bare, issue, sha } = groups;
  // pictures would be fetched from elsewhere: their name is enough
  if (alt !== undefined) return anchor(source ?? "", escapeHtml(alt === "" ? "image" : alt));
  if (label !== undefined) return anchor(target ?? "", renderInline(label, context));
  const address = auto ?? bare;
  if (address !== undefined) return anchor(address, escapeHtml(address));
  if (issue !== undefined) return anchor(`${context.base}/issues/${issue}`, `#${issue}`);
  return sha === undefined
    ? null
    : anchor(`${context.base}/commit/${sha}`, `<code>${sha.slice(0, 7)}</code>`);
}

const WRAPPERS: Record<string, string> = {
  bold: "strong",
  strong: "strong",
  struck: "del",
  italic: "em",
  emphasis: "em",
};

function renderWrapped(groups: Groups, context: MarkdownContext): string | null {
  for (const [group, tag] of Object.entries(WRAPPERS)) {
    const inner = groups[group];
    if (inner !== undefined) return `<${tag}>${renderInline(inner, context)}</${tag}>`;
  }
  const { tag, inner } = groups;
  return tag === undefined ? null : `<${tag}>${renderInline(inner ?? "", context)}</${tag}>`;
}

const SAFE_TARGET = /^(?:https?:\/\/|mailto:|\/(?!\/)|#|\.{0,2}[\p{L}\p{N}_.-]+(?:[/?#]|$))/iu;

function anchor(target: string, content: string): string {
  if (!SAFE_TARGET.test(target)) return content;
  return `<a href="${escapeHtml(target)}" rel="nofollow noopener">${content}</a>`;
}
