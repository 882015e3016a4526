import { createHash } from "node:crypto";
import type { Asked } from "./asked.ts";
import type { Script, ScriptStep } from "./script.ts";

export type Choice =
  | {
      kind: "step";
      index: number;
      step: ScriptStep;
      /** How often this step was asked for before. */ askedBefore: number;
    }
  | { kind: "over"; steps: number }
  | { kind: "unmet"; index: number; problem: string };

/**
 * Finds the step a request is to get. The same body again is a retry and gets its step again; a body not
 * seen before has moved the conversation on and gets the step after the one asked for last. A request that
 * does not meet a step's expectation leaves the script where it is.
 */
export class StepChooser {
  readonly #script: Script;
  readonly #stepOf = new Map<string, number>();
  readonly #asked = new Map<number, number>();
  #at = -1;

  constructor(script: Script) {
    this.#script = script;
  }

  choose(body: string, asked: Asked): Choice {
    const digest = createHash("sha256").update(body).digest("hex");
    const index = this.#stepOf.get(digest) ?? this.#at + 1;
    const step = this.#script.steps[index];
    if (step === undefined) return { kind: "over", steps: this.#script.steps.length };
    const problem = unmet(step, asked);
    if (problem !== null) return { kind: "unmet", index, problem };
    const askedBefore = this.#asked.get(index) ?? 0;
    this.#stepOf.set(digest, index);
    this.#asked.set(index, askedBefore + 1);
    this.#at = index;
    return { kind: "step", index, step, askedBefore };
  }
}

function unmet({ expect }: ScriptStep, asked: Asked): string | null {
  if (expect === undefined) return null;
  const offered = new Set(asked.offered);
  const missing = expect.offers.filter((name) => !offered.has(name));
  if (missing.length > 0) return `the request does not offer ${missing.join(", ")}`;
  const unwanted = expect.lacks.filter((name) => offered.has(name));
  if (unwanted.length > 0) return `the request offers ${unwanted.join(", ")}`;
  const { texts } = asked;
  if (expect.lastContains !== undefined && !texts.at(-1)?.includes(expect.lastContains)) {
    return `the last message does not contain "${expect.lastContains}"`;
  }
  const { contains } = expect;
  if (contains !== undefined && !texts.some((text) => text.includes(contains))) {
    return `no message contains "${contains}"`;
  }
  return null;
}
