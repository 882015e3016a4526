import { expect, test } from "@jest/globals";
import { attemptEscapes } from "../../../src/checkout/sandbox/attempt-escapes.ts";
import { chooseSandbox, probeSandbox } from "../../../src/checkout/sandbox/choose-sandbox.ts";
import type { Sandbox } from "../../../src/checkout/sandbox/sandbox.ts";

const toolPaths: string[] = [];

test("bubblewrap holds against every attempt", async () => {
  const report = await probeSandbox({ name: "bubblewrap", toolPaths });
  expect(report.findings.filter((finding) => !finding.held)).toEqual([]);
  expect(report).toMatchObject({ name: "bubblewrap", holds: true, problem: "", remedy: "" });
});

test("auto takes what confines", async () => {
  expect(await chooseSandbox({ name: "auto", toolPaths })).toMatchObject({
    name: "bubblewrap",
    confines: true,
  });
});

test("the attempts succeed where nothing confines, so that they can fail", async () => {
  const { findings } = await probeSandbox({ name: "unsafe-none", toolPaths });
  const escaped = findings.filter((finding) => !finding.held).map((finding) => finding.attempt);
  expect(escaped).toEqual(
    expect.arrayContaining([
      "writing outside the tree",
      "reading a file outside the tree",
      "reading the environment of another process",
      "seeing processes outside",
      "reaching a service on this machine",
    ]),
  );
});

test("a sandbox that does not start holds nothing", async () => {
  const broken: Sandbox = {
    name: "bubblewrap",
    confines: true,
    wrap: () => ({
      file: "/bin/sh",
      args: ["-c", "echo no namespaces; exit 1"],
      cwd: "/",
      env: {},
      marker: null,
    }),
  };
  const { findings, problem } = await attemptEscapes(broken);
  expect(findings.every((finding) => !finding.held)).toBe(true);
  expect(problem).toBe("no namespaces");
});
