const LONGEST_LINE = 20_000;
const MOST_BLANK_LINES = 2000;

/**
 * Why a text would cost the YAML reader time that grows with its square, null for everything that people write: the
 * reader looks for the end of a line, and of a run of blank lines, again for every word in it.
 */
export function yamlStrain(text: string): string | null {
  let blank = 0;
  for (let start = 0; start < text.length;) {
    const found = text.indexOf("\n", start);
    const end = found === -1 ? text.length : found;
    if (end - start > LONGEST_LINE) return `a line is longer than ${LONGEST_LINE} characters`;
    blank = text.slice(start, end).trim() === "" ? blank + 1 : 0;
    if (blank > MOST_BLANK_LINES) return `more than ${MOST_BLANK_LINES} blank lines stand together`;
    start = end + 1;
  }
  return null;
}
