import { toCrlf, usesCrlf } from "./file-text.ts";

export interface Replacement {
  oldString: string;
  newString: string;
  replaceAll: boolean;
}

export type Replaced =
  | { kind: "replaced"; bytes: Buffer; at: readonly number[] }
  | { kind: "absent" }
  /** Byte offsets of the matches, of which only one was wanted. */
  | { kind: "ambiguous"; at: readonly number[] };

/**
 * Replaces text in a file anchored on its exact bytes: whatever lies outside the match stays as it was, whatever
 * its encoding. In a CR LF file the two strings are read as CR LF text, because a model sees and writes LF only.
 */
export function replaceText(file: Buffer, { oldString, newString, replaceAll }: Replacement): Replaced {
  const crlf = usesCrlf(file);
  const wanted = find(file, oldString, crlf);
  if (wanted.at.length === 0) return { kind: "absent" };
  if (wanted.at.length > 1 && !replaceAll) return { kind: "ambiguous", at: wanted.at };
  const replacement = Buffer.from(withoutBom(crlf ? toCrlf(newString) : newString), "utf8");
  return { kind: "replaced", bytes: splice(file, wanted, replacement), at: wanted.at };
}

interface Found {
  at: number[];
  length: number;
}

function find(file: Buffer, oldString: string, crlf: boolean): Found {
  const plain = withoutBom(oldString);
  const forms = crlf ? [toCrlf(plain), plain] : [plain, plain.replaceAll("\r\n", "\n")];
  for (const form of forms) {
    const needle = Buffer.from(form, "utf8");
    const at = needle.length === 0 ? [] : occurrences(file, needle);
    if (at.length > 0) return { at, length: needle.length };
  }
  return { at: [], length: 0 };
}

function occurrences(file: Buffer, needle: Buffer): number[] {
  const at: number[] = [];
  for (let i = file.indexOf(needle); i !== -1; i = file.indexOf(needle, i + needle.length)) at.push(i);
  return at;
}

function splice(file: Buffer, found: Found, replacement: Buffer): Buffer {
  const parts: Buffer[] = [];
  let from = 0;
  for (const at of found.at) {
    const end = at + found.length;
    parts.push(file.subarray(from, at), keepFinalNewline(file, end, replacement));
    from = end;
  }
  parts.push(file.subarray(from));
  return Buffer.concat(parts);
}

// A match that takes the last newline of the file with it, and a new text without one, is a slip.
function keepFinalNewline(file: Buffer, end: number, replacement: Buffer): Buffer {
  if (end !== file.length || replacement.length === 0 || file.at(-1) !== 10 || replacement.at(-1) === 10) {
    return replacement;
  }
  return Buffer.concat([replacement, Buffer.from(file.at(-2) === 13 ? "\r\n" : "\n")]);
}

function withoutBom(text: string): string {
  return text.startsWith("\uFEFF") ? text.slice(1) : text;
}
