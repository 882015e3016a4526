import { readFile } from "node:fs/promises";
import type { GitHubConfig } from "../config/operator-config.ts";
import { AvatarError } from "../domain/errors.ts";
import type { Forges } from "../domain/ports/forge.ts";
import { createForges } from "../github/create-forges.ts";

/** GitHub as the App sees it. @throws CONFIG_INVALID when the private key cannot be read. */
export async function wireForges(github: GitHubConfig): Promise<Forges> {
  const { appId, baseUrl } = github;
  return createForges({
    appId,
    privateKey: await readPrivateKey(github),
    ...(baseUrl === null ? {} : { baseUrl }),
  });
}

export async function readPrivateKey({ privateKey }: GitHubConfig): Promise<string> {
  if (privateKey.kind === "text") return privateKey.pem;
  try {
    return await readFile(privateKey.path, "utf8");
  } catch (cause) {
    throw new AvatarError("CONFIG_INVALID", {
      message: "The file named by PRIVATE_KEY_PATH cannot be read.",
      advice: "Check the path and that avatar's user may read it.",
      cause,
    });
  }
}
