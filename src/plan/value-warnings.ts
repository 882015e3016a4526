import type { PlannedCheck } from "../domain/plan.ts";
import type { GatheredJob } from "./workflow/read-job.ts";

/** Every job of a fork goes without these as well. */
const TOKENS = new Set(["GITHUB_TOKEN", "GH_TOKEN"]);

/** Variables of checks, secrets most of them, whose value only CI has: the checks run without. One for each job. */
export function valueWarnings(jobs: readonly GatheredJob[], checks: readonly PlannedCheck[]): string[] {
  const used = new Set(checks.map((check) => check.provenance));
  const missing = new Map<string, Set<string>>();
  for (const { id, path, steps } of jobs) {
    const place = `The job ${id} of ${path}`;
    const names = steps
      .filter(({ step }) => used.has(step.provenance))
      .flatMap(({ step }) => step.unknownEnv.filter((name) => !TOKENS.has(name)));
    if (names.length > 0) missing.set(place, new Set([...(missing.get(place) ?? []), ...names]));
  }
  return [...missing].map(
    ([place, names]) =>
      `${place} has values that only CI knows; its checks run without: ${[...names].join(", ")}.`,
  );
}
