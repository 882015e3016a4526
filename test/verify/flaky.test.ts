import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import type { BaselineCheck } from "../../src/domain/baseline.ts";
import { PlannedCheck } from "../../src/domain/plan.ts";
import { ProofGates } from "../../src/domain/proof-gates.ts";
import type { CheckResult, Verdict } from "../../src/domain/verdict.ts";
import { runBaseline } from "../../src/verify/run-baseline.ts";
import { verify } from "../../src/verify/verify.ts";
import { type Files, localCheckout, type LocalCheckout } from "../support/local-checkout.ts";

const BASE: Files = { "a.txt": "one\n" };
const CHANGE: Files = { "a.txt": "two\n" };

let outside = "";
let checkout: LocalCheckout;
beforeEach(async () => {
  outside = await mkdtemp(join(tmpdir(), "avatar-flaky-"));
  checkout = await localCheckout(BASE);
});
afterEach(async () => {
  expect(checkout.open()).toBe(0);
  await checkout.remove();
  await rm(outside, { recursive: true, force: true });
});

function planned(check: Partial<PlannedCheck> & { command: string }): PlannedCheck {
  return PlannedCheck.parse({ name: check.command, kind: "test", provenance: "ci:ci.yml#t/0", ...check });
}

/** A command that counts its runs outside of any tree and fails in those named. */
function failsInRuns(name: string, ...runs: number[]): string {
  const file = join(outside, name);
  return `echo x >> ${file}; n=$(wc -l < ${file}); case " ${runs.join(" ")} " in *" $n "*) exit 3;; esac`;
}

async function runsOf(name: string): Promise<number> {
  return (await readFile(join(outside, name), "utf8").catch(() => "")).length / 2;
}

const limits = { timeoutMs: 60_000, signal: new AbortController().signal };

async function judge(
  plan: readonly PlannedCheck[],
  gates: object = {},
  baseline: readonly BaselineCheck[] = [],
): Promise<Verdict> {
  const candidate = await checkout.change(CHANGE);
  const common = { candidate, checkout, taskKind: "edit", baseline, ...limits } as const;
  return verify({ ...common, plan, gates: ProofGates.parse(gates) });
}

async function baselineOf(plan: readonly PlannedCheck[]) {
  const asBase = { ...checkout, candidateFromPatch: async () => checkout.change({}) };
  return runBaseline({ plan, checkout: asBase, ...limits });
}

function result(verdict: Verdict, name: string): CheckResult | undefined {
  return verdict.checks.find((check) => check.name === name);
}

describe("a check that fails is repeated once in a new tree", () => {
  test("one that passes the second time is flaky, and fails the verdict unless the repository says otherwise", async () => {
    const plan = [planned({ name: "shaky", command: failsInRuns("shaky", 1) })];
    const verdict = await judge(plan);
    expect(verdict.passed).toBe(false);
    expect(result(verdict, "shaky")).toMatchObject({ status: "fail", flaky: true, exitCode: 3 });
    expect(result(verdict, "shaky")?.evidence).toMatch(/^Flaky: it failed, and passed when it was repeated/u);
    expect(await runsOf("shaky")).toBe(2);
  });

  test("verify.flaky: pass lets it through, still shown as flaky, and its chain goes on", async () => {
    const plan = [
      planned({ name: "shaky", command: failsInRuns("shaky", 1), chain: "c" }),
      planned({ name: "behind", command: "true", chain: "c" }),
    ];
    const verdict = await judge(plan, { flaky: "pass" });
    expect(verdict.passed).toBe(true);
    expect(result(verdict, "shaky")).toMatchObject({ status: "pass", flaky: true, exitCode: 0 });
    expect(result(verdict, "shaky")?.evidence).toContain("counts as passed (verify.flaky)");
    expect(result(verdict, "behind")?.status).toBe("pass");
  });

  test("one that fails twice has failed, under either setting", async () => {
    for (const flaky of ["fail", "pass"]) {
      const verdict = await judge([planned({ name: "red", command: failsInRuns(flaky, 1, 2) })], { flaky });
      expect(verdict.passed).toBe(false);
      expect(result(verdict, "red")).toMatchObject({ status: "fail" });
      expect(result(verdict, "red")?.flaky).toBeUndefined();
      expect(result(verdict, "red")?.evidence).toContain("Repeated in a new tree, it failed again.");
    }
  });

  test("it does not see what the first run left behind, and what prepares it runs again", async () => {
    const plan = [
      planned({ name: "build", kind: "lint", command: "touch built", chain: "c" }),
      planned({
        name: "needs it",
        command: "test -e built && test ! -e trace || exit 4; touch trace; exit 3",
        chain: "c",
      }),
    ];
    const verdict = await judge(plan);
    expect(result(verdict, "needs it")).toMatchObject({ status: "fail", exitCode: 3 });
    const green = planned({
      name: "needs it",
      command: `test -e built || exit 4; ${failsInRuns("n", 1)}`,
      chain: "c",
    });
    const again = await judge([plan[0]!, green], { flaky: "pass" });
    expect(again.passed).toBe(true);
  });

  test("what passes runs once, and what comes after a lasting failure is not repeated", async () => {
    const plan = [
      planned({ name: "green", command: failsInRuns("green") }),
      planned({ name: "red", command: failsInRuns("red", 1, 2) }),
      planned({ name: "also red", command: failsInRuns("also", 1, 2) }),
    ];
    const verdict = await judge(plan);
    expect(verdict.summary).toBe("Not passed: failed: red, also red.");
    expect([await runsOf("green"), await runsOf("red"), await runsOf("also")]).toEqual([1, 2, 1]);
  });
});

describe("on the base", () => {
  test("a check that passes when it is repeated is flaky there, and no change can turn it green", async () => {
    const plan = [planned({ name: "shaky", command: failsInRuns("shaky", 1) })];
    const baseline = await baselineOf(plan);
    expect(baseline).toMatchObject([{ name: "shaky", status: "pass", flaky: true }]);
    const verdict = await judge(plan, {}, baseline);
    expect(verdict.passed).toBe(true);
    expect(result(verdict, "shaky")?.evidence).not.toContain("Failed on the base");
  });

  test("one that then fails for good with the change says that it was flaky before", async () => {
    const plan = [planned({ name: "shaky", command: failsInRuns("shaky", 1, 3, 4) })];
    const baseline = await baselineOf(plan);
    const verdict = await judge(plan, {}, baseline);
    expect(verdict.passed).toBe(false);
    expect(result(verdict, "shaky")?.evidence).toMatch(/^Flaky on the base too/u);
  });

  test("a check that fails twice there is red there, and is not repeated with the change", async () => {
    const plan = [
      planned({ name: "red", command: failsInRuns("red", 1, 2, 3, 4) }),
      planned({ command: "true" }),
    ];
    const baseline = await baselineOf(plan);
    expect(baseline).toMatchObject([{ name: "red", status: "fail" }, { status: "pass" }]);
    const verdict = await judge(plan, {}, baseline);
    expect(verdict.passed).toBe(true);
    expect(await runsOf("red")).toBe(3);
  });
});
