import { dirname } from "node:path";
import { afterEach, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { createCheckouts } from "../../src/checkout/ephemeral-checkouts.ts";
import { chooseSandbox } from "../../src/checkout/sandbox/choose-sandbox.ts";
import type { Sandbox } from "../../src/checkout/sandbox/sandbox.ts";
import { PlannedCheck, PlannedStep } from "../../src/domain/plan.ts";
import type { Checkout } from "../../src/domain/ports/checkouts.ts";
import { ProofGates } from "../../src/domain/proof-gates.ts";
import type { Verdict } from "../../src/domain/verdict.ts";
import { verify } from "../../src/verify/verify.ts";
import { repositoryWith, type Scratch, scratchFolder } from "../checkout/scratch.ts";

// The verifier over the real checkout and the real sandbox: what the two must agree on.

const signal = new AbortController().signal;
const FILES = {
  "package.json": '{"type":"module"}\n',
  "src/add.js": "export const add = (a, b) => a - b;\n",
  "test/add.test.js":
    'import test from "node:test";\nimport assert from "node:assert/strict";\nimport { add } from "../src/add.js";\n' +
    'test("adds", () => {\n  assert.equal(add(1, 2), 3);\n});\n',
};
const PLAN = [
  PlannedCheck.parse({
    name: "unit tests",
    command: "node --test test/*.test.js",
    kind: "test",
    provenance: "package.json:scripts.test",
  }),
];

let sandbox: Sandbox;
let scratch: Scratch;
let checkout: Checkout;
beforeAll(async () => {
  sandbox = await chooseSandbox({ name: "auto", toolPaths: [dirname(process.execPath)] });
});
beforeEach(async () => {
  scratch = scratchFolder();
  const url = repositoryWith(scratch, "origin", FILES);
  const checkouts = createCheckouts({
    dir: scratch.path("runs"),
    sandbox: async () => sandbox,
    allowedHosts: [],
  });
  checkout = await checkouts.open({ runId: "run-1", source: { url, ref: null, token: null }, signal });
});
afterEach(async () => {
  await checkout.dispose();
  scratch.remove();
});

async function judge(plan = PLAN): Promise<Verdict> {
  const candidate = await checkout.candidate();
  return verify({
    plan,
    candidate,
    checkout,
    taskKind: "edit",
    gates: ProofGates.parse({}),
    baseline: [],
    timeoutMs: 60_000,
    signal,
  });
}

async function write(path: string, text: string): Promise<void> {
  await checkout.workspace.writeFile(path, Buffer.from(text));
}

test("a right change passes and a wrong one is told with the place of the assertion", async () => {
  await write("src/add.js", "export const add = (a, b) => a * b;\n");
  const wrong = await judge();
  expect(wrong.passed).toBe(false);
  expect(wrong.recommendedNextAction).toContain("test/add.test.js:5");
  expect(JSON.stringify(wrong)).not.toMatch(/\/workspace|avatar-test-/u);

  await write("src/add.js", "export const add = (a, b) => a + b;\n");
  const right = await judge();
  expect(right).toMatchObject({ passed: true, proof: { treeSha: (await checkout.candidate()).treeSha } });
});

test("what the model left lying in its tree does not reach the judgement", async () => {
  await write("src/add.js", "export const add = (a, b) => a * b;\n");
  await write(".gitignore", "node_modules\n");
  await write("node_modules/cheat.cjs", "process.exit(0);\n");
  const planted = [
    PlannedCheck.parse({ ...PLAN[0], command: "test -e node_modules && exit 0; node --test test/*.test.js" }),
  ];
  expect((await judge(planted)).passed).toBe(false);
});

test("a change that breaks the set-up fails for it", async () => {
  const install = PlannedStep.parse({
    name: "install",
    command: 'node -e \'JSON.parse(require("fs").readFileSync("package.json"))\'',
    provenance: "ci:ci.yml#t/0",
  });
  expect((await checkout.prepare([install], signal)).ok).toBe(true);
  await write("package.json", '{"type":"module",}\n');
  const verdict = await judge();
  expect(verdict.passed).toBe(false);
  expect(verdict.summary).toBe("Not passed: failed: set-up; not run: unit tests.");
});

test("a change that edits a test to make itself pass is rejected, the same change with a test of its own is proven", async () => {
  const own = FILES["test/add.test.js"];
  await write("src/add.js", "export const add = (a, b) => a * b;\n");
  await write("test/add.test.js", own.replace("add(1, 2), 3", "add(1, 2), 2"));
  const rigged = await judge();
  expect(rigged).toMatchObject({ passed: false, proof: { existingTests: { answer: "no" } } });
  expect(rigged.recommendedNextAction).toContain("test/add.test.js");

  await write("src/add.js", "export const add = (a, b) => a + b;\n");
  await write("test/add.test.js", `${own}test("adds more", () => assert.equal(add(2, 3), 5));\n`);
  expect(await judge()).toMatchObject({
    passed: true,
    proof: { existingTests: { answer: "yes" }, reproduction: { answer: "yes" } },
  });
});
