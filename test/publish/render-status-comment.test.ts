import { describe, expect, test } from "@jest/globals";
import * as fc from "fast-check";
import { type Ending, renderStatusComment, type RunStatus } from "../../src/publish/render-status-comment.ts";
import { checkResult } from "../support/published-run.ts";
import { hostileText } from "../support/hostile-text.ts";

type Ended = Extract<RunStatus, { stage: "ended" }>;

function ended(changes: Partial<Ended>): string {
  return renderStatusComment({
    stage: "ended",
    runId: "run-1",
    recordedModel: false,
    ending: "not verified",
    cause: null,
    remedy: null,
    answer: null,
    results: [],
    notRun: [],
    spent: null,
    links: { pullRequest: null, journal: null },
    ...changes,
  });
}

describe("the status comment", () => {
  test("shows the plan with the results so far and what is spent of the budget", () => {
    const text = renderStatusComment({
      stage: "working",
      runId: "run-1",
      recordedModel: true,
      step: "running the checks",
      plan: [
        { name: "lint", command: "npm run lint" },
        { name: "unit tests", command: "npm test" },
      ],
      results: [checkResult({ name: "lint" })],
      spent: { turns: 3, turnLimit: 60, cost: 0.12, costLimit: 2 },
    });
    expect(text).toContain("| lint | <code>npm run lint</code> | passed |");
    expect(text).toContain("| unit tests | <code>npm test</code> | to do |");
    expect(text).toContain("turn 3 of 60 · $0.12 of $2.00");
    expect(text).toContain("recorded model");
  });

  test("links commands to the lines that declare them, at the base", () => {
    const base = { repositoryUrl: "https://github.example/o/r", baseSha: "a".repeat(40) };
    const provenance = "ci:.github/workflows/ci.yml#test/Run";
    const common = { runId: "run-1", recordedModel: false, base, spent: null };
    const url = `https://github.example/o/r/blob/${base.baseSha}/.github/workflows/ci.yml#L9`;
    const working = renderStatusComment({
      ...common,
      stage: "working",
      step: "running the checks",
      plan: [
        { name: "lint", command: "npm run lint", provenance, line: 9 },
        { name: "smoke", command: "node x.js", provenance: "model-smoke" },
      ],
      results: [],
    });
    expect(working).toContain(`| lint | [<code>npm run lint</code>](${url}) | to do |`);
    expect(working).toContain("| smoke | <code>node x.js</code> | to do |");
    const last = ended({
      base,
      notRun: [{ command: "npm publish", reason: "publishes", provenance, line: 9 }],
    });
    expect(last).toContain(`| [<code>npm publish</code>](${url}) | publishes |`);
  });

  test.each<[Ending, RegExp]>([
    ["verified", /^\*\*Verified\.\*\*/u],
    ["not verified", /^\*\*Not verified\.\*\* Nothing was pushed/u],
    ["blocked", /^\*\*Blocked\.\*\*/u],
    ["out of budget", /^\*\*Out of budget\.\*\*/u],
    ["stopped", /^\*\*Stopped\.\*\*/u],
    ["failed", /^\*\*Failed\.\*\*/u],
  ])("a run that is %s says so first, then cause, remedy and what was not run", (ending, first) => {
    const text = ended({
      ending,
      cause: "The model endpoint did not answer.",
      remedy: "Check OPENAI_BASE_URL.",
      results: [checkResult({ status: "skip", skipReason: "set-up failed" })],
      notRun: [{ command: "npm run e2e", reason: "needs a secret" }],
    });
    expect(text).toMatch(first);
    expect(text).toContain("The model endpoint did not answer.");
    expect(text).toContain("Check OPENAI");
    expect(text).toContain("not run: set-up failed");
    expect(text).toContain("needs a secret");
  });

  test("no stage of it is a command to anybody, whatever the texts hold", () => {
    fc.assert(
      fc.property(hostileText(), hostileText(), (cause, answer) => {
        const text = ended({ cause, answer, remedy: cause, results: [checkResult({ name: answer })] });
        expect(text).not.toMatch(/^\s*\//mu);
        expect(text).not.toMatch(/@|#\d+(?!\d*;)|<img|<!--/u);
      }),
    );
    const queued = renderStatusComment({ stage: "queued", runId: "r", recordedModel: false });
    expect(queued).not.toContain("/avatar");
  });

  test("a comment of any size fits GitHub's limit", () => {
    const results = Array.from({ length: 500 }, (_, i) => checkResult({ name: `${"@".repeat(90)}${i}` }));
    expect(ended({ results, cause: "@".repeat(9000), answer: "<".repeat(9000) }).length).toBeLessThan(65_536);
  });
});
