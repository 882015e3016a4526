import { expect, test } from "@jest/globals";
import type { ContractRules } from "../../../src/domain/ports/contract-rules.ts";
import { createToolRegistry } from "../../../src/loop/tools/registry.ts";
import type { ToolSituation } from "../../../src/loop/tools/tool.ts";

const registry = createToolRegistry({
  shell: { readArgv: () => ({ ok: true, argv: [], env: {} }) },
  contract: {
    review: () => ({ ok: false, steer: "no" }),
    audit: () => null,
    floor: () => {
      throw new Error("not asked for");
    },
  } satisfies ContractRules,
});

const EDIT: ToolSituation = {
  taskKind: "edit",
  phase: "editing",
  contract: "found",
  hasTests: true,
  hasLint: true,
};

function namesIn(situation: Partial<ToolSituation>): string[] {
  return registry.active({ ...EDIT, ...situation }).map(({ name }) => name);
}

test("an edit has the tools of contracts.md §3 that its plan calls for", () => {
  expect(namesIn({})).toEqual([
    "read_file",
    "list_files",
    "search_repo",
    "str_replace",
    "write_file",
    "delete_file",
    "run_command",
    "run_tests",
    "run_linter",
    "git_status",
    "git_diff",
    "ask_user",
    "final_answer",
  ]);
  expect(namesIn({ contract: "wanted", hasTests: false, hasLint: false })).toEqual(
    expect.arrayContaining(["declare_verification", "write_file"]),
  );
  expect(namesIn({ hasTests: false })).not.toContain("run_tests");
});

test("an investigation can ask to switch and cannot edit", () => {
  const names = namesIn({ taskKind: "investigate" });
  expect(names).toContain("switch_to_editing");
  for (const name of ["str_replace", "write_file", "delete_file", "declare_verification"]) {
    expect(names).not.toContain(name);
  }
});

test("the phase opens the tools that edit, and no other", () => {
  const editing = namesIn({});
  const closed = ["str_replace", "write_file", "delete_file"];
  for (const phase of ["investigating", "verifying"] as const) {
    expect(namesIn({ phase })).toEqual(editing.filter((name) => !closed.includes(name)));
  }
});

test("all sixteen names exist", () => {
  const situations: Partial<ToolSituation>[] = [
    {},
    { contract: "wanted" },
    { contract: "declared" },
    { taskKind: "investigate" },
  ];
  expect(new Set(situations.flatMap(namesIn)).size).toBe(16);
});

test("schemas use only what every provider takes, and every tool takes the decision", () => {
  const keywords = new Set<string>();
  const walk = (schema: Record<string, unknown>): void => {
    for (const [key, value] of Object.entries(schema)) {
      keywords.add(key);
      if (key === "properties") {
        for (const property of Object.values(value as object)) walk(property as Record<string, unknown>);
      } else if (key === "items") walk(value as Record<string, unknown>);
    }
  };
  const tools = [
    ...registry.active({ ...EDIT, contract: "wanted" }),
    ...registry.active({ ...EDIT, taskKind: "investigate" }),
  ];
  for (const { parameters } of tools) {
    walk(parameters);
    expect(parameters).toMatchObject({
      type: "object",
      properties: { rationale: { type: "string" }, rejected: { type: "array" } },
    });
  }
  expect([...keywords].sort()).toEqual(["description", "enum", "items", "properties", "required", "type"]);
});

test("the tools of a turn are small: a rough ceiling on what every prompt carries", () => {
  const bytes = JSON.stringify(
    registry.active(EDIT).map(({ name, description, parameters }) => ({ name, description, parameters })),
  ).length;
  expect(bytes).toBeLessThan(4_500);
});
