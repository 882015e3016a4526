/** Keeps the first and the last part of a stream, so that a flood of output cannot fill the memory. */
export interface HeadAndTail {
  push(chunk: Uint8Array): void;
  /** What was kept, with a line saying how much was left out. */
  text(): string;
  readonly truncated: boolean;
}

export function createHeadAndTail(limit: number): HeadAndTail {
  const headLimit = Math.ceil(limit / 2);
  const tailLimit = limit - headLimit;
  const head: Uint8Array[] = [];
  let headSize = 0;
  let tail: Uint8Array[] = [];
  let tailSize = 0;
  let dropped = 0;

  function trimTail(): void {
    const all = Buffer.concat(tail);
    dropped += all.length - tailLimit;
    const kept = all.subarray(all.length - tailLimit);
    tail = [kept];
    tailSize = kept.length;
  }

  return {
    push(chunk) {
      const room = headLimit - headSize;
      const first = chunk.subarray(0, room);
      const rest = chunk.subarray(first.length);
      if (first.length > 0) head.push(first);
      headSize += first.length;
      if (rest.length === 0) return;
      tail.push(rest);
      tailSize += rest.length;
      // Twice the limit before trimming, or every small chunk would copy the whole tail.
      if (tailSize > 2 * tailLimit) trimTail();
    },
    text() {
      if (tailSize > tailLimit) trimTail();
      const start = Buffer.concat(head);
      const end = Buffer.concat(tail);
      if (dropped === 0) return Buffer.concat([start, end]).toString("utf8");
      return `${withoutCutEnd(start)}\n[… ${dropped} bytes left out …]\n${withoutCutStart(end)}`;
    },
    get truncated() {
      return dropped > 0 || tailSize > tailLimit;
    },
  };
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}

function withoutCutStart(bytes: Buffer): string {
  let start = 0;
  while (start < 4 && isContinuation(bytes[start])) start += 1;
  return bytes.subarray(start).toString("utf8");
}

function withoutCutEnd(bytes: Buffer): string {
  let lead = bytes.length - 1;
  while (lead > bytes.length - 4 && isContinuation(bytes[lead])) lead -= 1;
  const first = bytes[lead] ?? 0;
  const wanted = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 1;
  const cut = bytes.length - lead < wanted ? lead : bytes.length;
  return bytes.subarray(0, cut).toString("utf8");
}
