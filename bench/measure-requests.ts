import type { TokenCounter } from "./count-tokens.ts";

export interface RequestFigures {
  turns: number;
  firstTurnTokens: number;
  cumulativeTokens: number;
  /** Cached input counted at a tenth. */
  billedTokens: number;
  /** Of each request after the first, the share of the previous one's prompt that it repeats from the start, in the mean. */
  repeatedOfPrevious: number;
  /** Requests that begin with the whole previous prompt. */
  wholePrefixes: number;
}

const CACHED_PRICE = 0.1;

/**
 * Figures of a run from its request bodies. Providers put the tools and the messages in one text and cache its
 * beginning, so the prefix is compared over the prompt as text, not over the JSON that closes behind it.
 */
export function measureRequests(bodies: readonly string[], counter: TokenCounter): RequestFigures {
  const prompts = bodies.map(promptOf);
  const shares: number[] = [];
  let cumulative = 0;
  let billed = 0;
  for (const [i, prompt] of prompts.entries()) {
    const tokens = counter.count(prompt);
    const before = prompts[i - 1];
    const same = before === undefined ? 0 : commonPrefix(before, prompt);
    const cached = same === 0 ? 0 : Math.min(tokens, counter.count(prompt.slice(0, same)));
    if (before !== undefined) shares.push(same / before.length);
    cumulative += tokens;
    billed += tokens - cached + cached * CACHED_PRICE;
  }
  return {
    turns: prompts.length,
    firstTurnTokens: counter.count(prompts[0] ?? ""),
    cumulativeTokens: cumulative,
    billedTokens: Math.round(billed),
    repeatedOfPrevious: shares.reduce((sum, share) => sum + share, 0) / Math.max(1, shares.length),
    wholePrefixes: shares.filter((share) => share === 1).length,
  };
}

/** Tools, then messages. The last message is left open, as a template does before the next one. */
function promptOf(body: string): string {
  const { tools, messages } = JSON.parse(body) as { tools?: unknown; messages: unknown };
  return `${JSON.stringify(tools ?? [])}${JSON.stringify(messages).replace(/"\}\]$/, "")}`;
}

export function commonPrefix(a: string, b: string): number {
  let low = 0;
  let high = Math.min(a.length, b.length);
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (a.slice(low, middle) === b.slice(low, middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}
