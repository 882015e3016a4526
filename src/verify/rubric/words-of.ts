/** The words of a command or a script, as far as they may name a script, a target or a file. */
export function wordsOf(text: string): string[] {
  return [...text.matchAll(/[\w@./:*-]+/gu)].map(([word]) =>
    word.replace(/^\.\//u, "").replace(/[:.]$/u, ""),
  );
}
