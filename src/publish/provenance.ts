import { codeSpan } from "../domain/text/escape-markdown.ts";

/** The file a check was read from; null for what comes from no file of the repository. */
function provenanceFile(provenance: string): string | null {
  const [tier, rest] = split(provenance, ":");
  if (/^(?:model-declared|model-smoke|guard|floor)$/u.test(tier)) return null;
  if (tier === "config" && !rest.startsWith(".github/")) return null;
  const path = /^(?:ci|llm|config)$/u.test(tier) ? split(rest, "#")[0] : tier;
  return path === undefined || path === "" || /^(?:\/|\.\.(?:\/|$))/u.test(path) ? null : path;
}

/** What a link needs to know of the repository; the file is shown as it was on the base. */
export interface LinkBase {
  repositoryUrl: string | null;
  baseSha: string;
}

interface Found {
  provenance: string;
  line?: number | undefined;
}

/** Where a check comes from, linked to the file and line on the base. */
export function provenanceLink(found: Found, base: LinkBase): string {
  const text = codeSpan(found.provenance);
  const url = provenanceUrl(found, base);
  return `${url === null ? text : `[${text}](${url})`}${found.line === undefined ? "" : `, line ${found.line}`}`;
}

/** Null for what comes from no file of the repository, and where there is no repository to link to. */
export function provenanceUrl({ provenance, line }: Found, base: LinkBase): string | null {
  const file = provenanceFile(provenance);
  if (file === null || base.repositoryUrl === null) return null;
  return `${fileUrl(base.repositoryUrl, base.baseSha, file)}${line === undefined ? "" : `#L${line}`}`;
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
