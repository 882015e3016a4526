import { toForgeError } from "./forge-error.ts";
import { readTrouble, type Trouble } from "./trouble.ts";

export interface PersistenceOptions {
  pause(ms: number): Promise<void>;
  /** Longest time one call waits for GitHub's limits. */
  maxWaitMs: number;
  /** Makes the next request use a new token. */
  forgetToken(): void;
}

export interface Creation<T> {
  /** Read as "while …": "opening the pull request". */
  doing: string;
  /** What an earlier try may have left behind. */
  find: () => Promise<T | null>;
  create: () => Promise<T>;
}

const BACKOFF_MS = [1000, 3000, 9000];
const NEW_TOKEN_PAUSE_MS = 1000;

/**
 * How often and when a request is tried. A request that can be repeated is; one that creates something is
 * repeated only after a look at whether the lost try had created it.
 */
export class Persistence {
  readonly #options: PersistenceOptions;

  constructor(options: PersistenceOptions) {
    this.#options = options;
  }

  /** For reads, and for writes that end in the same state however often they are made. */
  async repeat<T>(doing: string, act: () => Promise<T>): Promise<T> {
    for (let failures = 0; ; failures += 1) {
      try {
        return await this.#untilAccepted(act);
      } catch (error) {
        await this.#backOff(error, failures, doing);
      }
    }
  }

  /** Looks, creates, and after an answer that was lost looks again before it creates once more. */
  async create<T>({ doing, find, create }: Creation<T>): Promise<T> {
    for (let failures = 0; ; failures += 1) {
      const found = await this.repeat(doing, find);
      if (found !== null) return found;
      try {
        return await this.#untilAccepted(create);
      } catch (error) {
        await this.#backOff(error, failures, doing);
      }
    }
  }

  async #backOff(error: unknown, failures: number, doing: string): Promise<void> {
    const ms = BACKOFF_MS[failures];
    if (readTrouble(error).kind !== "outcome unknown" || ms === undefined) throw toForgeError(error, doing);
    await this.#options.pause(ms);
  }

  /** Repeats what GitHub says it has not done: limits, and once a token it does not take. */
  async #untilAccepted<T>(act: () => Promise<T>): Promise<T> {
    let patience = this.#options.maxWaitMs;
    let tokensRefused = 0;
    for (;;) {
      try {
        return await act();
      } catch (error) {
        const ms = this.#waitBefore(readTrouble(error), tokensRefused);
        if (ms === null || ms > patience) throw error;
        if (ms === NEW_TOKEN_PAUSE_MS) tokensRefused += 1;
        patience -= ms;
        await this.#options.pause(ms);
      }
    }
  }

  #waitBefore(trouble: Trouble, tokensRefused: number): number | null {
    switch (trouble.kind) {
      case "told to wait":
        // a second more than asked: the clocks differ
        return trouble.ms + 1000;
      case "token not taken":
        if (tokensRefused > 0) return null;
        this.#options.forgetToken();
        return NEW_TOKEN_PAUSE_MS;
      case "outcome unknown":
      case "refused":
        return null;
    }
  }
}
