import { AvatarError } from "../domain/errors.ts";

/** Where the model is asked. */
export interface Endpoint {
  baseUrl: string;
  /** Null for a server that wants none. Never part of a message or a log. */
  apiKey: string | null;
  model: string;
}

/** The endpoint as people may see it: no user, no password, no query. */
export function shownUrl(baseUrl: string): string {
  const { origin, pathname } = new URL(baseUrl);
  return origin + pathname.replace(/\/$/, "");
}

/** @throws CONFIG_INVALID */
export function checkEndpoint(endpoint: Endpoint): void {
  const protocol = URL.canParse(endpoint.baseUrl) ? new URL(endpoint.baseUrl).protocol : null;
  if (protocol === "http:" || protocol === "https:") return;
  throw new AvatarError("CONFIG_INVALID", {
    message: "OPENAI_BASE_URL is not a web address.",
    advice:
      "Set OPENAI_BASE_URL to the address in front of /chat/completions, for example https://api.openai.com/v1.",
  });
}
