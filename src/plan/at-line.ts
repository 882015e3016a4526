/** A line as a field of what was found, absent where it is not known. */
export function atLine(line: number | undefined): { line?: number } {
  return line === undefined ? {} : { line };
}

/** The line, from 1, on which a position of a text lies. */
export function lineAt(text: string, index: number): number {
  let line = 1;
  for (let at = text.indexOf("\n"); at !== -1 && at < index; at = text.indexOf("\n", at + 1)) line += 1;
  return line;
}
