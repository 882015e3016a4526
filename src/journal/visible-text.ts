/** Controls, direction marks, zero-width and tag characters: what a reader does not see but a machine does. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** The text with nothing hidden in it: every invisible character is shown by its number. Newlines stay. */
export function visibleText(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/\r\n?/g, "\n")
    .replaceAll("\t", "  ")
    .replaceAll("\uFE0F", "")
    .replaceAll(INVISIBLE, (character) => (character === "\n" ? character : numbered(character)));
}

/** The same on one line, cut to a length. */
export function visibleLine(text: string, longest: number): string {
  // Cut before the work: what is far behind the limit is never shown.
  const line = visibleText(text.slice(0, longest * 4))
    .replaceAll(/\s+/g, " ")
    .trim();
  const characters = Array.from(line);
  if (characters.length <= longest && text.length <= longest * 4) return line;
  return `${characters.slice(0, longest - 1).join("")}…`;
}

function numbered(character: string): string {
  const number = character.codePointAt(0) ?? 0;
  return `⟨U+${number.toString(16).toUpperCase().padStart(4, "0")}⟩`;
}
