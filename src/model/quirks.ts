import type { ModelApi } from "./endpoint.ts";

/** Where servers that speak the same protocol differ. */
export interface Quirks {
  /** The field that limits the length of an answer. */
  tokenLimit: "max_tokens" | "max_completion_tokens" | "max_output_tokens" | "none";
  /** False for a server that refuses `stream: true`. */
  stream: boolean;
  /** Whether `stream_options` may be sent, which asks for the usage at the end of a stream. */
  streamUsage: boolean;
}

interface Rule {
  host?: RegExp;
  model?: RegExp;
  quirks: Partial<Quirks>;
}

const USUAL: Quirks = { tokenLimit: "max_tokens", stream: true, streamUsage: true };

/** The Responses API has one name for the limit, and always reports. */
const RESPONSES: Quirks = { tokenLimit: "max_output_tokens", stream: true, streamUsage: false };

/** For Chat Completions, in order; a later rule that fits wins. */
const RULES: readonly Rule[] = [
  { host: /(^|\.)openai\.(com|azure\.com)$/, quirks: { tokenLimit: "max_completion_tokens" } },
  { model: /(^|\/)(o\d|gpt-5)/, quirks: { tokenLimit: "max_completion_tokens" } },
  { host: /(^|\.)mistral\.ai$/, quirks: { streamUsage: false } },
];

export function quirksFor(baseUrl: string, model: string, api: ModelApi = "chat"): Quirks {
  if (api === "responses") return RESPONSES;
  const { hostname } = new URL(baseUrl);
  const fitting = RULES.filter(
    (rule) => (rule.host?.test(hostname) ?? true) && (rule.model?.test(model) ?? true),
  );
  return Object.assign({ ...USUAL }, ...fitting.map((rule) => rule.quirks)) as Quirks;
}

/** A server that names the field it refuses is asked again without that field. Null when nothing can be left out. */
export function quirksAfterRefusal(quirks: Quirks, refusedField: string): Quirks | null {
  switch (refusedField) {
    case "max_tokens":
      return quirks.tokenLimit === "max_tokens" ? { ...quirks, tokenLimit: "max_completion_tokens" } : null;
    case "max_completion_tokens":
      return quirks.tokenLimit === "max_completion_tokens" ? { ...quirks, tokenLimit: "max_tokens" } : null;
    case "max_output_tokens":
      return quirks.tokenLimit === "max_output_tokens" ? { ...quirks, tokenLimit: "none" } : null;
    case "stream_options":
    case "stream_options.include_usage":
      return quirks.streamUsage ? { ...quirks, streamUsage: false } : null;
    case "stream":
      return quirks.stream ? { ...quirks, stream: false } : null;
    default:
      return null;
  }
}
