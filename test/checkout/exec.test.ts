import { afterAll, expect, test } from "@jest/globals";
import { readFileSync } from "node:fs";
import { runForBytes, runForLines, runForText, type ExecRequest } from "../../src/checkout/exec.ts";
import { scratchFolder } from "./scratch.ts";

const scratch = scratchFolder();
afterAll(scratch.remove);

function shell(line: string, extra: Partial<ExecRequest> = {}): ExecRequest {
  const env = { PATH: "/usr/bin:/bin", ...extra.env };
  return { file: "/bin/sh", args: ["-c", line], cwd: scratch.dir, timeoutMs: 30_000, ...extra, env };
}

function isAlive(pid: number): boolean {
  try {
    return !/^\d+ \(.*\) Z/s.test(readFileSync(`/proc/${pid}/stat`, "latin1"));
  } catch {
    return false;
  }
}

test("a command sees the environment it is given and nothing else", async () => {
  const { output } = await runForText(shell("env", { env: { ONLY: "this" } }));
  expect(output.split("\n").filter((line) => !/^(PWD|_|SHLVL|OLDPWD|PATH)=/.test(line))).toEqual([
    "ONLY=this",
    "",
  ]);
});

test("standard input is closed", async () => {
  expect(await runForText(shell("cat; echo end"))).toMatchObject({ output: "end\n", exitCode: 0 });
});

test("standard input carries what is given", async () => {
  const outcome = await runForBytes(shell("cat", { input: Buffer.from([0, 255, 10]) }));
  expect([...outcome.stdout]).toEqual([0, 255, 10]);
});

test("a flood of output keeps its head and its tail and says what is missing", async () => {
  const { output, truncated } = await runForText(
    shell("echo first; yes filler | head -n 100000; echo last"),
    2000,
  );
  expect(truncated).toBe(true);
  expect(output).toMatch(/^first\n/);
  expect(output).toMatch(/last\n$/);
  expect(output).toMatch(/\[… \d+ bytes left out …\]/);
  expect(output.length).toBeLessThan(2100);
});

test("a cut does not tear a character apart", async () => {
  for (const limit of [31, 32, 33, 34]) {
    const { output } = await runForText(shell("for i in 1 2 3 4 5 6 7 8 9; do printf '€€€'; done"), limit);
    expect(output).not.toContain("\uFFFD");
  }
});

test("the exit code is reported, a signal is no exit code", async () => {
  expect(await runForText(shell("exit 7"))).toMatchObject({ exitCode: 7, ended: "exited" });
  expect(await runForText(shell("kill -9 $$"))).toMatchObject({ exitCode: null, ended: "killed" });
});

test("a program that is not there has not started", async () => {
  const outcome = await runForText({ ...shell(""), file: "/nonexistent/program" });
  expect(outcome).toMatchObject({ exitCode: null, ended: "not started" });
});

test("a timeout ends the whole process group", async () => {
  const outcome = await runForText(shell("sleep 300 & echo $!; wait", { timeoutMs: 300 }));
  expect(outcome.ended).toBe("timed out");
  expect(isAlive(Number(outcome.output))).toBe(false);
});

test("a child left in the background ends with the command", async () => {
  const outcome = await runForText(shell("sleep 300 & echo $!"));
  expect(outcome).toMatchObject({ exitCode: 0, ended: "exited" });
  expect(isAlive(Number(outcome.output))).toBe(false);
});

test("a marked child that opened its own session ends too", async () => {
  const env = { MARK: "exec-test-mark" };
  const line = "setsid sh -c 'echo $$; exec sleep 300' & sleep 300";
  const outcome = await runForText(shell(line, { env, marker: "MARK=exec-test-mark", timeoutMs: 500 }));
  expect(outcome.ended).toBe("timed out");
  expect(isAlive(Number(outcome.output))).toBe(false);
});

test("cancelling ends a command in the middle, and one that has not begun never begins", async () => {
  const controller = new AbortController();
  const running = runForLines(shell("echo started; sleep 300", { signal: controller.signal }), () => {
    controller.abort();
    return true;
  });
  expect(await running).toMatchObject({ ended: "cancelled", exitCode: null });
  const late = await runForText(shell("touch late", { signal: controller.signal }));
  expect(late).toMatchObject({ ended: "cancelled", output: "" });
});

test("reading line by line stops the command when enough was read", async () => {
  const lines: string[] = [];
  await runForLines(shell("yes"), (line) => lines.push(line) < 3);
  expect(lines).toEqual(["y", "y", "y"]);
});
