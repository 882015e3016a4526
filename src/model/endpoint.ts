import { AvatarError } from "../domain/errors.ts";

/** Which of the protocol's two ways of asking for an answer. */
export type ModelApi = "chat" | "responses";

/** Where the model is asked. */
export interface Endpoint {
  baseUrl: string;
  /** Null for a server that wants none. Never part of a message or a log. */
  apiKey: string | null;
  model: string;
  api: ModelApi;
}

/** Where the requests go, behind the base URL. */
export const PATHS: Readonly<Record<ModelApi, string>> = {
  chat: "/chat/completions",
  responses: "/responses",
};

/** The endpoint as people may see it: no user, no password, no query. */
export function shownUrl(baseUrl: string): string {
  const { origin, pathname } = new URL(baseUrl);
  return origin + pathname.replace(/\/$/, "");
}

/** @throws CONFIG_INVALID */
export function checkEndpoint({ baseUrl, api }: Endpoint): void {
  const protocol = URL.canParse(baseUrl) ? new URL(baseUrl).protocol : null;
  if (protocol === "http:" || protocol === "https:") return;
  throw new AvatarError("CONFIG_INVALID", {
    message: "OPENAI_BASE_URL is not a web address.",
    advice: `Set OPENAI_BASE_URL to the address in front of ${PATHS[api]}, for example https://api.openai.com/v1.`,
  });
}
