import { afterEach, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { mkdirSync, readdirSync, readFileSync, readlinkSync, statSync } from "node:fs";
import { createSandboxedCommands } from "../../src/checkout/sandboxed-commands.ts";
import { chooseSandbox } from "../../src/checkout/sandbox/choose-sandbox.ts";
import type { Sandbox } from "../../src/checkout/sandbox/sandbox.ts";
import type { CommandOutcome, CommandRequest } from "../../src/domain/ports/command-runner.ts";
import { scratchFolder, type Scratch } from "./scratch.ts";

let sandbox: Sandbox;
let scratch: Scratch;
beforeAll(async () => {
  sandbox = await chooseSandbox({
    name: "auto",
    toolPaths: [],
    limits: { memoryBytes: 2 ** 30, fileBytes: 2 ** 20 },
  });
});
beforeEach(() => {
  scratch = scratchFolder();
  mkdirSync(scratch.path("tree"));
  mkdirSync(scratch.path("home"));
});
afterEach(() => scratch.remove());

function run(line: string, extra: Partial<CommandRequest> = {}, inside = sandbox): Promise<CommandOutcome> {
  const commands = createSandboxedCommands({
    sandbox: async () => inside,
    tree: scratch.path("tree"),
    home: scratch.path("home"),
    gitView: null,
    allowedHosts: [],
  });
  const command = { kind: "line", line, shell: "bash" } as const;
  return commands.run({ command, cwd: ".", env: {}, timeoutMs: 60_000, network: "none", ...extra });
}

/** Processes of this machine, seen from outside, that run in this tree or have it mounted. */
function processesIn(dir: string): number {
  return readdirSync("/proc").filter((pid) => {
    try {
      const isInside = /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/mountinfo`, "utf8").includes(dir);
      return isInside || readlinkSync(`/proc/${pid}/cwd`).startsWith(dir);
    } catch {
      return false;
    }
  }).length;
}

test("a command works in the tree, and what it writes belongs to avatar's user", async () => {
  expect(await run("pwd; echo x > file; id -u")).toMatchObject({ exitCode: 0, output: "/workspace\n1000\n" });
  expect(statSync(scratch.path("tree/file")).uid).toBe(process.getuid?.());
});

test("both streams come in the order they were written", async () => {
  const { output } = await run("for i in 1 2 3; do echo out$i; echo err$i >&2; done");
  expect(output).toBe("out1\nerr1\nout2\nerr2\nout3\nerr3\n");
});

test("HOME lasts from one command to the next, /tmp does not", async () => {
  await run("echo kept > ~/file; echo gone > /tmp/file");
  expect((await run("cat ~/file; ls /tmp")).output).toBe("kept\n");
});

test("the environment is CI's and the command's own, nothing of avatar's", async () => {
  const { output } = await run("env", { env: { MINE: "yes" } });
  const names = output.split("\n").map((line) => line.split("=")[0]);
  expect(output).toContain("MINE=yes");
  expect(output).toContain("CI=true");
  expect(names.filter((name) => /TOKEN|SECRET|KEY|^JEST|^NODE_OPTIONS$/.test(name ?? ""))).toEqual([]);
  expect(output).not.toContain(process.cwd());
});

test("a variable of the plan cannot reach the programs around the sandbox", async () => {
  const outcome = await run("echo fine", {
    env: { LD_PRELOAD: "/nonexistent/evil.so", BASH_ENV: "/dev/null" },
  });
  expect(outcome.exitCode).toBe(0);
  expect(outcome.output).toMatch(/fine\n$/);
});

test.each([
  ["/etc/passwd is not the machine's", "test $(wc -l < /etc/passwd) = 3"],
  ["the root folder is read-only", "! touch /x"],
  ["/usr is read-only", "! touch /usr/x"],
  ["/dev holds no disk", "! ls /dev/vda /dev/sda /dev/mem"],
  ["the network has loopback only", "test $(grep -c : /proc/net/dev) = 1"],
  ["the process list is its own", "test $(ls -d /proc/[0-9]* | wc -l) -lt 15"],
  ["no further user namespace", "! unshare --user true"],
  ["no privileges by setuid programs", "grep -q 'NoNewPrivs:.1' /proc/self/status"],
  ["/tmp is bounded", "test $(df --output=size -B1 /tmp | tail -1) -le 1073741824"],
])("%s", async (_name, line) => {
  expect(await run(line)).toMatchObject({ exitCode: 0 });
});

test("limits hold: memory, file size, core files", async () => {
  expect((await run("python3 -c 'bytearray(2**31)'")).exitCode).not.toBe(0);
  expect((await run("head -c 4194304 /dev/zero > big")).exitCode).not.toBe(0);
  expect(statSync(scratch.path("tree/big")).size).toBeLessThanOrEqual(2 ** 20);
  expect((await run("ulimit -c")).output).toBe("0\n");
});

test("a missing program is exit code 127, and no shell reads an argv", async () => {
  const argv = (...words: string[]) => run("", { command: { kind: "argv", argv: words } });
  expect(await argv("no-such-program")).toMatchObject({ exitCode: 127, ended: "exited" });
  expect(await argv("echo", "$HOME; ls", "*")).toMatchObject({ output: "$HOME; ls *\n" });
});

test("a line fails as CI lets it fail: at the first error, also inside a pipe", async () => {
  expect(await run("false; echo after")).toMatchObject({ exitCode: 1, output: "" });
  expect(await run("false | cat")).toMatchObject({ exitCode: 1 });
});

test("other shells and templates are understood", async () => {
  const shell = (name: string, line: string) => run("", { command: { kind: "line", line, shell: name } });
  expect((await shell("python3", "print(1 + 1)")).output).toBe("2\n");
  expect((await shell("bash -e {0}", "false | true; echo ok")).output).toBe("ok\n");
  expect((await shell("perl {0}", "print 6 * 7")).output).toBe("42");
  await expect(shell("fish", "echo")).rejects.toMatchObject({ code: "COMMAND_FAILED" });
});

test("a folder outside the tree is refused", async () => {
  await expect(run("pwd", { cwd: "../home" })).rejects.toMatchObject({ code: "PATH_REFUSED" });
  await expect(run("pwd", { cwd: "/etc" })).rejects.toMatchObject({ code: "PATH_REFUSED" });
});

test("a timeout ends children that left the session and forked twice", async () => {
  const line = "setsid bash -c '(sleep 300 &) ; sleep 300' & setsid sleep 300 & sleep 300";
  expect(await run(line, { timeoutMs: 1500 })).toMatchObject({ ended: "timed out", exitCode: null });
  expect(processesIn(scratch.dir)).toBe(0);
});

test("a background server does not keep a finished command waiting", async () => {
  expect(await run("setsid sleep 300 & echo done")).toMatchObject({ exitCode: 0, ended: "exited" });
  expect(processesIn(scratch.dir)).toBe(0);
});

test("cancelling takes effect in the middle of a command that ignores signals", async () => {
  const controller = new AbortController();
  const running = run("trap '' TERM INT HUP; touch started; while :; do sleep 300; done", {
    signal: controller.signal,
  });
  while (!readdirSync(scratch.path("tree")).includes("started"))
    await new Promise((next) => setTimeout(next, 20));
  expect(processesIn(scratch.dir)).toBeGreaterThan(0);
  controller.abort();
  expect(await running).toMatchObject({ ended: "cancelled", exitCode: null });
  expect(processesIn(scratch.dir)).toBe(0);
});

test("unsafe-none runs in the tree itself and still ends children that left the session", async () => {
  const unsafe = await chooseSandbox({ name: "unsafe-none", toolPaths: [] });
  const outcome = await run("pwd; setsid sleep 300 & sleep 300", { timeoutMs: 1500 }, unsafe);
  expect(outcome).toMatchObject({ ended: "timed out", output: `${scratch.path("tree")}\n` });
  expect(processesIn(scratch.path("tree"))).toBe(0);
});

test("without network a registry cannot be reached, with it only through the proxy, which notes who was asked", async () => {
  const line =
    "node -e \"require('net').connect(443, 'registry.test').on('error', (e) => console.log(e.code))\"";
  expect((await run(line)).output).toMatch(/EAI_AGAIN|ENOTFOUND/);
  const asked = await run("curl -sS https://other.test/ https://127.0.0.1/; true", { network: "registries" });
  expect(asked.hosts).toEqual([{ host: "other.test", allowed: false }]);
  expect(
    (await run("curl -sS --noproxy '*' http://127.0.0.1:1/ ; true", { network: "registries" })).hosts,
  ).toEqual([]);
});

test("a command with network ends with its own exit code", async () => {
  expect(await run("exit 9", { network: "registries" })).toMatchObject({ exitCode: 9 });
});
