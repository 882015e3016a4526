import { isDeepStrictEqual } from "node:util";
import type { ExcludedCommand, PathFilter, PlannedCheck, PlannedStep } from "../domain/plan.ts";
import { atLine } from "./at-line.ts";
import type { Candidate } from "./candidate.ts";
import { isCheckRole } from "./classify/reading.ts";
import type { Role } from "./ecosystems/ecosystem.ts";
import { nameUniquely } from "./name-checks.ts";

export interface Assembled {
  setup: PlannedStep[];
  checks: PlannedCheck[];
  excluded: ExcludedCommand[];
}

const REFUSED: Partial<Record<Role, string>> = {
  write: "rewrites sources",
  publish: "publishes, deploys or talks to a service",
  hang: "does not end by itself",
};

/** From candidates in the order of CI to a plan: what runs, in which order, and what is left out and why. */
export function assemblePlan(candidates: readonly Candidate[]): Assembled {
  const excluded: ExcludedCommand[] = [];
  const usable: Candidate[] = [];
  const steps: Candidate[] = [];
  for (const candidate of candidates) {
    const reason = reasonAgainst(candidate);
    if (reason !== null) excluded.push(leftOut(candidate, reason));
    else if (isCheckRole(candidate.role)) usable.push(candidate);
    else if (candidate.role === "setup") steps.push(candidate);
  }
  const checks = withoutTainted(distinct(usable), excluded);
  const jobs = new Set(checks.map((one) => `${one.provenance.split("#")[0]}#${one.job}`));
  const needed = distinct(steps.filter((one) => jobs.has(`${one.provenance.split("#")[0]}#${one.job}`)));
  return {
    setup: nameUniquely(needed.map((one) => ({ ...place(one), name: "setup" }))),
    checks: nameUniquely(inOrder(checks).map((one) => toCheck(one))),
    excluded: distinctExcluded(excluded),
  };
}

const ROOT = /(^|[|&;(]\s*)(sudo|doas|apt-get|apt|dnf|yum|apk|pacman|zypper)\s/m;

/** Null for what is used, and for what proves nothing and is not worth a word. */
function reasonAgainst({ role, refusal, command }: Candidate): string | null {
  if (role === "inspect") return null;
  if (refusal !== null) return refusal;
  if (role === null) return "is not recognised as a check";
  return REFUSED[role] ?? (ROOT.test(command) ? "needs to be root" : null);
}

/** The first of equals stays. Two are equal when they run the same in the same place, with what selects their work. */
function distinct(candidates: readonly Candidate[]): Candidate[] {
  const seen = new Map<string, Candidate>();
  for (const candidate of candidates) {
    const key = JSON.stringify([squeeze(candidate.command), candidate.cwd, selectors(candidate)]);
    const before = seen.get(key);
    const better =
      before === undefined ||
      (before.tainted && !candidate.tainted) ||
      (!before.required && candidate.required);
    const paths = before === undefined ? candidate.paths : eitherPaths(before.paths, candidate.paths);
    seen.set(key, { ...(better ? candidate : before), paths });
  }
  return [...seen.values()];
}

/** What runs for the files of one filter and for those of another runs for any that are not plainly the same. */
function eitherPaths(one: PathFilter | undefined, other: PathFilter | undefined): PathFilter | undefined {
  return isDeepStrictEqual(one, other) ? one : undefined;
}

function selectors(candidate: Candidate): [string, string][] {
  return Object.entries(candidate.env).filter(([name]) =>
    /^(TOX_?ENV|TOX_|NOX_?SESSIONS?|TEST_?(SUITE|GROUP|TYPE|TARGET|ENV)|SUITE|TASK|CHECK|JOB_NAME|TZ)$/i.test(
      name,
    ),
  );
}

/** A check whose job edits tracked files first stands in only for a slot that has no clean one. */
function withoutTainted(checks: readonly Candidate[], excluded: ExcludedCommand[]): Candidate[] {
  const slot = (one: Candidate): boolean => one.role === "test";
  return checks.filter((one) => {
    if (!one.tainted || !checks.some((other) => !other.tainted && slot(other) === slot(one))) return true;
    excluded.push(leftOut(one, "its job edits the tree before it"));
    return false;
  });
}

/**
 * The test slot first (spec/planner.md), with one exception that keeps plans runnable: a build that stands before
 * a test in the same job stays before it. Otherwise the order is that of CI.
 */
function inOrder(checks: readonly Candidate[]): Candidate[] {
  const jobs = new Map<string, Candidate[]>();
  for (const check of checks) {
    const key = `${check.provenance.split("#")[0]}#${check.job}`;
    jobs.set(key, [...(jobs.get(key) ?? []), check]);
  }
  const first: Candidate[] = [];
  const later: Candidate[] = [];
  for (const list of jobs.values()) {
    const lastTest = list.findLastIndex((one) => one.role === "test");
    list.forEach((one, index) => {
      const leads =
        one.role === "test" ||
        (one.role === "build" && index < lastTest) ||
        list.some((other) => other.role === "test" && other.chain !== null && other.chain === one.chain);
      (leads ? first : later).push(one);
    });
  }
  return [...first, ...later];
}

function place(candidate: Candidate): Omit<PlannedStep, "name"> {
  const { command, cwd, env, shell, provenance, line } = candidate;
  return { command, cwd, env: { ...env }, shell, provenance, ...atLine(line) };
}

function leftOut({ command, provenance, line }: Candidate, reason: string): ExcludedCommand {
  return { command, provenance, reason, ...atLine(line) };
}

function toCheck(candidate: Candidate): PlannedCheck {
  const { chain, required, job, role, paths } = candidate;
  return {
    ...place(candidate),
    name: role ?? "check",
    kind: role === "test" ? "test" : "lint",
    chain,
    required,
    job,
    ...(paths === undefined ? {} : { paths }),
  };
}

function distinctExcluded(excluded: readonly ExcludedCommand[]): ExcludedCommand[] {
  const seen = new Set<string>();
  return excluded.filter((one) => {
    const key = `${squeeze(one.command)}|${one.reason}`;
    return seen.has(key) ? false : seen.add(key) !== undefined;
  });
}

function squeeze(text: string): string {
  return text.replaceAll(/\\\n/g, " ").replaceAll(/\s+/g, " ").trim();
}
