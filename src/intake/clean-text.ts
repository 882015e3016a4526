import { cleanInline, type Note } from "./clean-inline.ts";
import { type MarkdownLine, markdownLines } from "./markdown-lines.ts";

export interface CleanText {
  text: string;
  /** What was taken out, for the journal: "2 HTML comments". */
  removed: string[];
}

// Default-ignorable code points: zero width, bidirectional controls, variation selectors, tags (U+E0000-E007F),
// fillers; then annotation marks and control characters.
const INVISIBLE = /[\p{DI}\ufff9-\ufffb]|(?![\t\n\r])\p{Cc}/gu;
const ENTITY = /&#(?:x([0-9a-f]{1,8})|(\d{1,8}));/gi;
const DEFINITION =
  /^(?:[ \t]|>|[-*+][ \t]|\d{1,9}[.)][ \t])*\[(?!\^)(?:\\.|[^\]\\]){1,999}\]:[ \t]*\n?[ \t]*(?:<[^<>\n]*>|[^\s<]\S*)(?:(?:[ \t]+|[ \t]*\n[ \t]*)(?:"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|\((?:\\.|[^()\\])*\)))?[ \t]*$/gm;

/**
 * Text of an issue or a comment as a person sees it on GitHub: HTML comments, attributes, image descriptions, link
 * titles and definitions, and invisible characters are gone. Code is left as it stands where it is beyond doubt code.
 */
export function cleanText(markdown: string): CleanText {
  return counting((note) =>
    stretches(markdownLines(markdown.toWellFormed()))
      .map((stretch) => cleanStretch(stretch, note))
      .join("\n"),
  );
}

/** A title as a person sees it: one line, no Markdown or HTML is read in it. */
export function cleanTitle(title: string): CleanText {
  return counting((note) => dropInvisible(title.toWellFormed(), note).replace(/\s+/g, " ").trim());
}

function counting(clean: (note: Note) => string): CleanText {
  const counts = new Map<string, number>();
  const text = clean((kind) => void counts.set(kind, (counts.get(kind) ?? 0) + 1));
  return { text, removed: [...counts].map(([kind, count]) => `${count} ${kind}${count === 1 ? "" : "s"}`) };
}

function dropInvisible(text: string, note: Note): string {
  const drop = (): string => {
    note("invisible character");
    return "";
  };
  return text.replace(INVISIBLE, drop).replace(ENTITY, (entity, hex?: string, decimal?: string) => {
    const point = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    if (point > 0x10_ffff || !isInvisible(String.fromCodePoint(point))) return entity;
    note("invisible character");
    return " ";
  });
}

function isInvisible(character: string): boolean {
  return character.search(INVISIBLE) === 0;
}

interface Stretch {
  kind: "fence" | "html" | "code" | "prose";
  lines: string[];
}

// Running text is cut at blank lines, which end whatever stands in it; the other kinds go on as long as they last.
function stretches(lines: readonly MarkdownLine[]): Stretch[] {
  const found: Stretch[] = [];
  for (const { text, place } of lines) {
    const kind = kindOf(place);
    const last = found.at(-1);
    const isCut = kind === "prose" && (text.trim() === "" || last?.lines.at(-1)?.trim() === "");
    if (last?.kind === kind && !isCut) last.lines.push(text);
    else found.push({ kind, lines: [text] });
  }
  return found;
}

function kindOf(place: MarkdownLine["place"]): Stretch["kind"] {
  switch (place) {
    case "fence":
    case "code":
      return place;
    case "html":
    case "hidden":
      return "html";
    case "prose":
    case "quote":
      return "prose";
  }
}

// Invisible characters go last of all steps that find out what is what: GitHub sees them and reads a fence or a
// code span with one of them in it differently. So where there were some, nothing in running text counts as code.
function cleanStretch({ kind, lines }: Stretch, note: Note): string {
  const text = lines.join("\n");
  const visible = dropInvisible(text, note);
  if (kind === "fence") return visible;
  let isDoubtful = kind === "code" || visible !== text;
  const rest = visible.replace(DEFINITION, () => {
    isDoubtful = true;
    note("link definition");
    return "";
  });
  return cleanInline(rest, { isHtml: kind === "html", isDoubtful }, note);
}
