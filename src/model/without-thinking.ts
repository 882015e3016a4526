/** Open models served without a reasoning parser put their thinking in front of the answer. */
export function withoutThinking(text: string): string {
  return text.replace(/^\s*<think>[\s\S]*?<\/think>\s*/, "");
}
