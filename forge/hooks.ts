import { createHmac, randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { Json } from "./contract/prune.ts";
import type { DeliveryFault, Faults } from "./faults.ts";
import { postJson } from "./post-json.ts";
import type { App } from "./state.ts";

export interface Webhook {
  url: string;
  secret: string;
}

/** One attempt to tell the App of an event, kept as GitHub keeps it. */
export interface Delivery {
  id: number;
  /** the same for every redelivery of one event */
  guid: string;
  event: string;
  action: string | null;
  redelivery: boolean;
  deliveredAt: Date;
  durationSeconds: number;
  status: string;
  statusCode: number;
  installationId: number | null;
  repositoryId: number | null;
  url: string;
  request: { headers: Record<string, string>; payload: Json };
  response: { headers: Record<string, string>; payload: string };
}

interface OutgoingEvent {
  event: string;
  action: string | null;
  payload: Json;
  installationId: number | null;
  repositoryId: number | null;
}

export interface Hooks {
  deliveries: Delivery[];
  setWebhook: (webhook: Webhook | null) => void;
  deliver: (event: OutgoingEvent) => Promise<Delivery>;
  redeliver: (delivery: Delivery) => Promise<Delivery>;
  /** resolves when nothing is under way */
  settle: () => Promise<void>;
}

export interface HookDeps {
  app: App;
  faults: Faults;
  now: () => Date;
  takeId: () => number;
  limitMs: number;
  /** ends every attempt that is under way */
  closed: AbortSignal;
}

const HOOK_ID = 1;

export function createHooks(deps: HookDeps): Hooks {
  const deliveries: Delivery[] = [];
  const underWay = new Set<Promise<unknown>>();
  let webhook: Webhook | null = null;

  function record(event: OutgoingEvent, guid: string, redelivery: boolean): Delivery {
    const delivery = newDelivery(deps, event, { guid, redelivery });
    deliveries.push(delivery);
    return delivery;
  }

  async function track<T>(work: Promise<T>): Promise<T> {
    underWay.add(work);
    try {
      return await work;
    } finally {
      underWay.delete(work);
    }
  }

  async function attempt(delivery: Delivery, fault: DeliveryFault | null): Promise<Delivery> {
    const target = webhook;
    if (target === null) return Object.assign(delivery, { status: "no webhook is set" });
    const action = fault?.action;
    if (action?.kind === "drop") return Object.assign(delivery, { status: "failed to connect to host" });
    if (action?.kind === "delay") await delay(action.ms, undefined, { ref: false });
    const secret = action?.kind === "wrong-signature" ? `not ${target.secret}` : target.secret;
    const copies = action?.kind === "duplicate" ? action.copies : 1;
    for (let copy = 0; copy < copies; copy += 1) await post(delivery, { url: target.url, secret }, deps);
    return delivery;
  }

  async function deliver(event: OutgoingEvent): Promise<Delivery> {
    const delivery = record(event, randomUUID(), false);
    const fault = deps.faults.takeForDelivery(
      event.action === null ? event.event : `${event.event}.${event.action}`,
    );
    return track(attempt(delivery, fault));
  }

  async function redeliver({
    guid,
    event,
    action,
    request,
    installationId,
    repositoryId,
  }: Delivery): Promise<Delivery> {
    const again = record(
      { event, action, payload: request.payload, installationId, repositoryId },
      guid,
      true,
    );
    return track(attempt(again, null));
  }

  async function settle(): Promise<void> {
    while (underWay.size > 0) await Promise.allSettled(underWay);
  }

  function setWebhook(next: Webhook | null): void {
    webhook = next;
  }
  return { deliveries, setWebhook, deliver, redeliver, settle };
}

function newDelivery(
  { takeId, now }: HookDeps,
  event: OutgoingEvent,
  which: { guid: string; redelivery: boolean },
): Delivery {
  const { payload, ...facts } = event;
  return {
    id: takeId(),
    ...which,
    ...facts,
    deliveredAt: now(),
    durationSeconds: 0,
    status: "pending",
    statusCode: 0,
    url: "",
    request: { headers: {}, payload },
    response: { headers: {}, payload: "" },
  };
}

async function post(
  delivery: Delivery,
  { url, secret }: Webhook,
  { app, limitMs, closed }: HookDeps,
): Promise<void> {
  const body = JSON.stringify(delivery.request.payload);
  const headers = {
    accept: "*/*",
    "content-type": "application/json",
    "user-agent": "GitHub-Hookshot/forge",
    "x-github-delivery": delivery.guid,
    "x-github-event": delivery.event,
    "x-github-hook-id": String(HOOK_ID),
    "x-github-hook-installation-target-id": String(app.id),
    "x-github-hook-installation-target-type": "integration",
    "x-hub-signature-256": `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`,
  };
  delivery.request.headers = headers;
  delivery.url = url;
  const started = performance.now();
  const outcome = await postJson({ url, headers, body, limitMs, signal: closed });
  delivery.durationSeconds = Math.round(performance.now() - started) / 1000;
  delivery.status = outcome.status;
  delivery.statusCode = outcome.statusCode;
  delivery.response = { headers: outcome.headers, payload: outcome.body };
}
