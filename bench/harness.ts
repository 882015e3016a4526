import { parseArgs } from "node:util";
import { tokenCounter } from "./count-tokens.ts";
import { measureRequests } from "./measure-requests.ts";
import { runScenario, type ScenarioRun } from "./run-scenario.ts";
import { type Scenario, SCENARIOS } from "./scenarios.ts";

// What avatar costs around a model that answers at once. `npm run bench:harness -- [--runs 3] [--tokenizer FILE] [--json]`.

const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "3" },
    tokenizer: { type: "string" },
    json: { type: "boolean", default: false },
  },
});
const counter = await tokenCounter(values.tokenizer ?? null);
const reports: Record<string, Record<string, string | number>> = {};
for (const scenario of SCENARIOS) reports[scenario.name] = await report(scenario, Number(values.runs));
if (values.json) console.log(JSON.stringify(reports, null, 2));
else {
  console.log(`Tokens are ${counter.name}; times are the best of ${values.runs} runs.`);
  console.table(reports);
}

async function report(scenario: Scenario, runs: number): Promise<Record<string, string | number>> {
  const done: ScenarioRun[] = [];
  for (let n = 0; n < runs; n += 1) done.push(await runScenario(scenario));
  const [first] = done;
  if (first === undefined) throw new Error("At least one run is needed.");
  const figures = measureRequests(first.bodies, counter);
  const cpu = done.map(cpuPerTurn);
  return {
    outcome: first.outcome,
    turns: figures.turns,
    "tokens, turn 1": figures.firstTurnTokens,
    "tokens, cumulative": figures.cumulativeTokens,
    "tokens billed, cached at 10 %": figures.billedTokens,
    "repeats the previous prompt, %": round(100 * figures.repeatedOfPrevious),
    "whole prefixes": `${figures.wholePrefixes} of ${figures.turns - 1}`,
    "CPU ms a turn": least(cpu.map(({ mean }) => mean)),
    "CPU ms a turn, with children": least(cpu.map(({ withChildren }) => withChildren)),
    "CPU ms a turn, first half": least(cpu.map(({ firstHalf }) => firstHalf)),
    "CPU ms a turn, second half": least(cpu.map(({ secondHalf }) => secondHalf)),
    "peak RSS, MB": least(done.map(({ peakMemoryMb }) => peakMemoryMb)),
    "first request, s": least(done.map(({ requestsAt }) => (requestsAt[0] ?? Number.NaN) / 1_000)),
    "wall, s": least(done.map(({ wallMs }) => wallMs / 1_000)),
  };
}

interface CpuPerTurn {
  mean: number;
  withChildren: number;
  firstHalf: number;
  secondHalf: number;
}

/** From the first request on: what came before is the start of the program and the checkout. */
function cpuPerTurn({ cpu }: ScenarioRun): CpuPerTurn {
  const half = Math.floor(cpu.length / 2);
  const between = (from: number, to: number, key: "own" | "withChildren"): number =>
    ((cpu[to]?.[key] ?? 0) - (cpu[from]?.[key] ?? 0)) / Math.max(1, to - from);
  const last = cpu.length - 1;
  return {
    mean: between(0, last, "own"),
    withChildren: between(0, last, "withChildren"),
    firstHalf: between(0, half, "own"),
    secondHalf: between(half, last, "own"),
  };
}

function least(values: readonly number[]): number {
  return round(Math.min(...values));
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
