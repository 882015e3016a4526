import type { ModelRequest } from "../domain/ports/model.ts";
import type { Usage } from "../domain/usage.ts";
import { estimateRequestTokens, estimateTokens } from "./estimate-tokens.ts";
import type { GatheredAnswer } from "./gather-answer.ts";

/** The server's numbers, or estimates marked as such where it gave none. */
export function readUsage(request: ModelRequest, answer: GatheredAnswer): Usage {
  const said = answer.usage;
  if (!said?.prompt_tokens) return estimated(request, answer);
  const prompt = Math.round(said.prompt_tokens);
  const cached =
    said.prompt_tokens_details?.cached_tokens ?? said.prompt_cache_hit_tokens ?? said.cached_tokens ?? 0;
  return {
    promptTokens: prompt,
    completionTokens: Math.round(said.completion_tokens ?? answerTokens(answer)),
    cachedTokens: Math.min(prompt, Math.round(cached)),
    reported: said.completion_tokens !== null && said.completion_tokens !== undefined,
  };
}

function estimated(request: ModelRequest, answer: GatheredAnswer): Usage {
  return {
    promptTokens: estimateRequestTokens(request.messages, request.tools),
    completionTokens: answerTokens(answer),
    cachedTokens: 0,
    reported: false,
  };
}

function answerTokens(answer: GatheredAnswer): number {
  const calls = answer.toolCalls.map((call) => call.name + call.arguments).join("");
  return estimateTokens(answer.text + calls);
}
