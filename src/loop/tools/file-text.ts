import type { Workspace } from "../../domain/ports/workspace.ts";

const MAX_BYTES = 4_000_000;
const SNIFFED = 8_000;

export type FileReading = { ok: true; bytes: Buffer } | { ok: false; problem: string };

/** A file's bytes, or why a text tool cannot use it, in words the model can act on. */
export async function readTextFile(workspace: Workspace, path: string): Promise<FileReading> {
  const stat = await workspace.stat(path);
  if (stat === null) return { ok: false, problem: await missing(workspace, path) };
  if (stat.kind === "directory") {
    return {
      ok: false,
      problem: `${path} is a folder. list_files with glob \`${path}/**\` shows what is in it.`,
    };
  }
  if (stat.kind === "other") return { ok: false, problem: `${path} is no regular file.` };
  if (stat.size > MAX_BYTES) {
    const size = `${(stat.size / 1_000_000).toFixed(1)} MB`;
    return { ok: false, problem: `${path} is ${size}, too large to read. search_repo finds lines in it.` };
  }
  const content = await workspace.readFile(path);
  if (content === null) return { ok: false, problem: await missing(workspace, path) };
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  if (bytes.subarray(0, SNIFFED).includes(0)) {
    return {
      ok: false,
      problem: `${path} is a binary file of ${bytes.length} bytes; only text can be read or edited.`,
    };
  }
  return { ok: true, bytes };
}

async function missing(workspace: Workspace, path: string): Promise<string> {
  const name = path.slice(path.lastIndexOf("/") + 1).replaceAll(/[^\w.-]/g, "?");
  const { paths } = await workspace.listFiles({ glob: `**/${name}`, limit: 5 });
  const near = paths.length === 0 ? "list_files shows what there is." : `There is: ${paths.join(", ")}.`;
  return `${path} does not exist. ${near}`;
}

const BOM = Buffer.from([0xef, 0xbb, 0xbf]);

export function hasBom(bytes: Buffer): boolean {
  return bytes.subarray(0, 3).equals(BOM);
}

export function withBom(bytes: Buffer): Buffer {
  return Buffer.concat([BOM, bytes]);
}

/** Whether the lines of a file end in CR LF. A file that mixes both counts by its majority. */
export function usesCrlf(bytes: Buffer): boolean {
  let crlf = 0;
  let lf = 0;
  for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1)) {
    if (at > 0 && bytes[at - 1] === 13) crlf += 1;
    else lf += 1;
  }
  return crlf > lf;
}

export function toCrlf(text: string): string {
  return text.replaceAll(/\r?\n/g, "\r\n");
}
