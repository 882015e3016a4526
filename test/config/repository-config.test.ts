import { expect, test } from "@jest/globals";
import { readRepositoryConfig } from "../../src/config/repository-config.ts";

const read = (text: string) => readRepositoryConfig(new TextEncoder().encode(text));

test("no file means no settings and no warning", () => {
  const { config, warnings } = readRepositoryConfig(null);
  expect(config.verify).toEqual({ flaky: "fail" });
  expect(warnings).toEqual([]);
});

test("one command or a list of them", () => {
  const { config } = read("verify: { test: npm test, lint: [npm run lint, npm run types] }");
  expect(config.verify.test).toEqual(["npm test"]);
  expect(config.verify.lint).toEqual(["npm run lint", "npm run types"]);
});

test("unknown keys are reported and the rest counts", () => {
  const { config, warnings } = read("verify: { test: make check, tset: x }\nnonsense: 1");
  expect(config.verify.test).toEqual(["make check"]);
  expect(warnings.join("\n")).toContain("verify.tset");
  expect(warnings.join("\n")).toContain("nonsense");
});

test.each([
  ["a wrong type", "limits: { minutes: soon }"],
  ["broken YAML", "verify: [unclosed"],
  ["a bomb of aliases", `a: &a [1]\n${Array.from({ length: 30 }, () => "x: *a").join("\n")}`],
  ["a file that is far too large", `# ${"x".repeat(70_000)}`],
])("%s is reported and counts as no settings", (_name, text) => {
  const { config, warnings } = read(text);
  expect(config.verify).toEqual({ flaky: "fail" });
  expect(warnings.length).toBeGreaterThan(0);
});

test("bytes that are no text are reported", () => {
  const { warnings } = readRepositoryConfig(new Uint8Array([0xff, 0xfe, 0x00]));
  expect(warnings[0]).toContain(".github/avatar.yml");
});

test("the gates of the proof are the repository's to set, each by itself", () => {
  expect(read("").config.gates).toEqual({
    existingTests: "required",
    reproduction: "optional",
    necessity: "optional",
    testDetection: "required",
  });
  expect(read("gates: { existingTests: off, necessity: required }")).toMatchObject({
    config: { gates: { existingTests: "off", reproduction: "optional", necessity: "required" } },
    warnings: [],
  });
  expect(read("gates: { reproduction: sometimes }").warnings.join("\n")).toContain("gates.reproduction");
});

test("what a flaky check counts as is the repository's to say", () => {
  expect(read("verify: { flaky: pass }")).toMatchObject({
    config: { verify: { flaky: "pass" } },
    warnings: [],
  });
  expect(read("verify: { flaky: maybe }").warnings.join("\n")).toContain("verify.flaky");
});
