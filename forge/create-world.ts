import { generateKeyPairSync, randomUUID } from "node:crypto";
import { loadContract } from "./contract/contract.ts";
import { createFaults } from "./faults.ts";
import { createHooks } from "./hooks.ts";
import { addUser } from "./state.ts";
import type { App, Permissions, State, User } from "./state.ts";
import type { World } from "./world.ts";

export interface AppSettings {
  slug?: string;
  name?: string;
  permissions?: Permissions;
  events?: string[];
}

export interface WorldSettings {
  url: string;
  now: () => Date;
  app: AppSettings;
  hookLimitMs: number;
}

const DEFAULT_PERMISSIONS: Permissions = {
  actions: "read",
  checks: "write",
  contents: "write",
  issues: "write",
  metadata: "read",
  pull_requests: "write",
};

const DEFAULT_EVENTS = (
  "issue_comment issues pull_request pull_request_review pull_request_review_comment " +
  "check_run check_suite push repository workflow_run"
).split(" ");

export interface CreatedWorld {
  world: World;
  /** resolves when no delivery is under way and none is being made */
  settle: () => Promise<void>;
  /** gives up deliveries that are under way */
  abandon: () => void;
}

export function createWorld({ url, now, app, hookLimitMs }: WorldSettings): CreatedWorld {
  const state = createState(app, now());
  const faults = createFaults();
  const { takeId } = state;
  const closing = new AbortController();
  const hooks = createHooks({
    app: state.app,
    faults,
    now,
    takeId,
    limitMs: hookLimitMs,
    closed: closing.signal,
  });
  const beingTold = new Set<Promise<unknown>>();
  const world: World = {
    state,
    contract: loadContract(),
    hooks,
    faults,
    violations: [],
    now,
    tell,
    url,
    formToken: randomUUID(),
  };

  function tell(delivery: Promise<unknown>): void {
    const work = delivery.catch((error: unknown) => {
      const problems = [error instanceof Error ? (error.stack ?? error.message) : String(error)];
      world.violations.push({ kind: "webhook", operation: "making a payload", problems });
    });
    beingTold.add(work);
    void work.finally(() => beingTold.delete(work));
  }
  async function settle(): Promise<void> {
    while (beingTold.size > 0) await Promise.all(beingTold);
    await hooks.settle();
  }
  return { world, settle, abandon: () => closing.abort() };
}

function createState(settings: AppSettings, at: Date): State {
  let lastId = 1000;
  const takeId = () => (lastId += 1);
  const users = new Map<string, User>();
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const slug = settings.slug ?? "local-app";
  const unfinished = { users, repositories: [], installations: [], tokens: new Map(), takeId };
  const people = unfinished as unknown as State;
  const id = takeId();
  const app: App = {
    id,
    clientId: `Iv23li${String(id).padStart(14, "0")}`,
    slug,
    name: settings.name ?? slug,
    owner: addUser(people, { login: "octo-org", type: "Organization", at }),
    bot: addUser(people, { login: `${slug}[bot]`, type: "Bot", at }),
    permissions: settings.permissions ?? DEFAULT_PERMISSIONS,
    events: settings.events ?? DEFAULT_EVENTS,
    publicKey,
    privateKeyPem: privateKey.export({ type: "pkcs1", format: "pem" }).toString(),
    createdAt: at,
  };
  return Object.assign(people, { app });
}
