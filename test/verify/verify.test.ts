import { afterEach, describe, expect, test } from "@jest/globals";
import { AvatarError } from "../../src/domain/errors.ts";
import { PlannedCheck } from "../../src/domain/plan.ts";
import { ProofGates } from "../../src/domain/proof-gates.ts";
import type { CheckResult } from "../../src/domain/verdict.ts";
import { Verdict } from "../../src/domain/verdict.ts";
import { planDigest } from "../../src/verify/plan-digest.ts";
import { verify } from "../../src/verify/verify.ts";
import type { VerifyRequest } from "../../src/verify/verify-request.ts";
import { type Files, localCheckout, type LocalCheckout } from "../support/local-checkout.ts";

const BASE: Files = {
  "package.json": `{"type":"module"}`,
  "src/add.js": "export const add = (a, b) => a - b;\n",
  "test/add.test.js": `import test from "node:test";
import assert from "node:assert/strict";
import { add } from "../src/add.js";
test("adds", () => {
  assert.equal(add(1, 2), 3);
});
`,
};
const GOLDEN: Files = { "src/add.js": "export const add = (a, b) => a + b;\n" };
const WRONG: Files = { "src/add.js": "export const add = (a, b) => a * b;\n" };

const opened: LocalCheckout[] = [];
afterEach(async () => {
  for (const checkout of opened.splice(0)) {
    expect(checkout.open()).toBe(0);
    await checkout.remove();
  }
});

async function checkoutOf(base: Files = BASE): Promise<LocalCheckout> {
  const checkout = await localCheckout(base);
  opened.push(checkout);
  return checkout;
}

function planned(check: Partial<PlannedCheck> & { command: string }): PlannedCheck {
  return PlannedCheck.parse({ name: check.command, kind: "test", provenance: "ci:ci.yml#t/0", ...check });
}

const NODE_TEST = planned({ name: "unit tests", command: "node --test test/*.test.js" });

async function judge(
  checkout: LocalCheckout,
  files: Files,
  request: Partial<VerifyRequest> & Pick<VerifyRequest, "plan">,
): Promise<Verdict> {
  const candidate = await checkout.change(files);
  return verify({
    candidate,
    checkout,
    taskKind: "edit",
    gates: ProofGates.parse({}),
    baseline: [],
    timeoutMs: 60_000,
    signal: new AbortController().signal,
    ...request,
  });
}

function result(verdict: Verdict, name: string): CheckResult {
  const found = verdict.checks.find((check) => check.name === name);
  if (found === undefined) throw new Error(`no check ${name} in ${verdict.checks.map((c) => c.name).join()}`);
  return found;
}

describe("the pass rule", () => {
  test("a change that passes every required check passes, with command, provenance and exit code kept", async () => {
    const checkout = await checkoutOf();
    const verdict = await judge(checkout, GOLDEN, { plan: [NODE_TEST] });
    expect(verdict.passed).toBe(true);
    expect(verdict.recommendedNextAction).toBeNull();
    expect(result(verdict, "unit tests")).toMatchObject({
      status: "pass",
      kind: "required",
      command: "node --test test/*.test.js",
      provenance: "ci:ci.yml#t/0",
      exitCode: 0,
    });
    expect(Verdict.parse(verdict)).toEqual(verdict);
  });

  test("a failing required check fails the verdict and names the assertion with file and line", async () => {
    const checkout = await checkoutOf();
    const verdict = await judge(checkout, WRONG, { plan: [NODE_TEST] });
    expect(verdict.passed).toBe(false);
    expect(verdict.recommendedNextAction).toContain("test/add.test.js:5");
    expect(result(verdict, "unit tests").evidence).toMatch(
      /^Exit code 1\.\nFirst failure: test\/add\.test\.js:5/u,
    );
    expect(verdict.summary).toBe("Not passed: failed: unit tests.");
  });

  test("no path of this machine reaches the evidence", async () => {
    const checkout = await checkoutOf();
    const verdict = await judge(checkout, WRONG, { plan: [NODE_TEST, planned({ command: "pwd; exit 1" })] });
    expect(JSON.stringify(verdict)).not.toContain("avatar-local-");
  });

  test("a failing optional check is shown and does not fail the verdict", async () => {
    const checkout = await checkoutOf();
    const optional = planned({ name: "nightly", command: "exit 3", required: false });
    const verdict = await judge(checkout, GOLDEN, { plan: [NODE_TEST, optional] });
    expect(verdict.passed).toBe(true);
    expect(verdict.summary).toContain("nightly");
    expect(result(verdict, "nightly")).toMatchObject({ kind: "optional", status: "fail", exitCode: 3 });
  });

  test("an empty plan is not a pass", async () => {
    const checkout = await checkoutOf();
    const verdict = await judge(checkout, GOLDEN, { plan: [] });
    expect(verdict.passed).toBe(false);
    expect(verdict.summary).toContain("the repository declares no check");
    expect(verdict.recommendedNextAction).toContain(".github/avatar.yml");
  });

  test("an empty change is not a pass, and the plan is not run for it", async () => {
    const checkout = await checkoutOf({ ...BASE, ...GOLDEN });
    const verdict = await judge(checkout, {}, { plan: [NODE_TEST] });
    expect(verdict.passed).toBe(false);
    expect(result(verdict, "diff present").status).toBe("fail");
    expect(result(verdict, "unit tests")).toMatchObject({
      status: "skip",
      skipReason: "there is no change to judge",
    });
  });

  test("the floor alone is not evidence that the work was done", async () => {
    const checkout = await checkoutOf();
    const floor = planned({ name: "floor", command: "true", kind: "floor" });
    expect((await judge(checkout, GOLDEN, { plan: [floor] })).passed).toBe(false);
  });

  test("a declared check that passes does not make up for a floor that fails", async () => {
    const checkout = await checkoutOf();
    const declared = planned({ name: "declared", command: "true", kind: "declared" });
    const floor = planned({ name: "floor", command: "false", kind: "floor" });
    const verdict = await judge(checkout, GOLDEN, { plan: [declared, floor] });
    expect(result(verdict, "declared").status).toBe("pass");
    expect(verdict.passed).toBe(false);
    expect(verdict.summary).toContain("floor");
  });

  test("exit code 0 with no test run is a failure", async () => {
    const checkout = await checkoutOf();
    const verdict = await judge(
      checkout,
      { ...GOLDEN, "test/add.test.js": "// nothing here\n" },
      { plan: [NODE_TEST] },
    );
    expect(verdict.passed).toBe(false);
    expect(result(verdict, "unit tests").evidence).toContain("no test ran (node:test)");
  });
});

describe("chains", () => {
  test("a chain stops at its first failure and the rest is a skip with a reason, not a pass", async () => {
    const checkout = await checkoutOf();
    const plan = [
      planned({ name: "one", command: "true", chain: "c" }),
      planned({ name: "two", command: "false", chain: "c" }),
      planned({ name: "three", command: "touch ran; true", chain: "c" }),
      planned({ name: "other", command: "test ! -e ran", chain: null }),
    ];
    const verdict = await judge(checkout, GOLDEN, { plan });
    expect(plan.map(({ name }) => result(verdict, name).status)).toEqual(["pass", "fail", "skip", "pass"]);
    expect(result(verdict, "three").skipReason).toBe("an earlier check of its chain failed");
  });

  test("a required check left unrun behind a failed optional one fails the verdict", async () => {
    const checkout = await checkoutOf();
    const plan = [
      NODE_TEST,
      planned({ name: "maybe", command: "false", chain: "c", required: false }),
      planned({ name: "must", command: "true", chain: "c" }),
    ];
    const verdict = await judge(checkout, GOLDEN, { plan });
    expect(verdict.passed).toBe(false);
    expect(verdict.summary).toBe("Not passed: not run: must.");
  });
});

describe("commands that do not end well", () => {
  const cases: [string, string, RegExp][] = [
    ["a hanging command", "sleep 60", /Timed out after 1 seconds/u],
    ["a command that is killed", "kill -9 $$", /ended by a signal/u],
  ];
  test.each(cases)("%s is a failure, honestly told", async (_name, command, sentence) => {
    const checkout = await checkoutOf();
    const verdict = await judge(checkout, GOLDEN, {
      plan: [planned({ name: "it", command })],
      timeoutMs: 1000,
    });
    expect(verdict.passed).toBe(false);
    expect(result(verdict, "it")).toMatchObject({ status: "fail", exitCode: null });
    expect(result(verdict, "it").evidence).toMatch(sentence);
  });

  test("a command that could not be started is a failure", async () => {
    const checkout = await checkoutOf();
    const plan = [planned({ name: "it", command: "true", shell: "no-such-shell" })];
    expect(result(await judge(checkout, GOLDEN, { plan }), "it").evidence).toContain("could not be started");
  });

  test("stopping the run ends without a verdict and leaves no tree behind", async () => {
    const checkout = await checkoutOf();
    const stop = new AbortController();
    const plan = [
      planned({ name: "first", command: "true" }),
      planned({ name: "hang", command: "sleep 60" }),
    ];
    const verdict = judge(checkout, GOLDEN, {
      plan,
      signal: stop.signal,
      onCheck: ({ name }) => void (name === "first" && setTimeout(() => stop.abort(), 50)),
    });
    await expect(verdict).rejects.toMatchObject({ code: "CANCELLED" });
  });

  test("a set-up that the change broke fails the verdict; a full disk is nobody's verdict", async () => {
    const checkout = await checkoutOf();
    const failing = (code: "SETUP_FAILED" | "DISK_FULL") => ({
      ...checkout,
      freshTree: async () =>
        Promise.reject(new AvatarError(code, { message: "npm ci failed.", advice: "a" })),
    });
    const broken = await judge(checkout, GOLDEN, { plan: [NODE_TEST], checkout: failing("SETUP_FAILED") });
    expect(broken.passed).toBe(false);
    expect(result(broken, "set-up").evidence).toContain("npm ci failed.");
    expect(result(broken, "unit tests").skipReason).toBe("set-up failed");
    const full = judge(checkout, GOLDEN, { plan: [NODE_TEST], checkout: failing("DISK_FULL") });
    await expect(full).rejects.toMatchObject({ code: "DISK_FULL" });
  });
});

describe("contracts of the other kinds of task", () => {
  test("an investigation passes without a change and does not run the plan", async () => {
    const checkout = await checkoutOf();
    const verdict = await judge(checkout, {}, { plan: [NODE_TEST], taskKind: "investigate" });
    expect(verdict.passed).toBe(true);
    expect(result(verdict, "unit tests").status).toBe("skip");
  });

  test("an investigation that changed a file does not pass", async () => {
    const checkout = await checkoutOf();
    const verdict = await judge(checkout, GOLDEN, { plan: [], taskKind: "investigate" });
    expect(verdict.passed).toBe(false);
    expect(result(verdict, "nothing changed").evidence).toContain("src/add.js");
  });

  test("a test-only task may change tests and nothing else", async () => {
    const checkout = await checkoutOf({ ...BASE, ...GOLDEN });
    const more = { "test/more.test.js": BASE["test/add.test.js"] ?? null };
    const fine = await judge(checkout, more, { plan: [NODE_TEST], taskKind: "test_only" });
    expect(fine.passed).toBe(true);
    const also = { ...more, "src/other.js": "export {};\n" };
    const beyond = await judge(checkout, also, { plan: [NODE_TEST], taskKind: "test_only" });
    expect(beyond.passed).toBe(false);
    expect(result(beyond, "only tests changed").evidence).toContain("src/other.js");
  });
});

describe("what a verdict is bound to", () => {
  test("the proof names base, tree and plan, and says what was not examined", async () => {
    const checkout = await checkoutOf();
    const { treeSha } = await checkout.change(GOLDEN);
    const { proof } = await judge(checkout, GOLDEN, { plan: [NODE_TEST] });
    expect(proof).toMatchObject({ baseSha: checkout.baseSha, treeSha, planDigest: planDigest([NODE_TEST]) });
    expect(proof.existingTests.answer).toBe("yes");
  });

  test("what a check leaves behind cannot reach the next judgement", async () => {
    const checkout = await checkoutOf();
    const plan = [planned({ name: "clean", command: "test ! -e left && touch left" })];
    expect((await judge(checkout, GOLDEN, { plan })).passed).toBe(true);
    expect((await judge(checkout, GOLDEN, { plan })).passed).toBe(true);
  });

  test("the same change and plan give the same verdict, times aside", async () => {
    const checkout = await checkoutOf();
    const plan = [planned({ command: "echo out; echo err >&2; exit 2" }), NODE_TEST];
    const withoutTimes = (verdict: Verdict) =>
      verdict.checks.map(({ name, status, exitCode, skipReason }) => ({
        name,
        status,
        exitCode,
        skipReason,
      }));
    const first = await judge(checkout, WRONG, { plan });
    const second = await judge(checkout, WRONG, { plan });
    expect(withoutTimes(second)).toEqual(withoutTimes(first));
    expect(second.proof).toEqual(first.proof);
  });

  test("results are told one by one, in the order of the plan, before the next check starts", async () => {
    const checkout = await checkoutOf();
    const told: string[] = [];
    const plan = [planned({ name: "a", command: "true" }), planned({ name: "b", command: "true" })];
    const verdict = await judge(checkout, GOLDEN, {
      plan,
      onCheck: async ({ name }) => {
        await new Promise((resolve) => setTimeout(resolve, 5));
        told.push(name);
      },
    });
    expect(told).toEqual(verdict.checks.map(({ name }) => name));
    expect(told.slice(-3)).toEqual(["a", "b", "necessity"]);
  });
});
