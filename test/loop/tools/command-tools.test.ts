import { afterEach, expect, test } from "@jest/globals";
import { PlannedCheck } from "../../../src/domain/plan.ts";
import type { RunDeps } from "../../../src/domain/ports/run-deps.ts";
import { runLinterTool, runTestsTool } from "../../../src/loop/tools/run-checks.ts";
import { createRunCommandTool } from "../../../src/loop/tools/run-command.ts";
import type { Tool } from "../../../src/loop/tools/tool.ts";
import { gitWorkspace } from "../../support/git-workspace.ts";
import { processCommands } from "../../support/process-commands.ts";

const opened: { remove(): Promise<void> }[] = [];

afterEach(async () => {
  await Promise.all(opened.splice(0).map((workspace) => workspace.remove()));
});

async function use(tool: Tool, args: Record<string, unknown>, plan: Partial<PlannedCheck>[] = []) {
  const workspace = await gitWorkspace({});
  opened.push(workspace);
  const deps: RunDeps = {
    workspace,
    commands: processCommands(workspace.root),
    plan: plan.map((check) =>
      PlannedCheck.parse({
        name: "test",
        kind: "test",
        provenance: "Makefile:test",
        command: "true",
        ...check,
      }),
    ),
    signal: new AbortController().signal,
  };
  const reading = tool.read(args);
  if (!reading.ok) throw new Error(reading.problem);
  return reading.execute(deps);
}

const runCommand = createRunCommandTool({
  readArgv: (line) =>
    line.includes("|")
      ? { ok: false, problem: "`|` needs a shell" }
      : { ok: true, argv: line.split(" "), env: { COLOUR: "blue" } },
});

test("a command that fails is a finding, not a failure of the tool", async () => {
  expect(await use(runCommand, { command: "ls no-such-file" })).toMatchObject({
    ok: true,
    summary: "exit 2",
    command: { command: "ls no-such-file", exitCode: 2 },
  });
});

test("a line that needs a shell is not run", async () => {
  expect(await use(runCommand, { command: "true | touch x" })).toMatchObject({
    ok: false,
    content: "`|` needs a shell",
    command: null,
  });
});

test("assignments before the program reach it", async () => {
  expect((await use(runCommand, { command: "printenv COLOUR" })).content).toBe("blue");
});

test("a program that is not there is the model's to mend", async () => {
  expect(await use(runCommand, { command: "no-such-program" })).toMatchObject({ ok: false });
});

test("long output keeps its head and its tail, and whole among the details", async () => {
  const result = await use(runCommand, { command: "seq 1 5000" });
  expect(result.content.length).toBeLessThan(8_100);
  expect(result.content).toMatch(/^1\n2\n/);
  expect(result.content).toMatch(/5000$/);
  expect(result.details).toContain("2500");
});

test("the frozen checks run as planned: shell line, folder and environment", async () => {
  const result = await use(runTestsTool, {}, [{ command: "echo $A && exit 3", env: { A: "hello" } }]);
  expect(result).toMatchObject({ ok: true, summary: "1 of 1 check failed: test" });
  expect(result.content).toContain("exit 3\nhello");
});

test("a target names one check of the frozen plan and nothing else", async () => {
  const plan = [
    { name: "unit", command: "echo unit ran" },
    { name: "e2e", command: "echo e2e ran" },
    { name: "lint", kind: "lint" as const, command: "echo lint ran" },
  ];
  const one = await use(runTestsTool, { target: "e2e" }, plan);
  expect(one.content).toContain("e2e ran");
  expect(one.content).not.toContain("unit ran");
  const none = await use(runTestsTool, { target: "rm -rf /" }, plan);
  expect(none).toMatchObject({ ok: false });
  expect(none.content).toContain("There is: unit, e2e.");
});

test("a chain stops at its first failure, as the shell would", async () => {
  const plan = [
    { name: "build", command: "false", chain: "c" },
    { name: "test", command: "echo must not run", chain: "c" },
    { name: "other", command: "echo ran" },
  ];
  const result = await use(runTestsTool, {}, plan);
  expect(result.content).toContain("not run, an earlier step of its chain failed");
  expect(result.content).not.toMatch(/^must not run/m);
  expect(result.content).toContain("ran");
  expect(result.summary).toBe("2 of 3 checks failed: build, test");
});

test("the linter runs the lint checks only", async () => {
  const result = await use(runLinterTool, {}, [
    { command: "echo no" },
    { kind: "lint", command: "echo yes" },
  ]);
  expect(result.content).toContain("yes");
  expect(result.content).not.toContain("echo no");
});
