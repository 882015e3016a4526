/** GitHub's timestamps have no fraction of a second. */
export function stamp(date: Date): string {
  return date.toISOString().replace(/\.\d+Z$/u, "Z");
}

export function stampOrNull(date: Date | null): string | null {
  return date === null ? null : stamp(date);
}

export function nodeId(kind: string, id: number | string): string {
  return Buffer.from(`${kind}:${id}`).toString("base64url");
}
