import { expect, test } from "@jest/globals";
import { PlannedCheck } from "../../src/domain/plan.ts";
import type { Tier } from "../../src/domain/permission.ts";
import { TaskState } from "../../src/domain/task-state.ts";
import { createPermissionPolicy } from "../../src/loop/permission-policy.ts";
import { isSensitivePath } from "../../src/loop/path-rules.ts";

const check = PlannedCheck.parse({ name: "t", command: "t", kind: "test", provenance: "Makefile:test" });
const editing = TaskState.parse({ taskId: "t", goal: "g", phase: "editing", verificationPlan: [check] });
const policy = createPermissionPolicy({
  protectedPaths: ["infra/**"],
  escalation: "deny",
  amendmentsBy: null,
  isTestFile: (path) => path.startsWith("test/"),
});

async function decide(
  tier: Tier,
  args: Record<string, unknown>,
  state: Partial<TaskState> = {},
  tool = "tool",
) {
  const { kind } = await policy.decide({ tool, args, tier, state: { ...editing, ...state } });
  return kind;
}

test.each([
  ".env",
  ".ENV.Production",
  "app/.env.local",
  "deploy/server.PEM",
  "keys/id_rsa",
  "keys/ID_RSA.pub",
  ".npmrc",
  "pkg/.netrc",
  "config/credentials",
  "config/credentials.json",
  ".aws/config",
  ".ssh/known_hosts",
  ".git/config",
  "/proc/self/environ",
])("%s may be neither read nor written", async (path) => {
  expect(await decide(0, { path })).toBe("block");
  expect(await decide(1, { path })).toBe("block");
  expect(await decide(2, { command: `cat ${path}` })).toBe("block");
});

test.each(["src/env.ts", "src/credentials.ts", "environment.md", "docs/pem.md", "/dev/null"])(
  "%s is no secret",
  (path) => {
    expect(isSensitivePath(path)).toBe(false);
  },
);

test.each([
  ".github/dependabot.yml",
  ".github/avatar.yml",
  ".GitHub/CODEOWNERS",
  "CODEOWNERS",
  "docs/CODEOWNERS",
  "AGENTS.md",
  "packages/a/agents.md",
  "CLAUDE.md",
  ".husky/pre-commit",
  ".gitattributes",
  "infra/main.tf",
  "package-lock.json",
  "crates/x/Cargo.lock",
])("a change of %s needs a person", async (path) => {
  expect(await decide(1, { path })).toBe("ask");
  expect(await decide(0, { path })).toBe("allow");
});

test("workflows are never changed, whatever their case", async () => {
  expect(await decide(1, { path: ".github/workflows/ci.yml" })).toBe("block");
  expect(await decide(1, { path: ".GITHUB/Workflows/ci.yml" })).toBe("block");
});

test("a lock file may follow its own manifest, not another", async () => {
  expect(await decide(1, { path: "package-lock.json" }, { filesModified: ["package.json"] })).toBe("allow");
  expect(await decide(1, { path: "package-lock.json" }, { filesModified: ["packages/a/package.json"] })).toBe(
    "allow",
  );
  expect(await decide(1, { path: "a/package-lock.json" }, { filesModified: ["b/package.json"] })).toBe("ask");
  expect(await decide(1, { path: "Cargo.lock" }, { filesModified: ["package.json"] })).toBe("ask");
});

test("edits follow phase and kind", async () => {
  const path = "src/a.js";
  expect(await decide(1, { path })).toBe("allow");
  expect(await decide(1, { path }, { taskKind: "investigate" })).toBe("block");
  expect(await decide(1, { path }, { verificationPlan: null })).toBe("block");
  expect(await decide(1, { path }, { phase: "verifying" })).toBe("block");
  expect(await decide(1, { path }, { taskKind: "test_only" })).toBe("block");
  expect(await decide(1, { path: "test/a.js" }, { taskKind: "test_only" })).toBe("allow");
});

test("commands run, but not git, and not on secrets", async () => {
  expect(await decide(2, { command: "npm test" })).toBe("allow");
  expect(await decide(2, {})).toBe("allow");
  expect(await decide(2, { command: "git push" })).toBe("block");
  expect(await decide(2, { command: "node --env-file='.env' a.js" })).toBe("block");
});

test("goalposts: declared once where nothing was found, altered by a person, escalation denied", async () => {
  const declared = { ...check, kind: "declared" as const };
  expect(await decide(3, {}, { verificationPlan: [] }, "declare_verification")).toBe("allow");
  expect(await decide(3, {}, {}, "declare_verification")).toBe("block");
  expect(await decide(3, {}, { verificationPlan: [declared] }, "alter_verification")).toBe("ask");
  expect(await decide(3, {}, {}, "alter_verification")).toBe("block");
  expect(await decide(3, {}, { taskKind: "investigate" }, "switch_to_editing")).toBe("block");
  expect(await decide(3, {}, {}, "something_new")).toBe("block");
  expect(await decide(4, {})).toBe("block");
});

test("where a person agreed beforehand, an amendment goes through in that person's name", async () => {
  const agreed = createPermissionPolicy({
    protectedPaths: [],
    escalation: "deny",
    amendmentsBy: "octocat",
    isTestFile: () => false,
  });
  const ask = (verificationPlan: PlannedCheck[]) =>
    agreed.decide({
      tool: "alter_verification",
      args: {},
      tier: 3,
      state: TaskState.parse({ taskId: "t", goal: "g", phase: "editing", verificationPlan }),
    });
  expect(await ask([{ ...check, kind: "declared" }])).toEqual({ kind: "allow", by: "octocat" });
  expect(await ask([check])).toMatchObject({ kind: "block" });
});
