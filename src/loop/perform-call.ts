import { AvatarError } from "../domain/errors.ts";
import type { ToolCall } from "../domain/events.ts";
import type { RunDeps } from "../domain/ports/run-deps.ts";
import type { Intent, ToolResult } from "../domain/tool.ts";
import { noteSignsOfEscalation } from "./escalation.ts";
import { findObstacle } from "./obstacle.ts";
import type { LoopOptions } from "./loop-options.ts";
import { parseArguments } from "./parse-arguments.ts";
import { situationOf } from "./situation.ts";
import { type StopSignal, whileRunning } from "./stop-signal.ts";
import type { CallReading, Tool } from "./tools/tool.ts";
import { failed } from "./tools/tool-result.ts";
import { toTreePath } from "./tree-path.ts";

interface Proposed {
  step: number;
  call: ToolCall;
  spoken: string;
  cutOff: boolean;
}

/** What a control tool asked for and the gate let through. */
export interface GrantedIntent {
  intent: Intent;
  /** The person who agreed, or `policy` where none was asked. */
  approvedBy: string;
}

type ReadyCall = Extract<CallReading, { ok: true }>;

/** A call that was read, with the words it goes into the ledger under. */
type Understood = {
  tool: Tool | null;
  name: string;
  chosen: string;
  rationale: string;
  rejected: string[];
} & ({ problem: null; ready: ReadyCall } | { problem: string; ready: null });

/**
 * One call: validate, gate, execute, record. Every call leaves a decision and one result, also when it was refused, so
 * that the ledger and the next prompt are complete. Returns what the runner has to do besides.
 */
export async function performCall(
  options: LoopOptions,
  stop: StopSignal,
  proposed: Proposed,
): Promise<GrantedIntent | null> {
  const { step, call } = proposed;
  const understood = understand(options, proposed);
  const { rationale, rejected, chosen } = understood;
  await options.recorder.record({ type: "decision.made", step, key: call.key, rationale, chosen, rejected });
  const from = options.clock.monotonic();
  const { result, approvedBy } = await admitAndExecute(options, stop, { ...proposed, understood });
  const { recorder, clock } = options;
  await recorder.record({
    type: "tool.finished",
    step,
    key: call.key,
    tool: understood.name,
    ...result,
    durationMs: Math.round(clock.monotonic() - from),
  });
  await noteSignsOfEscalation(recorder, understood.tool, result.ok);
  return result.ok && result.intent !== null ? { intent: result.intent, approvedBy } : null;
}

function understand({ tools, recorder, deps }: LoopOptions, { call, spoken, cutOff }: Proposed): Understood {
  const tool = tools.find(call.tool) ?? null;
  const parsed = parseArguments(call.arguments);
  const words = {
    rationale: ((parsed.ok && parsed.rationale) || spoken).trim().slice(0, 2_000),
    rejected: parsed.ok ? parsed.rejected : [],
  };
  if (tool === null) {
    const names = tools.active(situationOf(recorder.state)).map(({ name }) => name);
    const name = call.tool.replaceAll(/[^\w.-]/g, "?").slice(0, 60);
    const problem = `There is no tool called ${name}. There is: ${names.join(", ")}.`;
    return { ...words, tool, name: "unknown_tool", chosen: `unknown_tool ${name}`, problem, ready: null };
  }
  const { name } = tool;
  if (!parsed.ok) {
    const problem = cutOff
      ? "Your answer was cut off at its token limit inside the arguments. Write less at once."
      : `${name} was not run: ${parsed.problem}. Call it again with one JSON object.`;
    return { ...words, tool, name, chosen: name, problem, ready: null };
  }
  const reading = tool.read(withTreePath(parsed.args, deps.workspace.root));
  if (!reading.ok) {
    return {
      ...words,
      tool,
      name,
      chosen: name,
      problem: `${name} was not run: ${reading.problem}`,
      ready: null,
    };
  }
  return { ...words, tool, name, chosen: reading.chosen, problem: null, ready: reading };
}

function withTreePath(args: Record<string, unknown>, root: string): Record<string, unknown> {
  const { path } = args;
  return typeof path === "string" ? { ...args, path: toTreePath(root, path) } : args;
}

interface Performed {
  result: ToolResult;
  approvedBy: string;
}

async function admitAndExecute(
  options: LoopOptions,
  stop: StopSignal,
  { step, call, understood }: Proposed & { understood: Understood },
): Promise<Performed> {
  const { tool, ready, problem, chosen } = understood;
  if (problem !== null) return refused(problem);
  if (tool === null) throw new Error("A call without a problem has a tool.");
  if (!tool.runsBeforeFreeze) await whileRunning(stop, options.freeze.wait());
  const obstacle = await findObstacle(options, tool, ready.args);
  if (obstacle !== null) return refused(obstacle);

  const { recorder, gate } = options;
  const { name, tier } = tool;
  const permission = await gate.decide({ tool: name, args: ready.args, tier, state: recorder.state });
  const reason = permission.kind === "allow" ? "" : permission.reason;
  const decision = permission.kind;
  await recorder.record({ type: "gate.decided", step, key: call.key, tool: name, decision, tier, reason });
  if (permission.kind === "block") return refused(`Refused: ${reason}.`);
  if (permission.kind === "ask")
    return refused(`Refused: ${reason}, and nobody is here to ask. Find another way.`);

  await recorder.record({ type: "tool.started", step, key: call.key, tool: name, summary: chosen });
  const deps = { ...options.deps, plan: recorder.state.verificationPlan, signal: stop.signal };
  const result = await whileRunning(stop, execute(ready, deps));
  return { result, approvedBy: permission.by ?? "policy" };
}

function refused(why: string): Performed {
  return { result: failed(why), approvedBy: "nobody" };
}

// What a model can mend by another path; whatever else is thrown is not for it.
const PATH_TROUBLE: ReadonlySet<unknown> = new Set([
  "ENOTDIR",
  "EISDIR",
  "ENOTEMPTY",
  "EEXIST",
  "ELOOP",
  "ENAMETOOLONG",
  "EACCES",
  "EPERM",
  "EINVAL",
  "ERR_INVALID_ARG_VALUE",
]);

async function execute(ready: ReadyCall, deps: RunDeps): Promise<ToolResult> {
  try {
    return await ready.execute(deps);
  } catch (error) {
    if (!(error instanceof Error) || !("code" in error)) throw error;
    if (error instanceof AvatarError && error.code === "PATH_REFUSED") {
      return failed(`${error.message} ${error.advice}`);
    }
    // The system's own message names paths of the machine.
    if (PATH_TROUBLE.has(error.code)) return failed(`This path cannot be used so (${String(error.code)}).`);
    throw error;
  }
}
