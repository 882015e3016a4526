import type { Actor } from "../auth.ts";
import type { World } from "../world.ts";

const LIMIT = 5000;
const HOUR_SECONDS = 3600;

export interface RateLimit {
  limit: number;
  used: number;
  remaining: number;
  reset: number;
  resource?: string;
}

interface Window {
  hour: number;
  used: number;
}

// counted per forge, so the map hangs on its world
const windows = new WeakMap<World, Map<string, Window>>();

function windowOf(world: World, actor: Actor): Window {
  const all = windows.get(world) ?? new Map<string, Window>();
  windows.set(world, all);
  const key = actor.kind === "installation" ? `installation ${actor.installation.id}` : actor.kind;
  const hour = Math.floor(world.now().getTime() / 1000 / HOUR_SECONDS);
  const known = all.get(key);
  if (known?.hour === hour) return known;
  const fresh = { hour, used: 0 };
  all.set(key, fresh);
  return fresh;
}

/** The primary limit is told and counted, never enforced: a fault does that when a test wants it. */
export function countRequest(world: World, actor: Actor): Record<string, string> {
  windowOf(world, actor).used += 1;
  const { limit, used, remaining, reset } = rateLimit(world, actor);
  return {
    "x-ratelimit-limit": String(limit),
    "x-ratelimit-remaining": String(remaining),
    "x-ratelimit-used": String(used),
    "x-ratelimit-reset": String(reset),
    "x-ratelimit-resource": "core",
  };
}

export function rateLimit(world: World, actor: Actor): RateLimit {
  const { hour, used } = windowOf(world, actor);
  return { limit: LIMIT, used, remaining: Math.max(0, LIMIT - used), reset: (hour + 1) * HOUR_SECONDS };
}
