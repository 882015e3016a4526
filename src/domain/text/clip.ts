/** At most `limit` UTF-16 units: the head and the tail, and how much is missing between them. */
export function clipMiddle(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const note = (left: number) => `\n… ${left} characters left out …\n`;
  const room = Math.max(0, limit - note(text.length).length);
  const head = text.slice(0, Math.floor(room / 3)).replace(/[\uD800-\uDBFF]$/u, "");
  const tail =
    room - head.length > 0 ? text.slice(-(room - Math.floor(room / 3))).replace(/^[\uDC00-\uDFFF]/u, "") : "";
  return `${head}${note(text.length - head.length - tail.length)}${tail}`;
}

/** The start of a text, cut at `limit` with an ellipsis. */
export function clipEnd(text: string, limit: number): string {
  return text.length <= limit ? text : `${text.slice(0, limit - 1).replace(/[\uD800-\uDBFF]$/u, "")}…`;
}
