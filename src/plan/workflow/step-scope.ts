import { posix } from "node:path";
import { fillText, interpolate, resolveValue, toText, UNKNOWN } from "./evaluate-expression.ts";
import type { Contexts, Value } from "./evaluate-expression.ts";
import { unknownMark, WORKSPACE_ROOT } from "./run-step.ts";

/** What a step sees: contexts, variables so far, folder and shell that hold unless it says otherwise. */
export interface StepScope {
  contexts: Contexts;
  env: Readonly<Record<string, string | typeof UNKNOWN>>;
  shell: string | undefined;
  folder: string | undefined;
}

/** `env:` of a workflow, job or step on top of what is there. */
export function withEnv(scope: StepScope, env: unknown): StepScope {
  const mapping = typeof env === "string" ? resolveValue(env, scope.contexts) : env;
  if (typeof mapping !== "object" || mapping === null || Array.isArray(mapping)) return scope;
  const merged: Record<string, string | typeof UNKNOWN> = { ...scope.env };
  for (const [name, value] of Object.entries(mapping as Record<string, Value>)) {
    const resolved = resolveValue(value, scope.contexts);
    merged[name] = resolved === UNKNOWN ? UNKNOWN : toText(resolved);
  }
  return withVariables(scope, merged);
}

export function withVariables(scope: StepScope, env: StepScope["env"]): StepScope {
  return { ...scope, env, contexts: { ...scope.contexts, env: { values: env, open: true } } };
}

export interface Defaults {
  run?:
    | { shell?: string | undefined; "working-directory"?: string | number | boolean | undefined }
    | null
    | undefined;
}

export function withDefaults(scope: StepScope, defaults: Defaults | null | undefined): StepScope {
  const run = defaults?.run;
  const folder = run?.["working-directory"];
  return {
    ...scope,
    shell: run?.shell ?? scope.shell,
    folder: folder === undefined ? scope.folder : String(folder),
  };
}

/** Where a step runs, absolute beneath the workspace; null when only CI knows. */
export function folderOf(scope: StepScope, own: string | undefined): string | null {
  return resolveFolder(own ?? scope.folder ?? ".", scope.contexts);
}

/** A path in a workflow. The repository's own name may be part of it: any name does, it is the same each time. */
export function resolveFolder(path: string, contexts: Contexts): string | null {
  const github = contexts["github"];
  const named =
    github === undefined
      ? contexts
      : { ...contexts, github: { ...github, values: { ...github.values, repository: "owner/repo" } } };
  const filled = interpolate(path, named);
  if (!filled.ok) return null;
  const expanded = filled.text.replace(/\$\{?GITHUB_WORKSPACE\}?/g, WORKSPACE_ROOT).trim();
  return /[$~`]/.test(expanded) ? null : posix.resolve(WORKSPACE_ROOT, expanded);
}

/** A script with its expressions filled in; what only CI knows becomes a mark that the shell reads as a variable. */
export function fillScript(script: string, contexts: Contexts, unknown: string[]): string {
  return fillText(script, contexts, (expression) => {
    unknown.push(expression);
    return unknownMark(unknown.length - 1);
  });
}
