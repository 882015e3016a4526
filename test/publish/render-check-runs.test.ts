import { describe, expect, test } from "@jest/globals";
import { renderCheckRuns } from "../../src/publish/render-check-runs.ts";
import type { CheckResult, Verdict } from "../../src/domain/verdict.ts";
import { checkResult, passedVerdict } from "../support/published-run.ts";

function render(checks: CheckResult[], changes: Partial<Verdict> = {}) {
  return renderCheckRuns({
    runId: "run-1",
    headSha: "c".repeat(40),
    verdict: passedVerdict({ checks, ...changes }),
    completedAt: new Date("2026-01-02T03:04:05.000Z"),
    repositoryUrl: "https://github.example/o/r",
    detailsUrl: null,
  });
}

function conclusions(checks: CheckResult[], passed = true): string[] {
  return render(checks, { passed }).map((run) => run.conclusion);
}

describe("check runs", () => {
  test("one for each result and one for the verdict, found again by their external id", () => {
    const runs = render([checkResult({ name: "lint" }), checkResult({})]);
    expect(runs.map((run) => run.name)).toEqual(["avatar / lint", "avatar / unit tests", "avatar / verdict"]);
    expect(runs.map((run) => run.externalId)).toEqual(["run-1:lint", "run-1:unit tests", "run-1:verdict"]);
  });

  test("only a check that ran and passed is green", () => {
    const skip = { status: "skip", skipReason: "set-up failed" } as const;
    expect(
      conclusions(
        [
          checkResult({}),
          checkResult({ status: "fail" }),
          checkResult({ status: "fail", kind: "optional" }),
          checkResult(skip),
          checkResult({ ...skip, kind: "optional" }),
        ],
        false,
      ),
    ).toEqual(["success", "failure", "neutral", "neutral", "skipped", "failure"]);
  });

  test("two results of one name get two names", () => {
    const runs = render([checkResult({}), checkResult({}), checkResult({ name: "verdict" })]);
    expect(new Set(runs.map((run) => run.name)).size).toBe(4);
  });

  test("a long output keeps head and tail within GitHub's limit, whatever it is made of", () => {
    for (const char of ["x", "<", "\u200B"]) {
      const evidence = `first line\n${char.repeat(400_000)}\nlast line`;
      const [run] = render([checkResult({ evidence })]);
      expect(run!.text.length).toBeLessThanOrEqual(65_535);
      expect(run!.text).toContain("first line");
      expect(run!.text).toContain("last line");
    }
  });

  test("buttons keep GitHub's lengths; Fix this is for failures only", () => {
    const [passed, failed] = render([checkResult({}), checkResult({ status: "fail" })]);
    expect(passed!.actions.map((action) => action.label)).toEqual(["Re-verify"]);
    expect(failed!.actions.map((action) => action.label)).toEqual(["Re-verify", "Fix this"]);
    for (const action of failed!.actions) {
      expect(action.label.length).toBeLessThanOrEqual(20);
      expect(action.identifier.length).toBeLessThanOrEqual(20);
      expect(action.description.length).toBeLessThanOrEqual(40);
    }
  });

  test("the time a check took is the time its run shows", () => {
    const [run] = render([checkResult({ durationMs: 5000 })]);
    expect(run!.completedAt.getTime() - run!.startedAt.getTime()).toBe(5000);
  });

  test("the tests that were counted stand beside the command, and so does that it is flaky", () => {
    const tests = { runner: "pytest", passed: 12, failed: 1, skipped: 2, total: 15, reports: [13] };
    const [counted, plain] = render([checkResult({ tests, flaky: true }), checkResult({})]);
    expect(counted!.summary).toContain("Tests: 12 passed, 1 failed, 2 skipped (pytest)");
    expect(counted!.summary).toContain("Flaky");
    expect(plain!.summary).not.toMatch(/Tests:|Flaky/u);
  });

  test("a command from the repository cannot put markup into the summary", () => {
    const [run] = render([checkResult({ command: "echo '</code><img src=x>' @bob" })]);
    expect(run!.summary).not.toMatch(/<img|@/u);
  });
});
