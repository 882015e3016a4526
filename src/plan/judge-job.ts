import { posix } from "node:path";
import type { Artefacts } from "./artefacts.ts";
import type { Candidate } from "./candidate.ts";
import { isCheckRole } from "./classify/reading.ts";
import { roleOfName } from "./classify/role-of-name.ts";
import { judgeStep } from "./judge-step.ts";
import { mergeRewrites } from "./merge-rewrites.ts";
import type { GatheredJob } from "./workflow/read-job.ts";

const MEASURES = /\b(bench(mark(s|ing)?)?|perf|performance|codspeed|hyperfine)\b/i;
const ANALYSES = /codeql-action|sonarcloud|sonarqube|coverity|semgrep-action|fossa/i;

/** Every command of a job with its role, seen in the light of what the job is for and of what ran before. */
export async function judgeJob(artefacts: Artefacts, job: GatheredJob, place: string): Promise<Candidate[]> {
  const found: Candidate[] = [];
  for (const [index, placed] of job.steps.entries()) {
    found.push(...(await judgeStep({ artefacts, placed, job: job.id, chainPrefix: `${place}.${index}` })));
  }
  const rewritten = mergeRewrites(found);
  const checked = rewritten.some((one) => isCheckRole(one.role) && one.refusal === null);
  const merged = checked ? rewritten : rewritten.map((one) => named(one, job));
  const lastCheck = merged.findLastIndex((one) => isCheckRole(one.role) && one.refusal === null);
  const cloned = new Set<string>();
  let tainted = false;
  return merged.map((one, index) => {
    const candidate = prepares(one, index < lastCheck) ? { ...one, role: "setup" as const } : one;
    const refusal = candidate.refusal ?? jobRefusal(candidate, job) ?? foreignRefusal(candidate, cloned);
    const judged = {
      ...candidate,
      paths: job.paths,
      tainted,
      refusal,
      required: candidate.required && !job.soft,
    };
    tainted ||= refusal === null && editsTree(candidate);
    noteClone(candidate, cloned);
    return judged;
  });
}

/** A script of the repository that nothing is known of, before a check of its job, is there for the check. */
function prepares(candidate: Candidate, beforeCheck: boolean): boolean {
  return beforeCheck && candidate.role === null && candidate.refusal === null && candidate.own;
}

/** A task that nobody knows, in a job without any check, is what the job is for. */
function named(candidate: Candidate, job: GatheredJob): Candidate {
  if (candidate.role !== null || candidate.refusal !== null || !candidate.task) return candidate;
  const roles = job.hints.map((hint) => roleOfName(hint));
  if (roles.includes("publish")) return candidate;
  const told = roles.find((role) => role !== null) ?? null;
  return told === "test" || told === "lint" || told === "typecheck"
    ? { ...candidate, role: told }
    : candidate;
}

function jobRefusal(candidate: Candidate, job: GatheredJob): string | null {
  if (!isCheckRole(candidate.role)) return null;
  if (MEASURES.test(job.id)) return "measures, does not judge";
  if (candidate.role !== "build") return null;
  if (job.deploys || roleOfName(job.id) === "publish") return "builds what is deployed";
  return job.actions.some((action) => ANALYSES.test(action)) ? "feeds an analysis service" : null;
}

function foreignRefusal(candidate: Candidate, cloned: ReadonlySet<string>): string | null {
  const inside = [...cloned].some(
    (folder) => candidate.cwd === folder || candidate.cwd.startsWith(`${folder}/`),
  );
  return inside ? "runs in another repository" : null;
}

/** A tree that is as it should be stays so under them. */
const IDEMPOTENT =
  /^\s*(go (mod tidy|fmt|generate|work sync)|cargo fmt)\b|\b(gofmt|gofumpt|goimports|golines|rustfmt|prettier|black|isort|ruff|eslint|clang-format|shfmt|spotlessApply|rubocop)\b/;

/** Git only moves between states, and what is root's or absolute lies outside the tree. */
function editsTree({ role, command }: Candidate): boolean {
  return (
    role === "write" &&
    !IDEMPOTENT.test(command) &&
    !/^\s*(git|sudo)\b|\s['"]?\/(etc|usr|opt|var|home|tmp)\//.test(command)
  );
}

/** `git clone URL [FOLDER]`, `git init FOLDER`: what runs in there is not this repository's. */
function noteClone({ command, cwd }: Candidate, cloned: Set<string>): void {
  const made = /^git init (?:-\S+ )*([\w./-]*\w)\s*$/.exec(command)?.[1];
  if (made !== undefined) cloned.add(posix.join(cwd, made));
  const match = /^git clone\b(.*)$/.exec(command);
  if (match === null) return;
  const words = (match[1] ?? "")
    .trim()
    .split(/\s+/)
    .filter((word) => !word.startsWith("-"));
  const at = words.findIndex((word) => /:|\//.test(word));
  const url = words[at];
  if (url === undefined) return;
  cloned.add(posix.join(cwd, words[at + 1] ?? posix.basename(url, ".git")));
}
