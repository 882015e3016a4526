import { posix } from "node:path";
import { WORKSPACE_ROOT } from "./run-step.ts";
import type { Contexts, Value } from "./evaluate-expression.ts";
import type { StepScope } from "./step-scope.ts";
import type { GateEvent } from "./triggers.ts";

/** What a job on Linux sees before it starts, as far as reading can tell. */
export function baseScope(event: GateEvent, defaultBranch: string): StepScope {
  return { contexts: baseContexts(event, defaultBranch), env: {}, shell: undefined, folder: undefined };
}

function baseContexts(event: GateEvent, defaultBranch: string): Contexts {
  const push = event === "push";
  const github: Record<string, Value> = {
    event_name: event,
    ref: push ? `refs/heads/${defaultBranch}` : "refs/pull/1/merge",
    ref_name: push ? defaultBranch : "1/merge",
    ref_type: "branch",
    base_ref: push ? "" : defaultBranch,
    workspace: WORKSPACE_ROOT,
    server_url: "https://github.com",
  };
  // Conditions see a plain event: no labels, no draft, nothing special. In texts it is unknown.
  github["event"] = push ? {} : { action: "synchronize", pull_request: {} };
  if (push) github["head_ref"] = "";
  return {
    github: { values: github, open: true },
    runner: {
      values: {
        os: "Linux",
        arch: "X64",
        environment: "github-hosted",
        temp: "/tmp",
        workspace: posix.dirname(WORKSPACE_ROOT),
      },
      open: true,
    },
    env: { values: {}, open: true },
    vars: { values: {}, open: true },
    secrets: { values: {}, open: true },
    needs: { values: {}, open: true },
    steps: { values: {}, open: true },
    job: { values: { status: "success" }, open: true },
    strategy: { values: {}, open: true },
    matrix: { values: {}, open: false },
    inputs: { values: {}, open: false },
  };
}
