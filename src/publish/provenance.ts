import { codeSpan } from "../domain/text/escape-markdown.ts";

/** The file a check was read from; null for what comes from no file of the repository. */
function provenanceFile(provenance: string): string | null {
  const [tier, rest] = split(provenance, ":");
  if (/^(?:config|model-declared|model-smoke|guard|floor)$/u.test(tier)) return null;
  const path = tier === "ci" || tier === "llm" ? split(rest, "#")[0] : tier;
  return path === undefined || path === "" || /^(?:\/|\.\.(?:\/|$))/u.test(path) ? null : path;
}

/** Where a check comes from, linked to the file as it was on the base. */
export function provenanceLink(provenance: string, repositoryUrl: string | null, baseSha: string): string {
  const file = provenanceFile(provenance);
  const text = codeSpan(provenance);
  return file === null || repositoryUrl === null
    ? text
    : `[${text}](${fileUrl(repositoryUrl, baseSha, file)})`;
}

function fileUrl(repositoryUrl: string, sha: string, path: string): string {
  const encoded = path.split("/").map(encodeSegment).join("/");
  return `${repositoryUrl}/blob/${sha}/${encoded}`;
}

function encodeSegment(segment: string): string {
  const whole = segment.isWellFormed() ? segment : segment.toWellFormed();
  return encodeURIComponent(whole).replaceAll(
    /[!'()*]/gu,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function split(text: string, at: string): [string, string] {
  const index = text.indexOf(at);
  return index === -1 ? [text, ""] : [text.slice(0, index), text.slice(index + at.length)];
}
