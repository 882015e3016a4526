/** Marks text that came from outside, so that it cannot pass for the harness's own words. */
export interface Fence {
  /** The sentence that tells the model how quoted text is marked. */
  readonly legend: string;
  quote(text: string): string;
  /** Text on the harness's own lines: one line, and never the mark itself. */
  line(text: string, limit: number): string;
}

/** `nonce` is unpredictable and belongs to one run: quoted text cannot close its own quotation. */
export function createFence(nonce: string): Fence {
  const clean = (text: string) => text.replaceAll(nonce, "[mark]");
  return {
    legend: `Quoted text stands between <<${nonce} and ${nonce}>>.`,
    quote: (text) => `<<${nonce}\n${clean(text)}\n${nonce}>>`,
    line: (text, limit) => {
      const flat = clean(text).replaceAll(/\s+/g, " ").trim();
      return flat.length <= limit ? flat : `${flat.slice(0, limit - 1)}…`;
    },
  };
}
