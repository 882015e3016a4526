import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { createSandboxedCommands } from "../../src/checkout/sandboxed-commands.ts";
import { chooseSandbox } from "../../src/checkout/sandbox/choose-sandbox.ts";
import type { CommandRunner } from "../../src/domain/ports/command-runner.ts";
import { TOOLCHAINS } from "../../src/plan/machine/toolchain.ts";
import { askMachine } from "../../src/run/ask-machine.ts";
import { scratchFolder, type Scratch } from "../checkout/scratch.ts";

let scratch: Scratch;
beforeEach(() => {
  scratch = scratchFolder();
  mkdirSync(scratch.path("tree"));
  mkdirSync(scratch.path("home/.local/bin"), { recursive: true });
});
afterEach(() => scratch.remove());

async function commands(): Promise<CommandRunner> {
  const sandbox = await chooseSandbox({ name: "auto", toolPaths: [] });
  const { path } = scratch;
  return createSandboxedCommands({
    sandbox: async () => sandbox,
    tree: path("tree"),
    home: path("home"),
    gitView: null,
    allowedHosts: [],
  });
}

function tool(name: string, script: string): void {
  const file = scratch.path(`home/.local/bin/${name}`);
  writeFileSync(file, `#!/bin/sh\n${script}\n`);
  chmodSync(file, 0o755);
}

test("programs are looked for in the sandbox, versions asked where they are wanted", async () => {
  tool("ghc", "echo The Compiler, version 9.4.7; echo more");
  tool("zig", "echo 0.13.0 >&2");
  tool("dart", "echo broken; exit 1");
  tool("gleam", "touch asked; echo 1");
  const ask = askMachine(await commands(), new AbortController().signal);
  const version = (program: string) => `${program} --version`;
  const answers = await ask([
    { program: "ghc", version: version("ghc") },
    { program: "zig", version: version("zig") },
    { program: "dart", version: version("dart") },
    { program: "gleam", version: null },
    { program: "no-such-program", version: version("no-such-program") },
    { program: "sh", version: null },
  ]);
  expect(Object.fromEntries(answers)).toEqual({
    ghc: "The Compiler, version 9.4.7 more",
    zig: "0.13.0",
    dart: "",
    gleam: "",
    "no-such-program": null,
    sh: "",
  });
});

test("a toolchain is asked in the tree, so that its version files count", async () => {
  tool("ruby", "cat .ruby-version");
  writeFileSync(scratch.path("tree/.ruby-version"), "3.4.1\n");
  const ask = askMachine(await commands(), new AbortController().signal);
  expect([...(await ask([{ program: "ruby", version: "ruby --version" }]))]).toEqual([["ruby", "3.4.1"]]);
});

test("a machine that does not get to answer is not taken for one that has nothing", async () => {
  const stopped = AbortSignal.abort();
  const ask = askMachine(await commands(), stopped);
  expect([...(await ask([{ program: "no-such-program", version: null }]))]).toEqual([
    ["no-such-program", ""],
  ]);
});

test("no line that asks a version can break out of its quotes", () => {
  for (const { main, programs, version } of TOOLCHAINS) {
    expect(`${main} ${programs}`).toMatch(/^[\w -]+$/);
    expect(version?.line ?? "x").toMatch(/^[\w= -]+$/);
  }
});
