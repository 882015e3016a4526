import path from "node:path";
import { AvatarError } from "../domain/errors.ts";
import type { CheckoutSource } from "../domain/ports/checkouts.ts";
import type { GitEnvOptions } from "./git-env.ts";

/** A source that git may be pointed at, and how. */
export interface RemoteSource {
  url: string;
  isLocal: boolean;
  /** The settings of the one process that talks to the remote. */
  access: GitEnvOptions;
  /** Removes the credential, in every spelling it has, from a text for people. */
  clean(text: string): string;
}

/** @throws CHECKOUT_FAILED when the address is of no kind that is used here or carries a credential. */
export function openSource({ url, token }: CheckoutSource, globalConfig: string): RemoteSource {
  const isLocal = path.isAbsolute(url);
  if (!isLocal) checkUrl(url);
  const basic = token === null ? null : Buffer.from(`x-access-token:${token}`).toString("base64");
  const header: [string, string][] =
    basic === null || isLocal
      ? []
      : [[`http.${new URL(url).origin}/.extraHeader`, `Authorization: Basic ${basic}`]];
  const secrets = [token, basic].filter((secret) => secret !== null && secret !== "") as string[];
  return {
    url,
    isLocal,
    access: { allowsLocalPaths: isLocal, settings: header, globalConfig },
    clean: (text) => secrets.reduce((cleaned, secret) => cleaned.replaceAll(secret, "[credential]"), text),
  };
}

function checkUrl(url: string): void {
  const parsed = URL.canParse(url) ? new URL(url) : null;
  if (parsed === null || !["http:", "https:"].includes(parsed.protocol)) {
    throw new AvatarError("CHECKOUT_FAILED", {
      message: "The address of the repository is neither https nor an absolute path.",
      advice: "Give the repository as an https address or as a folder on this machine.",
    });
  }
  if (parsed.username !== "" || parsed.password !== "") {
    throw new AvatarError("CHECKOUT_FAILED", {
      message: "The address of the repository carries a credential.",
      advice: "Take the credential out of the address and give it as a token.",
    });
  }
}
