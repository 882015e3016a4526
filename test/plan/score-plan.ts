import { existsSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { PlannedCheck, VerificationPlan } from "../../src/domain/plan.ts";

/** What a maintainer would want run, and what must never be. */
export const Label = z.object({
  checks: z.array(
    z.object({
      slot: z.string(),
      accept: z.array(z.string()),
      cwd: z.string(),
      provenance: z.string(),
      required: z.boolean(),
    }),
  ),
  mustNot: z.array(z.string()),
});
export type Label = z.infer<typeof Label>;

export interface Score {
  required: number;
  found: number;
  optional: number;
  optionalFound: number;
  proposed: number;
  known: number;
  faults: string[];
}

export function newScore(): Score {
  return { required: 0, found: 0, optional: 0, optionalFound: 0, proposed: 0, known: 0, faults: [] };
}

const squeeze = (text: string): string => text.replaceAll("\\\n", " ").replaceAll(/\s+/g, " ").trim();
const plainFolder = (folder: string): string => folder.replace(/^\.\//, "").replace(/\/$/, "") || ".";

/** All spellings of one command in one place: `cd X && c`, quotes, `python -m`, variables before it. */
function forms(check: { command: string; cwd: string; env: Record<string, string> }): Set<string> {
  const found = new Set<string>();
  const add = (command: string, folder: string): void => {
    const text = squeeze(command);
    const bare = text.replaceAll(/\bpython3?(?:\.\d+)? -m (?=[a-z])/g, "");
    for (const one of [text, bare]) {
      found.add(`${folder}|${one}`);
      found.add(`${folder}|${one.replaceAll(/["']/g, "")}`);
    }
    const moved = /^cd\s+(\S+)\s*(?:&&|;)\s*(.+)$/s.exec(text);
    if (moved?.[1] !== undefined) add(moved[2] ?? "", plainFolder(join(folder, moved[1])));
  };
  const prefixes = Object.entries(check.env).map(([name, value]) => `${name}=${value}`);
  const folder = plainFolder(check.cwd);
  for (const prefix of ["", ...prefixes, prefixes.join(" ")]) add(`${prefix} ${check.command}`, folder);
  return found;
}

interface Scored {
  label: Label;
  plan: VerificationPlan;
  files: string;
}

export function scorePlan(score: Score, name: string, { label, plan, files }: Scored): void {
  const proposals = plan.checks.map((check) => ({ check, forms: forms(check) }));
  const fits = (
    want: Label["checks"][number],
    proposal: { check: PlannedCheck; forms: Set<string> },
  ): boolean =>
    proposal.check.kind === (want.slot === "test" ? "test" : "lint") &&
    want.accept.some((command) =>
      [...forms({ command, cwd: want.cwd, env: {} })].some((form) => proposal.forms.has(form)),
    );
  score.proposed += proposals.length;
  for (const want of label.checks) {
    const artefact = want.provenance.replace(/^ci:/, "").replace(/[:#].*$/, "");
    if (![".", ""].includes(artefact) && !existsSync(join(files, artefact))) continue;
    const hit = proposals.some((proposal) => fits(want, proposal));
    score[want.required ? "required" : "optional"] += 1;
    if (hit) score[want.required ? "found" : "optionalFound"] += 1;
    else if (want.required) score.faults.push(`${name} misses ${want.accept[0] ?? ""}`);
  }
  for (const proposal of proposals) {
    if (label.checks.some((want) => fits(want, proposal))) score.known += 1;
    else score.faults.push(...faultsOf(name, label, proposal.check.command));
  }
}

function faultsOf(name: string, label: Label, command: string): string[] {
  if (label.mustNot.some((one) => squeeze(one) === squeeze(command))) return [`${name} must not ${command}`];
  return label.checks.length === 0 ? [`${name} invents ${command}`] : [];
}
