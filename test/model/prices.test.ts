import { expect, test } from "@jest/globals";
import { estimateRequestTokens, estimateTokens } from "../../src/model/estimate-tokens.ts";
import { createOpenAiModel } from "../../src/model/openai-client.ts";
import { PRICE_TABLE } from "../../src/model/price-table.ts";
import { costOf, priceOf, worstCaseCost } from "../../src/model/prices.ts";

test("the longest name in the table that fits is the price", () => {
  const price = (prefix: string) => PRICE_TABLE.find(([name]) => name === prefix)?.[1];
  expect(priceOf("gpt-5-mini-2025-08-07")).toBe(price("gpt-5-mini"));
  expect(priceOf("gpt-5-2025-08-07")).toBe(price("gpt-5"));
  expect(priceOf("openai/GPT-4o")).toBe(price("gpt-4o"));
  expect(priceOf("claude-opus-4-8")).toBe(price("claude-opus-4-8"));
});

test.each(["gpt-5.99", "o1x", "some-local-model", ""])("%p has no price", (model) => {
  expect(priceOf(model)).toBeNull();
});

test("every price of the table is positive, and cached input is never dearer", () => {
  for (const [, price] of PRICE_TABLE) {
    expect(price.input).toBeGreaterThan(0);
    expect(price.output).toBeGreaterThan(0);
    expect(price.cached).toBeLessThanOrEqual(price.input);
  }
  expect(new Set(PRICE_TABLE.map(([prefix]) => prefix)).size).toBe(PRICE_TABLE.length);
});

test("no answer within the limits costs more than the worst case", () => {
  const price = { input: 2, cached: 0.2, output: 10 };
  const usage = { promptTokens: 1000, completionTokens: 500, cachedTokens: 600, reported: true };
  expect(costOf(usage, price)).toBeLessThan(worstCaseCost(1000, 500, price));
  expect(worstCaseCost(1_000_000, 100_000, price)).toBeCloseTo(3, 10);
});

test("a model without a price says so and costs 0; the operator's price comes first", () => {
  const endpoint = { baseUrl: "http://127.0.0.1:1/v1", apiKey: null };
  const unknown = createOpenAiModel({ ...endpoint, model: "some-local-model" });
  expect(unknown).toMatchObject({ priced: false, recorded: false });
  expect(unknown.worstCaseCost(1e6, 1e6)).toBe(0);
  const own = createOpenAiModel({ ...endpoint, model: "gpt-5", price: { input: 1, cached: 1, output: 1 } });
  expect(own.priced).toBe(true);
  expect(own.worstCaseCost(1e6, 1e6)).toBe(2);
});

test("estimates grow with code, Chinese and emoji, about as tokenizers count them", () => {
  const code = "export function add(a: number, b: number) {\n  return a + b;\n}\n".repeat(10);
  expect(estimateTokens(code)).toBeGreaterThan(code.length / 4);
  expect(estimateTokens(code)).toBeLessThan(code.length / 3);
  expect(estimateTokens("中文".repeat(50))).toBeGreaterThanOrEqual(100);
  expect(estimateTokens("🚀".repeat(50))).toBeGreaterThanOrEqual(50);
  expect(estimateTokens("")).toBe(0);
});

test("a request's estimate counts messages, calls and tools", () => {
  const message = { role: "user", content: "Hello there." } as const;
  const tool = { name: "read_file", description: "Reads.", parameters: { type: "object" } };
  const call = { id: "1", name: "read_file", arguments: '{"path":"a"}' };
  const plain = estimateRequestTokens([message], []);
  expect(estimateRequestTokens([message], [tool])).toBeGreaterThan(plain);
  const assistant = { role: "assistant", content: "" } as const;
  expect(estimateRequestTokens([message, { ...assistant, toolCalls: [call] }], [])).toBeGreaterThan(
    estimateRequestTokens([message, assistant], []),
  );
});
