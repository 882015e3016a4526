import type { Checkout } from "../domain/ports/checkouts.ts";
import { ContextBuilder } from "../loop/context/context-builder.ts";
import type { Freeze, LoopOptions } from "../loop/loop-options.ts";
import { createPermissionPolicy } from "../loop/permission-policy.ts";
import { createToolRegistry } from "../loop/tools/registry.ts";
import { isTestFile } from "../verify/test-file.ts";
import type { Run } from "./run.ts";

/** What the model's side of a run gets to see. Made once; each call gives the loop its options. */
export function prepareLoop(run: Run, checkout: Checkout, freeze: Freeze): () => LoopOptions {
  const { deps, request, recorder } = run;
  const { workspace, commands } = checkout;
  const fixed = {
    recorder,
    model: deps.model,
    tools: createToolRegistry({ shell: deps.shell, contract: deps.contract }),
    gate: createPermissionPolicy({
      protectedPaths: run.settings.protectedPaths,
      escalation: "deny",
      amendmentsBy: request.amendmentsBy,
      isTestFile,
    }),
    context: new ContextBuilder({ nonce: deps.newNonce(), contextTokens: run.budget.contextTokens }),
    budget: run.budget,
    clock: deps.clock,
    deadline: run.deadline,
    freeze,
    spent: run.spent,
    signal: request.signal,
  };
  return () => ({
    ...fixed,
    deps: { workspace, commands, plan: run.state.verificationPlan, signal: request.signal },
  });
}
