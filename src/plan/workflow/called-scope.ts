import { z } from "zod";
import { resolveValue } from "./evaluate-expression.ts";
import type { Value } from "./evaluate-expression.ts";
import { withDefaults, withEnv } from "./step-scope.ts";
import type { StepScope } from "./step-scope.ts";
import { readTriggers } from "./triggers.ts";
import type { WorkflowShape } from "./workflow-shape.ts";
import { ownValue } from "../own-value.ts";

const CalledShape = z.object({
  inputs: z.record(
    z.string(),
    z.object({ default: z.unknown().optional(), type: z.string().optional() }).nullable().catch(null),
  ),
});

const EMPTY: Readonly<Record<string, Value>> = { boolean: false, number: 0 };

/** What the jobs of a reusable workflow see: its own environment, and its inputs as the caller gives them. */
export function calledScope(
  workflow: WorkflowShape,
  given: Readonly<Record<string, unknown>>,
  caller: StepScope,
): StepScope {
  const parsed = CalledShape.safeParse(readTriggers(workflow.on)["workflow_call"]);
  const inputs: Record<string, Value> = {};
  for (const [name, input] of Object.entries(parsed.success ? parsed.data.inputs : {})) {
    const empty = ownValue(EMPTY, input?.type ?? "string") ?? "";
    const value = ownValue(given, name);
    inputs[name] =
      value === undefined
        ? ((input?.default ?? empty) as Value)
        : resolveValue(value as Value, caller.contexts);
  }
  const base: StepScope = {
    env: {},
    shell: undefined,
    folder: undefined,
    contexts: {
      ...caller.contexts,
      env: { values: {}, open: true },
      matrix: { values: {}, open: false },
      inputs: { values: inputs, open: false },
    },
  };
  return withDefaults(withEnv(base, workflow.env), workflow.defaults);
}
