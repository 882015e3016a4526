/** US dollars per million tokens. */
export interface Price {
  input: number;
  /** Input the server had cached; the same as `input` where the provider gives no discount. */
  cached: number;
  output: number;
}

/**
 * List prices by the beginning of the model's name; the longest that fits wins. Standard tier, prompts
 * below the long-context threshold. Prices move: an operator's own price beats this table.
 */
export const PRICE_TABLE: readonly (readonly [prefix: string, price: Price])[] = [
  ["gpt-5.6-sol", { input: 5, cached: 0.5, output: 30 }],
  ["gpt-5.6-terra", { input: 2, cached: 0.2, output: 12 }],
  ["gpt-5.6-luna", { input: 0.2, cached: 0.02, output: 1.2 }],
  ["gpt-5.5", { input: 5, cached: 0.5, output: 30 }],
  ["gpt-5.4", { input: 2.5, cached: 0.25, output: 15 }],
  ["gpt-5.4-mini", { input: 0.75, cached: 0.075, output: 4.5 }],
  ["gpt-5.4-nano", { input: 0.2, cached: 0.02, output: 1.25 }],
  ["gpt-5.3", { input: 1.75, cached: 0.175, output: 14 }],
  ["gpt-5.2", { input: 1.75, cached: 0.175, output: 14 }],
  ["gpt-5.2-pro", { input: 21, cached: 21, output: 168 }],
  ["gpt-5.1", { input: 1.25, cached: 0.125, output: 10 }],
  ["gpt-5.1-codex-mini", { input: 0.25, cached: 0.025, output: 2 }],
  ["gpt-5", { input: 1.25, cached: 0.125, output: 10 }],
  ["gpt-5-mini", { input: 0.25, cached: 0.025, output: 2 }],
  ["gpt-5-nano", { input: 0.05, cached: 0.005, output: 0.4 }],
  ["gpt-5-pro", { input: 15, cached: 15, output: 120 }],
  ["gpt-4.1", { input: 2, cached: 0.5, output: 8 }],
  ["gpt-4.1-mini", { input: 0.4, cached: 0.1, output: 1.6 }],
  ["gpt-4.1-nano", { input: 0.1, cached: 0.025, output: 0.4 }],
  ["gpt-4o", { input: 2.5, cached: 1.25, output: 10 }],
  ["gpt-4o-mini", { input: 0.15, cached: 0.075, output: 0.6 }],
  ["o1", { input: 15, cached: 7.5, output: 60 }],
  ["o3", { input: 2, cached: 0.5, output: 8 }],
  ["o3-mini", { input: 1.1, cached: 0.55, output: 4.4 }],
  ["o3-pro", { input: 20, cached: 20, output: 80 }],
  ["o4-mini", { input: 1.1, cached: 0.275, output: 4.4 }],
  ["claude-fable-5", { input: 10, cached: 1, output: 50 }],
  ["claude-opus-5", { input: 5, cached: 0.5, output: 25 }],
  ["claude-opus-5-5", { input: 4, cached: 0.2, output: 20 }],
  ["claude-opus-4", { input: 15, cached: 1.5, output: 75 }],
  ["claude-opus-4-5", { input: 5, cached: 0.5, output: 25 }],
  ["claude-opus-4-6", { input: 5, cached: 0.5, output: 25 }],
  ["claude-opus-4-7", { input: 5, cached: 0.5, output: 25 }],
  ["claude-opus-4-8", { input: 5, cached: 0.5, output: 25 }],
  ["claude-sonnet-5", { input: 2, cached: 0.2, output: 10 }],
  ["claude-sonnet-4", { input: 3, cached: 0.3, output: 15 }],
  ["claude-3-7-sonnet", { input: 3, cached: 0.3, output: 15 }],
  ["claude-haiku-4-5", { input: 1, cached: 0.1, output: 5 }],
  ["claude-3-5-haiku", { input: 0.8, cached: 0.08, output: 4 }],
  ["gemini-3.7-flash", { input: 0.75, cached: 0.075, output: 3.75 }],
  ["gemini-3.6-flash", { input: 0.75, cached: 0.075, output: 3.75 }],
  ["gemini-3.5-flash", { input: 1.5, cached: 0.15, output: 9 }],
  ["gemini-3.1-pro", { input: 2, cached: 0.2, output: 12 }],
  ["gemini-2.5-pro", { input: 1.25, cached: 0.125, output: 10 }],
  ["gemini-2.5-flash", { input: 0.3, cached: 0.03, output: 2.5 }],
  ["gemini-2.5-flash-lite", { input: 0.1, cached: 0.01, output: 0.4 }],
  ["deepseek-flash", { input: 0.3, cached: 0.006, output: 1.2 }],
  ["deepseek-v4-pro", { input: 1.32, cached: 0.044, output: 3.96 }],
  ["deepseek-chat", { input: 0.28, cached: 0.028, output: 0.42 }],
  ["deepseek-reasoner", { input: 0.28, cached: 0.028, output: 0.42 }],
  ["grok-4.5", { input: 2, cached: 0.5, output: 6 }],
  ["grok-4.6", { input: 2, cached: 0.5, output: 6 }],
  ["kimi-k2.7-code", { input: 0.95, cached: 0.19, output: 4 }],
  ["kimi-k3", { input: 3, cached: 0.3, output: 15 }],
];
