import type { AvatarError } from "../domain/errors.ts";

export interface Watch {
  /** Fires when the call is cancelled, has taken too long, or nothing came for too long. */
  readonly signal: AbortSignal;
  readonly expired: "idle" | "overall" | null;
  /** The last bytes of the body, as text: how a stream said good-bye. */
  readonly tail: string;
  /** `fetch` under watch: every chunk counts as a sign of life and against the size limit. */
  readonly fetch: (url: string | URL | Request, init?: RequestInit) => Promise<Response>;
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
  const signal = AbortSignal.any([options.cancelled, options.overall, idle.signal]);
  const timer = options.idleTimeoutMs === null ? null : setTimeout(() => idle.abort(), options.idleTimeoutMs);
  let received = 0;
  let tail = Buffer.alloc(0);

  function guard(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
    const counting = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        timer?.refresh();
        received += chunk.byteLength;
        if (received > options.maxBytes) throw options.tooLarge();
        tail = Buffer.concat([tail, chunk]).subarray(-TAIL_BYTES);
        controller.enqueue(chunk);
      },
    });
    return body.pipeThrough(counting, { signal });
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
    async fetch(url, init) {
      const response = await fetch(url, init);
      timer?.refresh();
      if (response.body === null) return response;
      const { status, statusText, headers } = response;
      return new Response(guard(response.body), { status, statusText, headers });
    },
    close() {
      if (timer !== null) clearTimeout(timer);
    },
  };
}
