import { setTimeout as sleep } from "node:timers/promises";
import { Octokit } from "@octokit/rest";
import { z } from "zod";
import type { RepositoryName } from "../domain/job.ts";
import type { Forge, Forges } from "../domain/ports/forge.ts";
import { API_PERMISSIONS, appCredentials, type AppCredentials, MINTING } from "./app-credentials.ts";
import { createForge } from "./create-forge.ts";
import { Persistence } from "./persistence.ts";
import { parseAnswer } from "./trouble.ts";

export interface ForgesOptions {
  appId: number;
  privateKey: string;
  /** REST root of a GitHub Enterprise Server or of a local forge; github.com when left out. */
  baseUrl?: string;
  /** Told of each request; nothing of it holds a credential. */
  log?: (line: string) => void;
  pause?: (ms: number) => Promise<void>;
  /** Longest time one call waits for GitHub's limits. */
  maxWaitMs?: number;
}

type Identity = Awaited<ReturnType<Forges["identity"]>>;

const REQUEST_TIMEOUT_MS = 30_000;
const MAX_WAIT_MS = 5 * 60_000;
const App = z.object({ slug: z.string() });
const User = z.object({ id: z.number(), login: z.string() });

/** GitHub through one App. */
export function createForges(options: ForgesOptions): Forges {
  const anonymous = newOctokit(options);
  const credentials = appCredentials(options, anonymous);
  let known: Promise<Identity> | null = null;
  const identity = async (): Promise<Identity> => {
    known ??= readIdentity(options, anonymous, credentials);
    try {
      return await known;
    } catch (error) {
      known = null;
      throw error;
    }
  };
  return {
    identity,
    open: (installationId, repository) =>
      openForge({ options, credentials, identity, installationId, repository }),
  };
}

/** No retry and no throttle plug-in: those repeat a POST whose answer was lost. */
function newOctokit({ baseUrl, log = () => undefined }: ForgesOptions): Octokit {
  const timed: typeof fetch = async (input, init) => {
    const signal = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
    return fetch(input, { ...init, signal });
  };
  const silent = () => undefined;
  return new Octokit({
    userAgent: "avatar",
    ...(baseUrl === undefined ? {} : { baseUrl: baseUrl.replace(/\/$/u, "") }),
    request: { fetch: timed },
    log: { debug: silent, info: log, warn: log, error: log },
  });
}

function persistenceOf(options: ForgesOptions, forgetToken: () => void): Persistence {
  const { pause = async (ms: number) => sleep(ms), maxWaitMs = MAX_WAIT_MS } = options;
  return new Persistence({ pause, maxWaitMs, forgetToken });
}

async function readIdentity(
  options: ForgesOptions,
  anonymous: Octokit,
  credentials: AppCredentials,
): Promise<Identity> {
  const persistence = persistenceOf(options, () => undefined);
  const { slug } = await persistence.repeat("reading the App", async () => {
    const authorization = `bearer ${await credentials.appToken()}`;
    const { data } = await anonymous.rest.apps.getAuthenticated({ headers: { authorization } });
    return parseAnswer(App, data);
  });
  return persistence.repeat("reading the App's bot user", async () => {
    const { data } = await anonymous.rest.users.getByUsername({ username: `${slug}[bot]` });
    return { slug, ...parseAnswer(User, data) };
  });
}

interface Opening {
  options: ForgesOptions;
  credentials: AppCredentials;
  identity: () => Promise<Identity>;
  installationId: number;
  repository: RepositoryName;
}

function openForge({ options, credentials, identity, installationId, repository }: Opening): Forge {
  const octokit = newOctokit(options);
  let refresh = false;
  const persistence = persistenceOf(options, () => {
    refresh = true;
  });
  octokit.hook.before("request", async (request) => {
    const wanted = { installationId, repository: repository.name, permissions: API_PERMISSIONS, refresh };
    refresh = false;
    // told apart from the answer to the call itself, which may be a harmless 404
    const token = await persistence.repeat(MINTING, async () => credentials.installationToken(wanted));
    request.headers["authorization"] = `token ${token}`;
  });
  const { owner, name } = repository;
  return createForge({
    repository: {
      rest: octokit.rest,
      paginate: octokit.paginate,
      persistence,
      at: { owner, repo: name },
      name: repository,
      ownLogin: async () => (await identity()).login,
    },
    credentials,
    installationId,
  });
}
