import type { PlannedCheck } from "../domain/plan.ts";
import type { Candidate } from "./candidate.ts";
import type { GatheredJob } from "./workflow/read-job.ts";

/** What a job's checks find running beside them, by the job's place. */
export type ServiceNeeds = ReadonlyMap<string, readonly string[]>;

const COMPOSE =
  /\b(docker|podman)[ -]compose\b.*\b(up|start|run)\b|\b(docker|podman) run\b.*\s(-d|--detach)\b/;

/** The service containers of each job, and those that a line of it starts by itself. */
export function serviceNeeds(jobs: readonly GatheredJob[], candidates: readonly Candidate[]): ServiceNeeds {
  const needs = new Map<string, readonly string[]>();
  const add = (place: string, services: readonly string[]): void => {
    if (services.length > 0) needs.set(place, [...new Set([...(needs.get(place) ?? []), ...services])]);
  };
  for (const job of jobs) add(`ci:${job.path}#${job.id}`, job.services);
  for (const one of candidates) {
    const kind = COMPOSE.exec(one.command.slice(0, 1000))?.[0];
    if (kind !== undefined) add(jobPlace(one), [/compose/.test(kind) ? "docker compose" : "docker run"]);
  }
  return needs;
}

export function servicesOf(
  needs: ServiceNeeds,
  of: Pick<Candidate, "provenance" | "job">,
): readonly string[] {
  return needs.get(jobPlace(of)) ?? [];
}

/** One for each job whose checks are in the plan. */
export function serviceWarnings(needs: ServiceNeeds, checks: readonly PlannedCheck[]): string[] {
  const used = new Set(checks.map((check) => jobPlace(check)));
  return [...needs].flatMap(([place, services]) => {
    if (!used.has(place)) return [];
    const [path = "", job = ""] = place.slice("ci:".length).split("#");
    return [`The job ${job} of ${path} needs services: ${services.join(", ")}.`];
  });
}

function jobPlace({ provenance, job }: Pick<Candidate, "provenance" | "job">): string {
  return `${provenance.split("#")[0]}#${job}`;
}
