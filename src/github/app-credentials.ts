import { createAppAuth } from "@octokit/auth-app";
import type { Octokit } from "@octokit/rest";
import { AvatarError } from "../domain/errors.ts";

/** What a token may do: never more than one repository, never more than the work needs. */
export type Permissions = Readonly<Record<string, "read" | "write">>;

export const API_PERMISSIONS: Permissions = {
  checks: "write",
  contents: "write",
  issues: "write",
  metadata: "read",
  pull_requests: "write",
};

export const GIT_PERMISSIONS: Permissions = { contents: "write", metadata: "read" };

/** Read as "while …". */
export const MINTING = "getting a token for the repository";

interface TokenRequest {
  installationId: number;
  repository: string;
  permissions: Permissions;
  /** Mints a new one also when an older one is still good. */
  refresh: boolean;
}

/** The App's key. It makes short-lived tokens and never leaves this object. */
export interface AppCredentials {
  installationToken(request: TokenRequest): Promise<string>;
  /** For the few calls that the App makes in its own name. */
  appToken(): Promise<string>;
}

export function appCredentials(
  app: { appId: number; privateKey: string },
  anonymous: Octokit,
): AppCredentials {
  const auth = createAppAuth({ ...app, request: anonymous.request });
  return {
    async installationToken({ installationId, repository, permissions, refresh }) {
      const narrowed = { repositoryNames: [repository], permissions: { ...permissions } };
      const minted = auth({ type: "installation", installationId, refresh, ...narrowed });
      const { token } = await minted.catch(keyTrouble);
      return token;
    },
    async appToken() {
      const { token } = await auth({ type: "app" }).catch(keyTrouble);
      return token;
    },
  };
}

/** Without a status the request was never made: the key could not sign. */
function keyTrouble(error: unknown): never {
  if (error instanceof Error && "status" in error) throw error;
  throw new AvatarError("FORGE_DENIED", {
    message: "The App's private key could not be used to sign in to GitHub.",
    advice:
      "Check PRIVATE_KEY or PRIVATE_KEY_PATH: it must be the whole .pem file that GitHub made for the App.",
    cause: error,
  });
}
