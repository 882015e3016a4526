import { readdirSync, readFileSync } from "node:fs";

const TICKS_PER_SECOND = 100;

/** CPU time in milliseconds, of the process alone and with the children it has waited for. */
export interface CpuReading {
  own: number;
  withChildren: number;
}

/** Zero where the process is gone. */
export function readCpu(pid: number): CpuReading {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name in brackets may hold spaces; the fields after it are numbers. utime is the 14th, cstime the 17th.
    const fields = stat
      .slice(stat.lastIndexOf(")") + 2)
      .split(" ")
      .map(Number);
    const ticks = (from: number, to: number): number =>
      fields.slice(from, to).reduce((sum, field) => sum + field, 0);
    const toMs = 1_000 / TICKS_PER_SECOND;
    return { own: threadTime(pid), withChildren: threadTime(pid) + ticks(13, 15) * toMs };
  } catch {
    return { own: 0, withChildren: 0 };
  }
}

/** Nanoseconds by thread, which is finer than the ticks of `stat`. */
function threadTime(pid: number): number {
  let sum = 0;
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    const line = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8");
    sum += Number(line.split(" ")[0]) / 1e6;
  }
  return sum;
}

/** Largest memory the process held, in MB; null when it is gone. */
export function readPeakMemory(pid: number): number | null {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    const kb = /^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1];
    return kb === undefined ? null : Number(kb) / 1_000;
  } catch {
    return null;
  }
}
