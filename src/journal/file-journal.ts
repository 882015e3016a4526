import { writeSync } from "node:fs";
import { type FileHandle, mkdir, open } from "node:fs/promises";
import { dirname } from "node:path";
import type { AvatarError } from "../domain/errors.ts";
import type { RunEvent } from "../domain/events.ts";
import type { Clock } from "../domain/ports/clock.ts";
import type { Journal } from "../domain/ports/journal.ts";
import { hashLine, NO_LINE } from "./chain.ts";
import { cannotWrite, corrupt } from "./journal-error.ts";
import { redactEvent } from "./redact-event.ts";
import { verifyChain } from "./verify-chain.ts";

export interface FileJournal extends Journal {
  /** What was there when it was opened. */
  readonly found: {
    /** Sound lines that the chain goes on from. */
    lines: number;
    /** Bytes of a last line that a crash had torn off, and that were removed; 0 when it was whole. */
    cutBytes: number;
  };
}

export interface JournalOptions {
  /** Applied to every text of an event before it is written. */
  redact?: (text: string) => string;
}

/**
 * Opens a journal for appending, or begins one. A line that a crash tore off never was acknowledged, so it
 * is cut off; anything else that does not fit refuses to open.
 * @throws JOURNAL_CORRUPT, JOURNAL_UNWRITABLE, DISK_FULL.
 */
export async function openJournal(
  path: string,
  clock: Clock,
  options: JournalOptions = {},
): Promise<FileJournal> {
  let handle: FileHandle | null = null;
  try {
    await mkdir(dirname(path), { recursive: true });
    handle = await open(path, "a+", 0o600);
    const opened = await goOn(path, handle);
    await syncFolder(dirname(path));
    return new ChainedFile({ path, clock, handle, redact: options.redact ?? null }, opened);
  } catch (error) {
    await handle?.close();
    throw cannotWrite(path, error);
  }
}

interface Opened {
  lines: number;
  cutBytes: number;
  head: string;
  size: number;
}

/** Checks what is there and cuts off a torn last line. @throws JOURNAL_CORRUPT. */
async function goOn(path: string, handle: FileHandle): Promise<Opened> {
  const bytes = await readAll(handle);
  const size = bytes.length;
  const whole = bytes.lastIndexOf(0x0a) + 1;
  const report = verifyChain(bytes.subarray(0, whole));
  if (!report.ok) throw corrupt(path, report.line, report.reason);
  if (whole < size) {
    await handle.truncate(whole);
    await handle.datasync();
  }
  const { lines, head } = report;
  return {
    lines: lines.length,
    cutBytes: size - whole,
    head: lines.length === 0 ? NO_LINE : head,
    size: whole,
  };
}

async function readAll(handle: FileHandle): Promise<Buffer> {
  const bytes = Buffer.alloc((await handle.stat()).size);
  for (let at = 0; at < bytes.length;) {
    const { bytesRead } = await handle.read(bytes, at, bytes.length - at, at);
    if (bytesRead === 0) return bytes.subarray(0, at);
    at += bytesRead;
  }
  return bytes;
}

/** Makes a new file's name durable. Some file systems cannot sync a folder; the file itself still is. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } catch {
    // Nothing more can be done.
  } finally {
    await folder.close();
  }
}

const NEWLINE = Buffer.from("\n");

// Into the page cache, which takes microseconds: the disk is waited for by the sync alone, and that one blocks nobody.
function writeWhole(fd: number, bytes: Buffer): void {
  for (let written = 0; written < bytes.length;) written += writeSync(fd, bytes, written);
}

interface Parts {
  path: string;
  clock: Clock;
  handle: FileHandle;
  redact: ((text: string) => string) | null;
}

class ChainedFile implements FileJournal {
  readonly path: string;
  readonly found: FileJournal["found"];
  readonly #parts: Parts;
  #seq: number;
  #prev: string;
  #size: number;
  /** Appends run one after the other, in the order they were asked for. */
  #queue: Promise<void> = Promise.resolve();
  /** Set when the file is in a state nobody knows; it stays that way. */
  #broken: AvatarError | null = null;
  #isClosed = false;

  constructor(parts: Parts, { lines, cutBytes, head, size }: Opened) {
    this.path = parts.path;
    this.found = { lines, cutBytes };
    this.#parts = parts;
    this.#seq = lines;
    this.#prev = head;
    this.#size = size;
  }

  append(event: RunEvent): Promise<void> {
    const appended = this.#queue.then(() => this.#append(event));
    this.#queue = appended.catch(() => undefined);
    return appended;
  }

  async close(): Promise<void> {
    await this.#queue;
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#broken ??= cannotWrite(this.path, new Error("It is closed."));
    await this.#parts.handle.close();
  }

  async #append(event: RunEvent): Promise<void> {
    if (this.#broken !== null) throw this.#broken;
    const { clock, handle, redact } = this.#parts;
    const shown = redact === null ? event : redactEvent(event, redact);
    const place = { seq: this.#seq, at: clock.now().toISOString(), v: 1, prev: this.#prev };
    const line = Buffer.from(JSON.stringify({ ...place, ...shown }), "utf8");
    try {
      writeWhole(handle.fd, Buffer.concat([line, NEWLINE]));
    } catch (error) {
      await this.#takeBack();
      throw cannotWrite(this.path, error);
    }
    try {
      await handle.datasync();
    } catch (error) {
      // What a failed sync has left on the disk is unknown, and a second one would not tell.
      this.#broken = cannotWrite(this.path, error);
      throw this.#broken;
    }
    this.#seq += 1;
    this.#prev = hashLine(line);
    this.#size += line.length + 1;
  }

  /** After half a line: back to the last whole one, so that a shorter line may still say what happened. */
  async #takeBack(): Promise<void> {
    try {
      await this.#parts.handle.truncate(this.#size);
    } catch (error) {
      this.#broken = cannotWrite(this.path, error);
    }
  }
}
