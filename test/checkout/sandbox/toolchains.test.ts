import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { chmodSync, symlinkSync } from "node:fs";
import { findToolchains } from "../../../src/checkout/sandbox/toolchains.ts";
import { scratchFolder, type Scratch } from "../scratch.ts";

let scratch: Scratch;
beforeEach(() => {
  scratch = scratchFolder();
});
afterEach(() => scratch.remove());

function program(file: string): string {
  scratch.write(file, "#!/bin/sh\n");
  chmodSync(scratch.path(file), 0o755);
  return scratch.path(file);
}

test("a tool's folder is shown with the folder it is installed in", () => {
  program("jdk/bin/java");
  const { mounts, path } = findToolchains([scratch.path("jdk/bin")]);
  expect(mounts).toEqual(expect.arrayContaining([scratch.path("jdk"), scratch.path("jdk/bin")]));
  expect(path[0]).toBe(scratch.path("jdk/bin"));
});

test("rustup's parts are shown and named, cargo's credentials are not", () => {
  program("user/.cargo/bin/cargo");
  scratch.write("user/.cargo/credentials.toml", "secret");
  scratch.write("user/.rustup/settings.toml", "");
  const { mounts, env } = findToolchains([scratch.path("user/.cargo/bin")]);
  expect(mounts).toEqual(
    expect.arrayContaining([scratch.path("user/.cargo/bin"), scratch.path("user/.rustup")]),
  );
  expect(mounts).not.toContain(scratch.path("user/.cargo"));
  expect(mounts).not.toContain(scratch.path("user"));
  expect(env).toMatchObject({ RUSTUP_HOME: scratch.path("user/.rustup") });
});

test("avatar's own node_modules are passed over", () => {
  program("app/node_modules/.bin/node");
  const { mounts, path } = findToolchains([scratch.path("app/node_modules/.bin")]);
  expect([...mounts, ...path].filter((dir) => dir.startsWith(scratch.dir))).toEqual([]);
});

test("what a program links to is shown too", () => {
  program("opt/browser/bin/browser");
  program("tools/bin/x");
  symlinkSync(scratch.path("opt/browser/bin/browser"), scratch.path("tools/bin/browser"));
  expect(findToolchains([scratch.path("tools/bin")]).mounts).toContain(scratch.path("opt/browser"));
});

test("folders that are not there or not absolute do no harm", () => {
  const { mounts, path } = findToolchains(["relative", "", scratch.path("none")]);
  expect([...mounts, ...path].filter((dir) => !dir.startsWith("/"))).toEqual([]);
  expect(mounts).not.toContain(scratch.path("none"));
});
