import type { ErrorCode } from "../domain/errors.ts";
import { type Endpoint, PATHS } from "./endpoint.ts";
import type { Refusal } from "./read-refusal.ts";

/** What a refusal means to an operator. */
export interface Meaning {
  code: ErrorCode;
  /** Whether the same call may work a little later. */
  retry: boolean;
  advice: string;
}

interface Rule extends Omit<Meaning, "advice"> {
  statuses: readonly number[];
  codes: readonly string[];
  advice: (endpoint: Endpoint) => string;
}

/** The first that fits by the server's code, then by status. */
const RULES: readonly Rule[] = [
  {
    codes: ["insufficient_quota"],
    statuses: [402],
    code: "MODEL_RATE_LIMITED",
    retry: false,
    advice: () => "The account behind OPENAI_API_KEY has no credit left: top it up or use another key.",
  },
  {
    codes: ["context_length_exceeded"],
    statuses: [413],
    code: "MODEL_REFUSED",
    retry: false,
    advice: ({ model }) =>
      `Lower the context budget, or set AVATAR_MODEL to a model with more room than ${model}.`,
  },
  {
    codes: [
      "content_filter",
      "content_policy_violation",
      "invalid_prompt",
      "bio_policy",
      "misalignment_policy_violation",
    ],
    statuses: [],
    code: "MODEL_REFUSED",
    retry: false,
    advice: () =>
      "The provider's content filter stopped the call: look at the issue's text, or set AVATAR_MODEL to another model.",
  },
  {
    codes: [],
    statuses: [401, 403],
    code: "MODEL_REFUSED",
    retry: false,
    advice: ({ model }) => `Check OPENAI_API_KEY: is it set, valid, and allowed to use ${model}?`,
  },
  {
    codes: [],
    statuses: [404],
    code: "MODEL_REFUSED",
    retry: false,
    advice: ({ model, api }) =>
      `Check AVATAR_MODEL (${model}), that OPENAI_BASE_URL is the address in front of ${PATHS[api]}, and AVATAR_MODEL_API (${api}).`,
  },
  {
    codes: [],
    statuses: [408],
    code: "MODEL_TIMEOUT",
    retry: true,
    advice: () => "Try again, or choose a faster AVATAR_MODEL.",
  },
  {
    codes: [],
    statuses: [429],
    code: "MODEL_RATE_LIMITED",
    retry: true,
    advice: () =>
      "Wait and send the command again, or raise the limits of the account behind OPENAI_API_KEY.",
  },
];

export function meaningOf({ status, code }: Refusal, endpoint: Endpoint): Meaning {
  const rule =
    RULES.find(({ codes }) => code !== null && codes.includes(code)) ??
    RULES.find(({ statuses }) => status !== null && statuses.includes(status));
  if (rule !== undefined) return { code: rule.code, retry: rule.retry, advice: rule.advice(endpoint) };
  if (status === null || status === 409 || status >= 500) {
    const advice = "The provider has a problem: try again later, or point OPENAI_BASE_URL elsewhere.";
    return { code: "MODEL_UNREACHABLE", retry: true, advice };
  }
  const advice = "Check that AVATAR_MODEL supports chat with tool calls and that OPENAI_BASE_URL is right.";
  return { code: "MODEL_REFUSED", retry: false, advice };
}
