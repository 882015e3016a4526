/** Tokens of a request's messages and tools. */
export interface TokenCounter {
  name: string;
  count(text: string): number;
}

const BYTES_PER_TOKEN = 3.1;

/**
 * A tokenizer module that exports `countTokens`, or an estimate: line-numbered source and JSON come to about
 * 3.1 bytes a token in o200k.
 */
export async function tokenCounter(module: string | null): Promise<TokenCounter> {
  if (module === null) {
    return {
      name: `estimated at ${BYTES_PER_TOKEN} bytes a token`,
      count: (text) => Math.ceil(Buffer.byteLength(text) / BYTES_PER_TOKEN),
    };
  }
  const loaded = (await import(module)) as { countTokens: (text: string) => number };
  return { name: "counted with o200k", count: (text) => loaded.countTokens(text) };
}
