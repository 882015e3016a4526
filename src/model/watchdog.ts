import type { AvatarError } from "../domain/errors.ts";

export interface Watch {
  /** Fires when the call is cancelled, has taken too long, or nothing came for too long. */
  readonly signal: AbortSignal;
  readonly expired: "idle" | "overall" | null;
  /** The last bytes of the body, as text: how a stream said good-bye. */
  readonly tail: string;
  /** The body under watch: every chunk counts as a sign of life and against the size limit. */
  guard(body: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array>;
  close(): void;
}

export interface WatchOptions {
  cancelled: AbortSignal;
  overall: AbortSignal;
  /** Null where an answer comes in one piece, so that silence means nothing. */
  idleTimeoutMs: number | null;
  maxBytes: number;
  /** Made when the body is larger than that. */
  tooLarge: () => AvatarError;
}

const TAIL_BYTES = 64;

/** Watches one HTTP exchange with the model. */
export function watchCall(options: WatchOptions): Watch {
  const idle = new AbortController();
  const halt = new AbortController();
  const signal = AbortSignal.any([options.cancelled, options.overall, idle.signal, halt.signal]);
  const timer = options.idleTimeoutMs === null ? null : setTimeout(() => idle.abort(), options.idleTimeoutMs);
  let received = 0;
  let tail = Buffer.alloc(0);

  async function* guard(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    timer?.refresh();
    for await (const chunk of body) {
      timer?.refresh();
      received += chunk.byteLength;
      if (received > options.maxBytes) {
        const error = options.tooLarge();
        // The rest is not even read off, once this error has been heard.
        setImmediate(() => halt.abort(error));
        throw error;
      }
      tail = Buffer.concat([tail, chunk.subarray(-TAIL_BYTES)]).subarray(-TAIL_BYTES);
      yield chunk;
    }
  }

  return {
    signal,
    get expired() {
      if (options.overall.aborted) return "overall";
      return idle.signal.aborted ? "idle" : null;
    },
    get tail() {
      return tail.toString("latin1");
    },
    guard,
    close() {
      if (timer !== null) clearTimeout(timer);
    },
  };
}
