import type { PathFilter } from "../../domain/plan.ts";
import type { GatheredJob } from "../workflow/read-job.ts";
import type { PlacedStep } from "../workflow/read-steps.ts";
import { WORKSPACE_ROOT } from "../workflow/run-step.ts";

/** A line of a CI other than GitHub's, before it looks like a step of GitHub's. */
export interface ScriptLine {
  script: string;
  name: string;
  /** In the place where only checks stand, whatever the program. */
  check: boolean;
  folder?: string;
  env?: Readonly<Record<string, string>>;
}

interface ScriptJob {
  path: string;
  id: string;
  lines: readonly ScriptLine[];
  env: Readonly<Record<string, string>>;
  services?: readonly string[];
  soft?: boolean;
  paths?: PathFilter | undefined;
}

/** Lines of any CI as a job that the planner judges like one of GitHub's. */
export function scriptJob(job: ScriptJob): GatheredJob {
  return {
    id: job.id,
    path: job.path,
    services: [...(job.services ?? [])],
    soft: job.soft === true,
    deploys: false,
    paths: job.paths,
    hints: [job.id],
    actions: [],
    tools: [],
    steps: job.lines.map((line, index) => placedLine(job, line, index)),
  };
}

function placedLine(job: ScriptJob, line: ScriptLine, index: number): PlacedStep {
  return {
    key: `${index}`,
    unknown: [],
    places: { root: WORKSPACE_ROOT, foreign: [], own: true },
    step: {
      script: line.script,
      shell: "bash",
      folder: line.folder === undefined ? WORKSPACE_ROOT : `${WORKSPACE_ROOT}/${line.folder}`,
      env: { ...job.env, ...line.env },
      unknownEnv: [],
      provenance: `ci:${job.path}#${job.id}/${line.name}`,
      line: undefined,
      hints: [line.name, job.id],
      soft: false,
      checksByPlace: line.check,
    },
  };
}

/** One text or a list of texts, nested lists laid flat; anything else is left out. */
export function textLines(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return Array.isArray(value) ? value.flatMap((one) => textLines(one)) : [];
}

/** A scalar as text, everything else as nothing. */
export function scalarText(value: unknown): string {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean"
    ? String(value)
    : "";
}

export function mapping(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}

/** Scalars of a mapping as variables; secrets and structures are left out. */
export function variablesFrom(value: unknown): Record<string, string> {
  return Object.fromEntries(
    Object.entries(mapping(value)).flatMap(([name, one]) =>
      typeof one === "string" || typeof one === "number" || typeof one === "boolean"
        ? [[name, String(one)]]
        : [],
    ),
  );
}
