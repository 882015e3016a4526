import { Budget } from "../../src/domain/budget.ts";
import { PlannedCheck } from "../../src/domain/plan.ts";
import type { ContractRules } from "../../src/domain/ports/contract-rules.ts";
import type { ModelAnswer, ModelClient, ModelRequest } from "../../src/domain/ports/model.ts";
import type { ShellLines } from "../../src/domain/ports/shell-lines.ts";
import type { TaskKind } from "../../src/domain/task-state.ts";
import { NO_USAGE } from "../../src/domain/usage.ts";
import { ContextBuilder, type ContextSettings } from "../../src/loop/context/context-builder.ts";
import type { Gate } from "../../src/loop/gate.ts";
import type { Freeze, LoopOptions } from "../../src/loop/loop-options.ts";
import { createPermissionPolicy, type PermissionSettings } from "../../src/loop/permission-policy.ts";
import { createToolRegistry, type ToolRegistry } from "../../src/loop/tools/registry.ts";
import { gitWorkspace } from "./git-workspace.ts";
import { type MemoryRecorder, memoryRecorder } from "./memory-recorder.ts";
import { processCommands } from "./process-commands.ts";

/** An answer of the scripted model: calls as [tool, arguments], or whole. */
export type Scripted =
  | Partial<ModelAnswer>
  | [tool: string, args: Record<string, unknown> | string][]
  | ((request: ModelRequest) => Promise<Partial<ModelAnswer>> | Partial<ModelAnswer>);

export function calls(
  ...list: [tool: string, args: Record<string, unknown> | string][]
): Partial<ModelAnswer> {
  return {
    toolCalls: list.map(([name, args]) => ({
      id: "call",
      name,
      arguments: typeof args === "string" ? args : JSON.stringify(args),
    })),
    finishReason: "tool_calls",
  };
}

/** A model that answers from a list, the last answer over and over, and keeps the requests. */
function scriptedAnswers(script: readonly Scripted[], worstCase = 0) {
  const requests: ModelRequest[] = [];
  const model: ModelClient = {
    model: "scripted",
    recorded: true,
    worstCaseCost: () => worstCase,
    async complete(request) {
      const next = script[Math.min(requests.length, script.length - 1)] ?? {};
      requests.push(request);
      const answer =
        typeof next === "function" ? await next(request) : Array.isArray(next) ? calls(...next) : next;
      return { text: "", toolCalls: [], finishReason: "stop", usage: NO_USAGE, cost: 0, ...answer };
    },
  };
  return { model, requests };
}

const NONCE = "c0ffee42";

/** Words split at spaces: enough for tests of the loop; the real reader has its own tests. */
const shell: ShellLines = {
  readArgv: (line) =>
    /[|&;<>]/.test(line)
      ? { ok: false, problem: "an operator needs a shell; run one program" }
      : { ok: true, argv: line.split(" "), env: {} },
};

const floor = PlannedCheck.parse({ name: "floor", command: "true", kind: "floor", provenance: "harness" });

/** Accepts anything but `true`. */
const contract: ContractRules = {
  floor: () => floor,
  audit: (paths, kinds) => {
    const prose = paths.filter((path) => path.endsWith(".md") && !kinds.includes("content"));
    return prose.length === 0 ? null : `not declared: ${prose.join(", ")}`;
  },
  review: (commands) =>
    commands.includes("true")
      ? { ok: false, steer: "`true` proves nothing; run what you build" }
      : {
          ok: true,
          checks: commands.map((command, i) =>
            PlannedCheck.parse({
              name: `declared ${i + 1}`,
              command,
              kind: "declared",
              provenance: "model-declared",
            }),
          ),
        },
};

export interface LoopRunSettings {
  taskKind?: TaskKind;
  files?: Record<string, string | Uint8Array>;
  /** Null leaves the plan unfrozen. */
  plan?: readonly Partial<PlannedCheck>[] | null;
  budget?: Partial<Budget>;
  worstCase?: number;
  spent?: number;
  signal?: AbortSignal;
  gate?: Gate;
  freeze?: Freeze;
  policy?: Partial<PermissionSettings>;
  context?: Partial<ContextSettings>;
  contract?: ContractRules;
  goal?: string;
}

export interface LoopRun {
  options: LoopOptions;
  recorder: MemoryRecorder;
  requests: ModelRequest[];
  clock: { time: number };
  /** What the model was shown in the request with this number, counted from 0. */
  shown(request: number): string;
  file(path: string): Promise<string | null>;
  remove(): Promise<void>;
}

function toolsOf(settings: LoopRunSettings): ToolRegistry {
  return createToolRegistry({ shell, contract: settings.contract ?? contract });
}

function plannedCheck(check: Partial<PlannedCheck>): PlannedCheck {
  return PlannedCheck.parse({
    name: "test",
    command: "true",
    kind: "test",
    provenance: "Makefile:test",
    ...check,
  });
}

function gateOf({ gate, policy }: LoopRunSettings): Gate {
  if (gate !== undefined) return gate;
  const isTestFile = (path: string): boolean => path.startsWith("test/");
  return createPermissionPolicy({
    protectedPaths: [],
    escalation: "deny",
    amendmentsBy: null,
    isTestFile,
    ...policy,
  });
}

const NOTHING_TO_WAIT_FOR: Freeze = { begin: () => {}, wait: async () => {}, hasFailed: () => false };

/** Everything `runLoop` needs, over a real folder and real processes, with a scripted model. */
export async function loopRun(script: readonly Scripted[], settings: LoopRunSettings = {}): Promise<LoopRun> {
  const { taskKind = "edit", plan = [{}], files = { "src/a.js": "let a = 1;\nlet b = 2;\n" } } = settings;
  const workspace = await gitWorkspace(files);
  const recorder = memoryRecorder({ taskKind, goal: settings.goal ?? "Make it work" });
  if (plan !== null) {
    const checks = plan.map((check) => plannedCheck(check));
    await recorder.record({ type: "plan.frozen", checks, digest: "d", rubric: [] });
  }
  const { model, requests } = scriptedAnswers(script, settings.worstCase ?? 0);
  const clock = { time: 0 };
  const freeze = settings.freeze ?? NOTHING_TO_WAIT_FOR;
  const signal = settings.signal ?? new AbortController().signal;
  const budget = Budget.parse(settings.budget ?? {});
  const options: LoopOptions = {
    recorder,
    model,
    tools: toolsOf(settings),
    gate: gateOf(settings),
    context: new ContextBuilder({ nonce: NONCE, ...settings.context }),
    deps: { workspace, commands: processCommands(workspace.root), plan: null, signal },
    budget,
    clock: { now: () => new Date(0), monotonic: () => clock.time },
    deadline: budget.minutes * 60_000,
    freeze,
    spent: { cost: settings.spent ?? 0 },
    signal,
  };
  return {
    options,
    recorder,
    requests,
    clock,
    shown: (at) => requests[at]?.messages.map(({ content }) => content).join("\n") ?? "",
    file: async (path) => (await workspace.readFile(path))?.toString() ?? null,
    remove: () => workspace.remove(),
  };
}
