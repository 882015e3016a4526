import { readdirSync, readFileSync } from "node:fs";

/**
 * Ends a process group at once, and every process that carries `marker` in its environment: a child that
 * started a session of its own has left the group, not the environment. A sandbox with a process namespace
 * needs no marker, its children end with it.
 */
export function killTree(pid: number, marker: string | null): void {
  kill(-pid);
  if (marker === null) return;
  // A child may fork between the scan and the kill, so scan until nothing is left.
  for (let round = 0; round < 20; round += 1) {
    const found = processesWith(marker);
    if (found.length === 0) return;
    found.forEach(kill);
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // Already gone, or not ours to end.
  }
}

function processesWith(marker: string): number[] {
  const pids = readdirSync("/proc").map(Number).filter(Number.isInteger);
  return pids.filter((pid) => pid !== process.pid && carries(pid, marker));
}

function carries(pid: number, marker: string): boolean {
  try {
    const isZombie = /^\d+ \(.*\) Z/s.test(readFileSync(`/proc/${pid}/stat`, "latin1"));
    return !isZombie && readFileSync(`/proc/${pid}/environ`, "latin1").split("\0").includes(marker);
  } catch {
    return false;
  }
}
