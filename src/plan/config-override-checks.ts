import type { PlannedCheck } from "../domain/plan.ts";

export interface PlanOverrides {
  /** AVATAR_TEST_COMMAND and AVATAR_LINT_COMMAND. */
  operator: { test: readonly string[]; lint: readonly string[] };
  /** `verify:` of the repository's configuration. Empty lists say nothing. */
  repository: { test: readonly string[]; lint: readonly string[]; setup: readonly string[] | null };
}

/** The override tier: checks that configuration declares. They always win, slot by slot, the repository's first. */
export function configOverrideChecks(overrides: PlanOverrides | null): PlannedCheck[] {
  if (overrides === null) return [];
  return [...slotChecks("test", overrides), ...slotChecks("lint", overrides)];
}

function slotChecks(slot: "test" | "lint", { operator, repository }: PlanOverrides): PlannedCheck[] {
  const own = repository[slot].filter((command) => command.trim() !== "");
  const commands = own.length > 0 ? own : operator[slot].filter((command) => command.trim() !== "");
  const place = slot === "test" ? "TEST" : "LINT";
  const provenance =
    own.length > 0 ? `config:.github/avatar.yml#verify.${slot}` : `config:AVATAR_${place}_COMMAND`;
  return commands.map((command) => ({
    name: slot,
    command: command.trim(),
    kind: slot,
    provenance,
    chain: null,
    cwd: ".",
    env: {},
    shell: "bash",
    required: true,
    job: null,
  }));
}
