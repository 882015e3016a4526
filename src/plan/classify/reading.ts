import type { Role } from "../ecosystems/ecosystem.ts";

/** What a command was found to do. */
export interface Reading {
  /** Null when nothing is known of it. */
  role: Role | null;
  /** It rewrites sources on the way, next to what it checks. */
  rewrites: boolean;
  /** The program that executes, for reports. */
  program: string;
  /** The program at the end of tasks and scripts, where the tables know it. */
  executes?: string;
  /** Only a name says so: of a script or task that could not be read, or of a program that anybody may call for anything. */
  byName: boolean;
  /** Nothing on the way was unknown. */
  complete: boolean;
}

export const UNREAD: Reading = { role: null, rewrites: false, program: "", byName: false, complete: false };

/** A check wins over what surrounds it, a danger wins over a check. */
const ORDER: readonly Role[] = [
  "publish",
  "hang",
  "test",
  "typecheck",
  "lint",
  "build",
  "write",
  "setup",
  "inspect",
];

export function combineReadings(readings: readonly Reading[]): Reading {
  const role = ORDER.find((one) => readings.some((reading) => reading.role === one)) ?? null;
  const same = readings.filter((reading) => reading.role === role);
  const chosen = same.find((reading) => !reading.byName) ?? same[0] ?? UNREAD;
  return {
    ...chosen,
    role,
    rewrites: readings.some((one) => one.rewrites || one.role === "write"),
    complete: readings.every((one) => one.complete),
  };
}

export function isCheckRole(role: Role | null): role is "test" | "lint" | "typecheck" | "build" {
  return role === "test" || role === "lint" || role === "typecheck" || role === "build";
}
