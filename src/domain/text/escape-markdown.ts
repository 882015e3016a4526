// Characters that nobody sees and that carry text past a reader: shown by their number instead.
// The selector that only makes an emoji colourful is left in peace.
const INVISIBLE = /(?!\uFE0F)[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]/gu;
/** Broken up so that GitHub sees no mention, reference or link: a space without width, as an entity. */
const GAP = "&#8203;";

/**
 * Any text as Markdown that renders as that text and does nothing else: no mention, no closing keyword, no
 * link, image, HTML, table cell, list, heading or slash command. Nothing is lost: `unescapeMarkdown` gives it back.
 */
export function escapeMarkdown(text: string): string {
  return text.split("\n").map(escapeLine).join("<br>\n");
}

/** The same for a cell of a table, a heading or a link, which must stay on one line. */
export function escapeInline(text: string): string {
  return text.split("\n").map(escapeLine).join("<br>");
}

/** Text in a code span. Nothing is linked there, so it can be copied as it stands. */
export function codeSpan(text: string): string {
  return `<code>${text.split("\n").map(escapeCode).join("<br>")}</code>`;
}

/** Text as a block of its own, spaces kept. A fence could be closed from inside; this element cannot. */
export function preformatted(text: string): string {
  const lines = text.split("\n").map((line) => {
    const plain = line.replaceAll(/[&<>@]|#(?=\d)/gu, entity);
    return showInvisible(plain.replace(/^(?<lead>\s*)\//u, "$<lead>&#47;"));
  });
  return `<pre>\n${lines.join("\n")}\n</pre>`;
}

/** What `escapeMarkdown`, `escapeInline` or `codeSpan` was given. */
export function unescapeMarkdown(markdown: string): string {
  const inner = markdown.replace(/^<code>(?<text>[\s\S]*)<\/code>$/u, "$<text>");
  const parts = /<br>\n?|&#8203;|\[U\+(?<hex>[0-9A-F]+)\]|&#(?<decimal>\d+);/gu;
  return inner.replaceAll(parts, (part: string, hex?: string, decimal?: string) => {
    if (part.startsWith("<br>")) return "\n";
    if (hex !== undefined) return String.fromCodePoint(Number.parseInt(hex, 16));
    return part === GAP ? "" : String.fromCodePoint(Number(decimal));
  });
}

function entity(char: string): string {
  return `&#${char.codePointAt(0) ?? 0};`;
}

function showInvisible(text: string): string {
  return text.replaceAll(INVISIBLE, (char) =>
    char === "\t" ? "&#9;" : `[U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}]`,
  );
}

const SYNTAX = /[&<>`*_~[\]|\\#@$^]/gu;
// what means something only where a line begins: lists, rules, underlines, code by indentation, commands
const AT_LINE_START = /^(?<lead>[ \t]*)(?<marker>[-+=:/!.]|\d+(?=[.)]))?/u;

function escapeCode(line: string): string {
  const marked = line.replaceAll(SYNTAX, entity).replaceAll(/:(?=\/\/)|(?<=www)\./giu, entity);
  return showInvisible(guardStart(marked));
}

function guardStart(line: string): string {
  return line.replace(AT_LINE_START, (_all: string, lead: string, marker: string | undefined) => {
    return `${lead}${marker ?? ""}`.replaceAll(/./gu, entity);
  });
}

function escapeLine(line: string): string {
  return escapeCode(line)
    .replaceAll("&#64;", `&#64;${GAP}`)
    .replaceAll(/&#35;(?=\d)/gu, `&#35;${GAP}`)
    .replaceAll("&#58;//", `&#58;${GAP}//`)
    .replaceAll(/www&#46;/giu, (found) => found + GAP)
    .replaceAll(/\bGH-(?=\d)/giu, (found) => found + GAP);
}
