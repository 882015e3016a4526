import { clipMiddle } from "../domain/text/clip.ts";
import { codeSpan, escapeInline } from "../domain/text/escape-markdown.ts";
import { shortId } from "./ledger-words.ts";
import type { Ledger } from "./ledger.ts";
import { visibleLine, visibleText } from "./visible-text.ts";

// Each part is one line that leaves no element open, so that a ledger may be cut between any two lines.

/** A Markdown table; nothing for no rows. Cells are Markdown already and hold neither bar nor newline. */
export function table(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return "";
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(columns), line(columns.map(() => "---")), ...rows.map(line)].join("\n");
}

/** What people or the model wrote. */
export function prose(text: string, longest = 400): string {
  return escapeInline(visibleLine(text, longest));
}

/** Calls, commands, paths, names. Nothing for nothing. */
export function code(text: string, longest = 240): string {
  const line = visibleLine(text, longest);
  return line === "" ? "" : codeSpan(line);
}

/** An output of a command, folded away. `summary` is Markdown; the output is cut in the middle. */
export function foldedOutput(summary: string, output: string, longest = 3000): string {
  const text = visibleText(output).trimEnd();
  if (text === "") return "";
  return `<details><summary>${summary}</summary><pre>${codeSpan(clipMiddle(text, longest))}</pre></details>`;
}

/** Text of several lines that people wrote, folded away. */
export function foldedProse(summary: string, text: string, longest = 4000): string {
  const shown = escapeInline(clipMiddle(visibleText(text).trim(), longest));
  return `<details><summary>${summary}</summary>${shown}</details>`;
}

/** The repository's page, told by the links of what was written there; null where nothing was. */
export function repositoryPage({ run, effects }: Ledger): string | null {
  if (run === null || !/^[\w.-]+\/[\w.-]+$/u.test(run.repository)) return null;
  for (const { url } of effects) {
    const [server, ...rest] = (url ?? "").split(`/${run.repository}/`);
    const page = `${server}/${run.repository}`;
    if (rest.length > 0 && PLAIN_URL.test(page)) return page;
  }
  return null;
}

// nothing in it that could end a link or begin something else
const PLAIN_URL = /^https?:\/\/[\w.:-]+(?:\/[\w.~%-]+)+(?:#[\w-]+)?$/u;

/** Code that leads to a page of the repository. A URL that leads elsewhere is shown beside it instead. */
export function linked(text: string, url: string | null, page: string | null): string {
  const label = code(text) || "–";
  if (url === null) return label;
  const isOurs = page !== null && url.startsWith(`${page}/`) && PLAIN_URL.test(url);
  return isOurs ? `[${label}](${url})` : `${label} ${code(url)}`.trim();
}

/** A commit, shortened where a link has the whole of it. */
export function commit(sha: string, page: string | null): string {
  const isSha = /^[0-9a-f]{40,64}$/u.test(sha);
  return page !== null && isSha ? linked(shortId(sha), `${page}/commit/${sha}`, page) : code(sha);
}
