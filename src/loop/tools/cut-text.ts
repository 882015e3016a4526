/** The text with its middle left out when it is longer than `limit`: a third from the head, the rest from the tail. */
export function cutMiddle(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const head = Math.floor(limit / 3);
  const tail = limit - head;
  const left = text.length - limit;
  return `${text.slice(0, head)}\n… ${left} characters left out …\n${text.slice(text.length - tail)}`;
}

/** One line, at most `limit` characters of it. */
export function cutLine(line: string, limit: number): string {
  return line.length <= limit ? line : `${line.slice(0, limit)}… (+${line.length - limit} characters)`;
}

export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : noun.endsWith("ch") ? "es" : "s"}`;
}
