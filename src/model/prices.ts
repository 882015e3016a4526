import type { Usage } from "../domain/usage.ts";
import { PRICE_TABLE, type Price } from "./price-table.ts";

/**
 * The table's price for a model, null when it has none. A provider in front of the name (`openai/…`) is
 * ignored. A prefix must end where a part of the name ends: `gpt-5` prices `gpt-5-2025-08-07`, never `gpt-5.9`.
 */
export function priceOf(model: string): Price | null {
  const name = model.slice(model.lastIndexOf("/") + 1).toLowerCase();
  let best: readonly [string, Price] | null = null;
  for (const row of PRICE_TABLE) {
    const [prefix] = row;
    if (!name.startsWith(prefix) || !/^($|[-:@_])/.test(name.slice(prefix.length))) continue;
    if (best === null || prefix.length > best[0].length) best = row;
  }
  return best === null ? null : best[1];
}

/** What the tokens cost, in US dollars. */
export function costOf(usage: Usage, price: Price): number {
  const fresh = usage.promptTokens - usage.cachedTokens;
  const millions = 1_000_000;
  return (
    (fresh * price.input + usage.cachedTokens * price.cached + usage.completionTokens * price.output) /
    millions
  );
}

/** Nothing cached, and an answer of the full length. */
export function worstCaseCost(promptTokens: number, maxAnswerTokens: number, price: Price): number {
  return costOf(
    { promptTokens, completionTokens: maxAnswerTokens, cachedTokens: 0, reported: false },
    { ...price, input: Math.max(price.input, price.cached) },
  );
}
