import type { Budget } from "../domain/budget.ts";
import type { Clock } from "../domain/ports/clock.ts";
import type { ModelClient } from "../domain/ports/model.ts";
import type { Recorder } from "../domain/ports/recorder.ts";
import type { RunDeps } from "../domain/ports/run-deps.ts";
import type { ContextBuilder } from "./context/context-builder.ts";
import type { Gate } from "./gate.ts";
import type { ToolRegistry } from "./tools/registry.ts";

/** The set-up and the plan's run on the base happen beside the model's reading; the first act waits for their end. */
export interface Freeze {
  /** Lets the work for it begin, once the model has something to think about. Any number of calls. */
  begin(): void;
  /** Resolves once the plan is frozen. Any number of calls. @throws what went wrong: SETUP_FAILED, SANDBOX_UNAVAILABLE. */
  wait(): Promise<void>;
  /** It will not come about: no further answer is worth paying for. */
  hasFailed(): boolean;
}

export interface LoopOptions {
  recorder: Recorder;
  model: ModelClient;
  tools: ToolRegistry;
  gate: Gate;
  context: ContextBuilder;
  /** `plan` and `signal` are set anew for each call of a tool. */
  deps: RunDeps;
  budget: Budget;
  clock: Clock;
  /** On the monotonic clock, in milliseconds. */
  deadline: number;
  freeze: Freeze;
  /** US dollars, counted up here; the caller carries it over calls of the loop and over restarts. */
  spent: { cost: number };
  signal: AbortSignal;
}

export type LoopEnd =
  /** The model says it is done. That is for the verifier to judge. */
  | { kind: "proposed"; answer: string }
  | { kind: "ended"; outcome: "incomplete" | "blocked" | "failed"; reason: string };

export type TurnEnd = { kind: "next" } | LoopEnd;
