import { parseDocument } from "yaml";
import { z } from "zod";
import { ProofGates } from "../domain/proof-gates.ts";

const commands = z
  .union([z.string(), z.array(z.string())])
  .transform((value) => (typeof value === "string" ? [value] : value));

/** `.github/avatar.yml` of the default branch (contracts.md §4). Every key is optional. */
const Shape = z.object({
  verify: z
    .object({
      setup: commands.optional(),
      test: commands.optional(),
      lint: commands.optional(),
      timeoutMinutes: z.number().positive().max(240).optional(),
      flaky: ProofGates.shape.flaky,
    })
    .prefault({}),
  gates: ProofGates.omit({ flaky: true }).prefault({}),
  limits: z
    .object({
      minutes: z.number().positive().optional(),
      turns: z.number().int().positive().optional(),
      cost: z.number().positive().optional(),
    })
    .prefault({}),
  paths: z.object({ protected: z.array(z.string()).default([]) }).prefault({}),
  pull: z.object({ draft: z.boolean().default(false) }).prefault({}),
});
export type RepositoryConfig = z.infer<typeof Shape>;

/** Keys of contracts.md §4 by section; a later release reads those that this one only knows by name. */
const KNOWN: Readonly<Record<string, readonly string[]>> = {
  verify: ["setup", "test", "lint", "timeoutMinutes", "network", "flaky"],
  gates: ["existingTests", "reproduction", "necessity", "testDetection"],
  limits: ["minutes", "turns", "cost", "changedFiles", "changedLines"],
  paths: ["protected", "ignore"],
  pull: ["draft", "labels", "reviewers", "journal"],
  triggers: ["comment", "label", "assignment", "minimumPermission"],
};

const LARGEST = 64 * 1024;

/**
 * The repository's own settings. A file that cannot be read counts as empty and is reported; an unknown key
 * is reported and ignored. It never stops a run.
 */
export function readRepositoryConfig(bytes: Uint8Array | null): {
  config: RepositoryConfig;
  warnings: string[];
} {
  const empty = Shape.parse({});
  if (bytes === null) return { config: empty, warnings: [] };
  const where = ".github/avatar.yml";
  if (bytes.length > LARGEST)
    return { config: empty, warnings: [`${where} is larger than 64 KiB and was ignored.`] };
  let value: unknown;
  try {
    const document = parseDocument(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    const problem = document.errors[0];
    if (problem !== undefined)
      return { config: empty, warnings: [`${where} was ignored: ${firstLine(problem.message)}`] };
    value = document.toJS({ maxAliasCount: 20 }) ?? {};
  } catch (error) {
    return { config: empty, warnings: [`${where} was ignored: ${firstLine(String(error))}`] };
  }
  const parsed = Shape.safeParse(value);
  if (parsed.success) return { config: parsed.data, warnings: unknownKeys(value, where) };
  const issue = parsed.error.issues[0];
  const key = issue?.path.join(".") ?? "";
  return { config: empty, warnings: [`${where} was ignored: ${key}: ${issue?.message ?? "invalid"}`] };
}

function unknownKeys(value: unknown, where: string): string[] {
  const warnings: string[] = [];
  for (const [section, content] of Object.entries(asRecord(value))) {
    const known = KNOWN[section];
    if (known === undefined) warnings.push(`${where}: unknown key \`${section}\``);
    else
      for (const key of Object.keys(asRecord(content)))
        if (!known.includes(key)) warnings.push(`${where}: unknown key \`${section}.${key}\``);
  }
  return warnings;
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

function firstLine(text: string): string {
  return text.split("\n", 1)[0] ?? text;
}
