import { z } from "zod";
import type { RunDeps } from "../../domain/ports/run-deps.ts";
import type { Tier } from "../../domain/permission.ts";
import type { ToolResult } from "../../domain/tool.ts";
import { toParameters } from "./parameters.ts";

/** What decides which tools are on the table; a tool sees no more of the state than this. */
export interface ToolSituation {
  taskKind: "edit" | "investigate" | "test_only";
  phase: "investigating" | "editing" | "verifying";
  /** Greenfield: no check was found (`wanted`), or the model has declared its own (`declared`). */
  contract: "found" | "wanted" | "declared";
  hasTests: boolean;
  hasLint: boolean;
}

/** A call whose arguments hold, ready to pass the gate; or what is wrong with them, for the model. */
export type CallReading =
  | {
      ok: true;
      args: Readonly<Record<string, unknown>>;
      /** The call in a few words, for the ledger: `read_file src/a.ts 1-80`. */
      chosen: string;
      execute(deps: RunDeps): Promise<ToolResult>;
    }
  | { ok: false; problem: string };

export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly tier: Tier;
  /** Only reads files: may run while the set-up and the plan on the base still do, before the freeze. */
  readonly runsBeforeFreeze: boolean;
  /** JSON Schema that every provider takes: plain types, no `$ref`, nothing exotic. */
  readonly parameters: Readonly<Record<string, unknown>>;
  isActive(situation: ToolSituation): boolean;
  read(args: Readonly<Record<string, unknown>>): CallReading;
}

export interface ToolDefinition<S extends z.ZodRawShape> {
  name: string;
  description: string;
  tier: Tier;
  runsBeforeFreeze?: boolean;
  shape: S;
  isActive?: (situation: ToolSituation) => boolean;
  /** What follows the name in `chosen`. */
  describe: (args: z.infer<z.ZodObject<S>>) => string;
  execute: (args: z.infer<z.ZodObject<S>>, deps: RunDeps) => Promise<ToolResult>;
}

/** Ties a tool's schema, its description of a call and its act together, with one parse for all three. */
export function defineTool<S extends z.ZodRawShape>(definition: ToolDefinition<S>): Tool {
  const { name, description, tier, describe, execute } = definition;
  const schema = z.object(definition.shape);
  return {
    name,
    description,
    tier,
    runsBeforeFreeze: definition.runsBeforeFreeze ?? false,
    parameters: toParameters(schema),
    isActive: definition.isActive ?? (() => true),
    read(raw) {
      const parsed = schema.safeParse(raw);
      if (!parsed.success) return { ok: false, problem: explain(parsed.error) };
      const args = parsed.data;
      const words = describe(args).replaceAll(/\s+/g, " ").trim().slice(0, 160);
      return {
        ok: true,
        args,
        chosen: words === "" ? name : `${name} ${words}`,
        execute: (deps) => execute(args, deps),
      };
    },
  };
}

function explain(error: z.ZodError): string {
  return error.issues
    .slice(0, 4)
    .map((issue) =>
      issue.path.length === 0 ? issue.message : `\`${issue.path.join(".")}\`: ${issue.message}`,
    )
    .join("; ");
}
