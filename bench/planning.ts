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
const ROUNDS = 7;

if (!existsSync(CORPUS)) {
  console.log("bench:plan is skipped: ../shared/corpus is not here.");
} else {
  await inProcess();
  wholeCommand();
}

async function inProcess(): Promise<void> {
  const dirs = readdirSync(CORPUS).filter((name) => existsSync(join(CORPUS, name, "files")));
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

function wholeCommand(): void {
  const dir = join(CORPUS, "pallets+click", "files");
  const nothing = best(() => execFileSync(process.execPath, ["-e", "0"]));
  const plan = best(() => execFileSync(join(ROOT, "bin/avatar"), ["plan", dir, "--json"]));
  console.log(
    `whole command: ${plan.toFixed(0)} ms, \`node -e 0\` ${nothing.toFixed(0)} ms, ratio ${(plan / nothing).toFixed(1)}`,
  );
}

function best(run: () => void): number {
  const times = Array.from({ length: ROUNDS }, () => {
    const from = performance.now();
    run();
    return performance.now() - from;
  });
  return Math.min(...times);
}
