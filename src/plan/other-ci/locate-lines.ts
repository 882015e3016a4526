import type { Artefacts } from "../artefacts.ts";
import type { GatheredJob } from "../workflow/read-job.ts";
import type { PlacedStep } from "../workflow/read-steps.ts";

/** Jobs of a CI other than GitHub's, each step with the line of its file on which its script begins. */
export async function locateLines(
  artefacts: Artefacts,
  jobs: readonly GatheredJob[],
): Promise<GatheredJob[]> {
  const located: GatheredJob[] = [];
  for (const job of jobs) {
    const lines = await artefacts.once(`lines:${job.path}`, async () =>
      lineIndex((await artefacts.text(job.path)) ?? ""),
    );
    const start = lines.jobs.get(job.id) ?? 1;
    located.push({ ...job, steps: job.steps.map((placed) => withLine(placed, lines, start)) });
  }
  return located;
}

const LONGEST_NAME = 150;

interface LineIndex {
  /** Lines by what they run. */
  scripts: Map<string, number[]>;
  /** The first line that names a job. */
  jobs: Map<string, number>;
}

function lineIndex(text: string): LineIndex {
  const index: LineIndex = { scripts: new Map(), jobs: new Map() };
  text.split("\n").forEach((raw, at) => {
    const script = bare(raw);
    const lines = index.scripts.get(script);
    if (lines === undefined) index.scripts.set(script, [at + 1]);
    else lines.push(at + 1);
    const job =
      raw.length > LONGEST_NAME
        ? undefined
        : /^\s{0,20}(?:- job:\s*)?["']?([\w./ :-]{1,100}?)["']?:?\s*$/.exec(raw)?.[1];
    if (job !== undefined && !index.jobs.has(job)) index.jobs.set(job, at + 1);
  });
  return index;
}

/** The first place behind the job's name, else the first of all, else the job itself. */
function withLine(placed: PlacedStep, { scripts, jobs }: LineIndex, start: number): PlacedStep {
  const [first = ""] = placed.step.script.trim().split("\n");
  const found = scripts.get(bare(first));
  const line = found?.find((one) => one >= start) ?? found?.[0] ?? (jobs.size > 0 ? start : undefined);
  return { ...placed, step: { ...placed.step, line } };
}

/** A line of YAML without what stands around a command in it. */
function bare(line: string): string {
  return line
    .trim()
    .replace(/^-\s+/, "")
    .replace(/^(?:run|script|bash|command|before_script|install|before_install):\s+/, "")
    .replace(/^(["'])(.*)\1$/, "$2");
}
