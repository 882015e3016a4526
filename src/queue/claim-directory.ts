import { randomUUID } from "node:crypto";
import { readFile, readdir, readlink, rm, stat, utimes, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { AvatarError } from "../domain/errors.ts";

const PREFIX = "claim-";
const REFRESH_MS = 5_000;
// A holder we cannot look at (another machine or container) is dead when its file has not been refreshed this long.
const FOREIGN_SILENCE_MS = 30_000;

const Claim = z.object({ pid: z.number().int(), started: z.string(), place: z.string() });
type Claim = z.infer<typeof Claim>;

/**
 * Claims a directory for this process, so that no second one opens the embedded database in it.
 * Claim first, look second: whoever sees another living claim withdraws, so two holders cannot be.
 * A claim left by a dead process is cleared away.
 * @returns the function that gives the claim up.
 * @throws STORE_LOCKED when another process holds it.
 */
export async function claimDirectory(directory: string): Promise<() => Promise<void>> {
  const name = `${PREFIX}${process.pid}-${randomUUID()}`;
  const file = join(directory, name);
  const place = await placeOf();
  const mine: Claim = { pid: process.pid, started: (await startOf(process.pid)) ?? "", place };
  await writeFile(file, JSON.stringify(mine), { flag: "wx" });
  const holder = await livingHolder(directory, name, place);
  if (holder !== null) {
    await rm(file, { force: true });
    throw new AvatarError("STORE_LOCKED", {
      message: `The data directory is in use by another avatar (process ${holder.pid}).`,
      advice:
        "Stop the other avatar, choose another data directory, or set DATABASE_URL so that several can share one PostgreSQL.",
    });
  }
  const refresh = setInterval(() => {
    const now = new Date();
    utimes(file, now, now).catch(() => {});
  }, REFRESH_MS);
  refresh.unref();
  return async () => {
    clearInterval(refresh);
    await rm(file, { force: true });
  };
}

async function livingHolder(directory: string, own: string, place: string): Promise<Claim | null> {
  const others = (await readdir(directory)).filter((name) => name.startsWith(PREFIX) && name !== own);
  for (const name of others) {
    const file = join(directory, name);
    const claim = await readClaim(file);
    if (claim !== null && (await isAlive(claim, file, place))) return claim;
    await rm(file, { force: true });
  }
  return null;
}

async function readClaim(file: string): Promise<Claim | null> {
  try {
    const text = await readFile(file, "utf8");
    // Written this moment and still empty: a rival at the same step. Count it as living.
    if (text === "") return { pid: 0, started: "", place: "" };
    return Claim.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

async function isAlive(claim: Claim, file: string, place: string): Promise<boolean> {
  if (claim.place !== place) return (await ageOf(file)) < FOREIGN_SILENCE_MS;
  const started = await startOf(claim.pid);
  if (started !== null) return started === claim.started;
  return claim.started === "" && answersSignal(claim.pid);
}

async function ageOf(file: string): Promise<number> {
  try {
    return Date.now() - (await stat(file)).mtimeMs;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

function answersSignal(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

// When the process began, in ticks since boot: tells a process from a later one with the same number. Linux only.
async function startOf(pid: number): Promise<string | null> {
  try {
    const line = await readFile(`/proc/${pid}/stat`, "utf8");
    const fields = line.slice(line.lastIndexOf(")") + 2).split(" ");
    const isDead = fields[0] === "Z" || fields[0] === "X";
    return isDead ? null : (fields[19] ?? null);
  } catch {
    return null;
  }
}

// Process numbers mean something on one machine and in one PID namespace only.
async function placeOf(): Promise<string> {
  const namespace = await readlink("/proc/self/ns/pid").catch(() => "");
  return `${hostname()} ${namespace}`.trim();
}
