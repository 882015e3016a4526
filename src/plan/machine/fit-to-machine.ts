import type { ExcludedCommand, PlannedStep } from "../../domain/plan.ts";
import type { Artefacts } from "../artefacts.ts";
import type { Candidate } from "../candidate.ts";
import { isCheckRole } from "../classify/reading.ts";
import { servicesOf } from "../service-needs.ts";
import type { ServiceNeeds } from "../service-needs.ts";
import type { GatheredJob } from "../workflow/read-job.ts";
import { declaredVersion } from "./declared-versions.ts";
import type { DeclaredNeed } from "./declared-versions.ts";
import { knownMachine } from "./known-machine.ts";
import type { KnownMachine } from "./known-machine.ts";
import type { AskMachine, ProgramQuestion } from "./machine.ts";
import { neededPrograms } from "./needed-programs.ts";
import type { Runnable } from "./needed-programs.ts";
import { provisions } from "./provision.ts";
import type { NeedingCandidate } from "./provision.ts";
import { versionWarnings } from "./version-warnings.ts";

interface FitRequest {
  artefacts: Artefacts;
  jobs: readonly GatheredJob[];
  services: ServiceNeeds;
  ask: AskMachine;
  /** Set-up lines of the configuration, which stand in the place of CI's; null where there are none. */
  configured: readonly string[] | null;
}

export interface MachineFit {
  /** The same, with a refusal for what cannot run on the machine. */
  candidates: Candidate[];
  warnings: string[];
  /** A step that CI does not have, for a tool that the machine lacks. */
  isProvided(command: string): boolean;
  /** Steps that stand in no list of candidates, parted into those that can run and the rest. */
  inferred(steps: readonly PlannedStep[]): Promise<{ steps: PlannedStep[]; excluded: ExcludedCommand[] }>;
}

/**
 * What of a plan made for CI can run on a machine. A missing toolchain leaves out what needs it; another version than
 * the declared one is only said, since most checks do not mind.
 */
export async function fitToMachine(
  candidates: readonly Candidate[],
  request: FitRequest,
): Promise<MachineFit> {
  const { services, ask, configured } = request;
  const machine = knownMachine(ask);
  const examined: NeedingCandidate[] = [];
  for (const candidate of candidates)
    examined.push({ candidate, needed: isUsed(candidate) ? await needsOf(candidate, request) : [] });
  await machine.learn(examined.flatMap((one) => questionsOf(one)));
  const provided = configured === null ? await provisions(examined, machine) : [];
  const brought = configured === null ? provided.map((one) => one.command) : [...configured];
  const set: Candidate[] = examined.map(({ candidate, needed }) => {
    if (candidate.role !== "setup" || candidate.refusal !== null) return candidate;
    const refusal = lacking(needed, machine, brought, candidate.command);
    if (refusal === null && configured === null) brought.push(candidate.command);
    return { ...candidate, refusal };
  });
  const fitted = set.map((candidate, index) => {
    if (!isCheckRole(candidate.role) || candidate.refusal !== null) return candidate;
    const needed = examined[index]?.needed ?? [];
    const missing = candidate.role === "test" ? servicesOf(services, candidate) : [];
    return { ...candidate, refusal: lacking(needed, machine, brought) ?? withoutServices(missing) };
  });
  return {
    candidates: [...provided, ...fitted],
    warnings: [
      ...lossWarnings(candidates, fitted),
      ...versionWarnings(
        examined.flatMap(({ candidate, needed }, index) =>
          isCheckRole(candidate.role) && fitted[index]?.refusal === null ? needed : [],
        ),
        machine,
      ),
    ],
    isProvided: (command) => provided.some((one) => one.command === command),
    async inferred(steps) {
      const usable: PlannedStep[] = [];
      const excluded: ExcludedCommand[] = [];
      for (const step of steps) {
        const needed = await needsOf({ ...step, job: null }, request);
        await machine.learn(
          needed.flatMap((need) => need.programs.map((program) => ({ program, version: null }))),
        );
        const reason = lacking(needed, machine, brought);
        if (reason === null) usable.push(step);
        else excluded.push({ command: step.command, provenance: step.provenance, reason });
      }
      return { steps: usable, excluded };
    },
  };
}

/** What a green verdict here does not say. */
function lossWarnings(before: readonly Candidate[], after: readonly Candidate[]): string[] {
  const tests = (all: readonly Candidate[]): boolean => checks(all).some(({ role }) => role === "test");
  if (tests(before) && !tests(after)) return ["No test that CI runs can run on this machine."];
  return checks(after).length < checks(before).length
    ? ["Not every check that CI runs can run on this machine."]
    : [];
}

function checks(candidates: readonly Candidate[]): Candidate[] {
  return candidates.filter(({ role, refusal }) => isCheckRole(role) && refusal === null);
}

function isUsed({ role, refusal }: Candidate): boolean {
  return refusal === null && (role === "setup" || isCheckRole(role));
}

async function needsOf(
  candidate: Runnable & Pick<Candidate, "job" | "provenance">,
  { artefacts, jobs }: FitRequest,
): Promise<DeclaredNeed[]> {
  const job =
    jobs.find((one) => one.id === candidate.job && candidate.provenance.startsWith(`ci:${one.path}#`)) ??
    null;
  const needs: DeclaredNeed[] = [];
  for (const need of await neededPrograms(candidate, artefacts))
    needs.push({ ...need, declared: await declaredVersion(artefacts, need.toolchain.key, job) });
  return needs;
}

/** Versions are asked only where a check runs on a toolchain whose version is declared. */
function questionsOf({ candidate, needed }: NeedingCandidate): ProgramQuestion[] {
  return needed.flatMap(({ toolchain, programs, declared }) =>
    programs.map((program) => {
      const isAsked = isCheckRole(candidate.role) && declared !== null && program === toolchain.main;
      return { program, version: isAsked ? (toolchain.version?.line ?? null) : null };
    }),
  );
}

/** The first program that is not there and that no set-up line brings, `own` among them. */
function lacking(
  needed: readonly DeclaredNeed[],
  machine: KnownMachine,
  brought: readonly string[],
  own = "",
): string | null {
  for (const { toolchain, programs, declared } of needed) {
    const missing = programs.find((program) => !machine.has(program));
    if (missing === undefined || brings([...brought, own], [missing, toolchain.key])) continue;
    if (brought.some((line) => toolchain.brought?.test(line) === true || BRINGS_ALL.test(line))) continue;
    const version = declared === null ? "" : ` ${declared.version.replaceAll("\n", ", ")} (${declared.from})`;
    const what = missing === toolchain.main ? `${toolchain.title}${version}` : missing;
    return `needs ${what}, which this machine does not have`;
  }
  return null;
}

const BRINGS_ALL = /\b(asdf|mise|rtx) install\b|\bnix(-shell| develop)\b|\bdevbox\b/;
const INSTALLS = /\b(install|add|setup|enable|prepare|get|curl|wget|download|clone|brew)\b/;

/** Whether a line installs one of these by name: `npm install -g pnpm`. Its first word is what runs. */
function brings(lines: readonly string[], programs: readonly string[]): boolean {
  return lines
    .filter((line) => INSTALLS.test(line))
    .flatMap((line) => line.split(/&&|\|\||[;|\n]/))
    .some((part) => {
      const words = part.trim().split(/[\s"'=@:/.]+/);
      const first = words.findIndex((word) => /^[a-z]/i.test(word));
      return words.slice(first + 1).some((word) => programs.includes(word));
    });
}

function withoutServices(services: readonly string[]): string | null {
  if (services.length === 0) return null;
  return `needs ${services.join(", ")} beside it, which only CI starts`;
}
