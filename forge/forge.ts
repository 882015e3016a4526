import path from "node:path";
import { createWorld } from "./create-world.ts";
import type { AppSettings } from "./create-world.ts";
import type { Fault } from "./faults.ts";
import type { Delivery, Webhook } from "./hooks.ts";
import { createPeople } from "./people.ts";
import type { People } from "./people.ts";
import { createReadings } from "./readings.ts";
import type { Readings } from "./readings.ts";
import { listen } from "./serve.ts";
import { createSetUp } from "./set-up.ts";
import type { SetUp } from "./set-up.ts";
import type { Violation, World } from "./world.ts";

export interface ForgeOptions {
  /** an empty folder for the bare repositories */
  dir: string;
  port?: number;
  now?: () => Date;
  webhook?: Webhook;
  app?: AppSettings;
  /** how long a webhook may take to be answered; GitHub's 10 s */
  hookLimitMs?: number;
}

/** A GitHub on this machine: REST, git over HTTP, webhooks and pages, and a hand to play people with. */
export interface Forge extends SetUp, People, Readings {
  url: string;
  apiUrl: string;
  app: { id: number; clientId: string; slug: string; botLogin: string; privateKeyPem: string };
  violations: Violation[];
  deliveries: Delivery[];
  setWebhook(webhook: Webhook | null): void;
  redeliver(delivery: Delivery): Promise<Delivery>;
  injectFault(fault: Fault): void;
  clearFaults(): void;
  /** resolves when no webhook is under way */
  settle(): Promise<void>;
  close(): Promise<void>;
}

export async function startForge(options: ForgeOptions): Promise<Forge> {
  let world: World | null = null;
  const listener = await listen(options.port ?? 0, () => {
    if (world === null) throw new Error("the forge is still starting");
    return world;
  });
  const { url, server } = listener;
  const now = options.now ?? (() => new Date());
  const made = createWorld({ url, now, app: options.app ?? {}, hookLimitMs: options.hookLimitMs ?? 10_000 });
  world = made.world;
  const { state, hooks, faults, violations } = made.world;
  hooks.setWebhook(options.webhook ?? null);
  const { id, clientId, slug, bot, privateKeyPem } = state.app;

  async function close(): Promise<void> {
    server.closeAllConnections();
    await new Promise<void>((resolve) => {
      server.close(() => resolve());
    });
    hooks.setWebhook(null);
    made.abandon();
  }
  return {
    url,
    apiUrl: `${url}/api/v3`,
    app: { id, clientId, slug, botLogin: bot.login, privateKeyPem },
    violations,
    deliveries: hooks.deliveries,
    setWebhook: hooks.setWebhook,
    redeliver: hooks.redeliver,
    injectFault: faults.inject,
    clearFaults: faults.clear,
    settle: made.settle,
    close,
    ...createSetUp(made.world, path.join(options.dir, "git")),
    ...createPeople(made.world),
    ...createReadings(made.world),
  };
}
