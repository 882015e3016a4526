import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { startScriptedModel } from "../src/model/scripted/start-scripted-model.ts";
import { makeScenarioRepository } from "./scenario-repository.ts";
import type { Scenario } from "./scenarios.ts";
import { type CpuReading, readCpu, readPeakMemory } from "./watch-process.ts";

export interface ScenarioRun {
  outcome: string;
  bodies: string[];
  /** Milliseconds from the start of the process. */
  requestsAt: number[];
  wallMs: number;
  /** At each request, and at the last look before the end. */
  cpu: CpuReading[];
  peakMemoryMb: number;
}

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** One `avatar run` as a process of its own, the scripted model in this one. */
export async function runScenario(scenario: Scenario): Promise<ScenarioRun> {
  const folder = mkdtempSync(join(tmpdir(), "avatar-bench-"));
  mkdirSync(join(folder, "repository"));
  makeScenarioRepository(join(folder, "repository"));
  const requestsAt: number[] = [];
  const cpu: CpuReading[] = [];
  const watched: { pid: number; startedAt: number } = { pid: 0, startedAt: 0 };
  const model = await startScriptedModel({
    script: scenario.script,
    onRequest: () => {
      requestsAt.push(performance.now() - watched.startedAt);
      cpu.push(readCpu(watched.pid));
    },
  });
  try {
    watched.startedAt = performance.now();
    const child = spawn(join(root, "bin/avatar"), argumentsFor(scenario, folder), {
      env: environment(folder, model.url),
      stdio: ["ignore", "pipe", "inherit"],
    });
    watched.pid = child.pid ?? 0;
    let peak = 0;
    const look = setInterval(() => {
      peak = Math.max(peak, readPeakMemory(watched.pid) ?? 0);
    }, 10);
    let output = "";
    for await (const part of child.stdout) output += String(part);
    clearInterval(look);
    const wallMs = performance.now() - watched.startedAt;
    const bodies = model.requests.map(({ body }) => body);
    return { outcome: outcomeOf(output), bodies, requestsAt, wallMs, cpu, peakMemoryMb: peak };
  } finally {
    await model.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function argumentsFor({ goal, kind }: Scenario, folder: string): string[] {
  const repository = join(folder, "repository");
  return [
    "run",
    "--repo",
    repository,
    "--goal",
    goal,
    "--kind",
    kind,
    "--out",
    join(folder, "out"),
    "--json",
  ];
}

/** The check is trivial: what is measured is the harness around the model, not the tests of a repository. */
function environment(folder: string, url: string): NodeJS.ProcessEnv {
  return {
    PATH: process.env["PATH"],
    HOME: folder,
    AVATAR_DATA_DIR: join(folder, "data"),
    AVATAR_TEST_COMMAND: "git --version",
    AVATAR_MODEL: "scripted",
    OPENAI_BASE_URL: url,
  };
}

function outcomeOf(output: string): string {
  try {
    return String((JSON.parse(output) as { outcome: unknown }).outcome);
  } catch {
    return "no result";
  }
}
