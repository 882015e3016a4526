import { z } from "zod";
import { JournalLine, RunEvent } from "../domain/events.ts";
import { hashLine, NO_LINE } from "./chain.ts";

export type ChainReport =
  | {
      ok: true;
      lines: JournalLine[];
      /** Hash of the last line. Kept elsewhere, it also proves the last line and the length. */
      head: string;
    }
  | {
      ok: false;
      /** Counted from 1. */
      line: number;
      /** Continues a sentence that begins with the line. */
      reason: string;
      /** The sound lines before it. */
      lines: JournalLine[];
    };

const NEWLINE = 0x0a;

/**
 * Checks that every line parses, has its number, and carries the hash of the line before it. A chain cannot
 * vouch for its own last line, nor that none was taken off its end: give the `head` noted elsewhere for that.
 */
export function verifyChain(bytes: Uint8Array, expected: { head?: string } = {}): ChainReport {
  const lines: JournalLine[] = [];
  let head = NO_LINE;
  let at = 0;
  while (at < bytes.length) {
    const bad = (reason: string): ChainReport => ({ ok: false, line: lines.length + 1, reason, lines });
    const end = bytes.indexOf(NEWLINE, at);
    if (end === -1) return bad("breaks off before its end");
    const raw = bytes.subarray(at, end);
    const read = readLine(raw);
    if (typeof read === "string") return bad(read);
    if (read.seq !== lines.length) return bad(`has number ${read.seq} where ${lines.length} belongs`);
    if (read.prev !== head) return bad("does not follow from the line before it");
    lines.push(read);
    head = hashLine(raw);
    at = end + 1;
  }
  if (expected.head !== undefined && expected.head !== head) {
    return { ok: false, line: lines.length, reason: "is not the last line that was noted elsewhere", lines };
  }
  return { ok: true, lines, head };
}

/** The line, or what is wrong with it. */
function readLine(raw: Uint8Array): JournalLine | string {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(raw));
  } catch {
    return "is no JSON";
  }
  const known = Envelope.safeParse(value);
  if (!known.success) return "is no event";
  const { v, type } = known.data;
  if (v !== 1) return "has another version of the format";
  if (!KNOWN.has(type)) return "holds an event this version does not know";
  const line = JournalLine.safeParse(value);
  if (line.success) return line.data;
  const where = line.error.issues.map((issue) => issue.path.join(".")).join(", ");
  return `is no ${type} event (wrong: ${where})`;
}

const Envelope = z.object({ v: z.unknown(), type: z.string() });

const KNOWN: ReadonlySet<string> = new Set(RunEvent.options.map((option) => option.shape.type.value));
