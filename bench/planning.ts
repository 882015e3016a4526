import { execFileSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openWorkspace } from "../src/checkout/open-workspace.ts";
import { resolvePlan } from "../src/plan/verification-planner.ts";

// How long planning takes: in this process over the labelled repositories, and as a whole command against `node -e 0`.

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const CORPUS = join(ROOT, "../shared/corpus");
const NOTHING = { test: [], lint: [], setup: null };
const ROUNDS = 3;
/** Of the repositories, for the whole command. */
const EVERY = 4;

if (!existsSync(CORPUS)) {
  console.log("bench:plan is skipped: ../shared/corpus is not here.");
} else {
  await inProcess();
  wholeCommand();
}

async function inProcess(): Promise<void> {
  const dirs = repositories();
  const times: { name: string; ms: number }[] = [];
  for (const round of [0, 1]) {
    for (const name of dirs) {
      const workspace = openWorkspace(join(CORPUS, name, "files"));
      const from = performance.now();
      await resolvePlan(workspace, { operator: NOTHING, repository: NOTHING, defaultBranch: "main" });
      // The first round loads and compiles.
      if (round === 1) times.push({ name, ms: performance.now() - from });
    }
  }
  times.sort((a, b) => a.ms - b.ms);
  const median = times[Math.floor(times.length / 2)];
  const worst = times.at(-1);
  console.log(
    `in process, ${times.length} repositories: median ${median?.ms.toFixed(1)} ms, worst ${worst?.ms.toFixed(1)} ms (${worst?.name})`,
  );
}

/** The two commands in turn, so that both meet the machine as it is. */
function wholeCommand(): void {
  const dirs = repositories().filter((_, at) => at % EVERY === 0);
  const nothing: number[] = [];
  const plans: number[] = [];
  for (const name of dirs) {
    const dir = join(CORPUS, name, "files");
    for (let round = 0; round < ROUNDS; round += 1) {
      nothing.push(timed(() => execFileSync(process.execPath, ["-e", "0"])));
      plans.push(timed(() => execFileSync(join(ROOT, "bin/avatar"), ["plan", dir, "--json"])));
    }
  }
  const [plan, base] = [median(plans), median(nothing)];
  console.log(
    `whole command, ${dirs.length} repositories: median ${plan.toFixed(0)} ms, \`node -e 0\` ${base.toFixed(0)} ms, ratio ${(plan / base).toFixed(1)}`,
  );
}

function repositories(): string[] {
  return readdirSync(CORPUS).filter((name) => existsSync(join(CORPUS, name, "files")));
}

function timed(run: () => void): number {
  const from = performance.now();
  run();
  return performance.now() - from;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
