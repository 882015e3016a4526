import { CheckResult, type Verdict } from "../../src/domain/verdict.ts";
import type { PullRequestBody } from "../../src/publish/pull-request-body.ts";

const unasked = { answer: "not examined" as const, note: "Not asked." };

/** A verdict that passed, with one planned check and one guard. */
export function passedVerdict(changes: Partial<Verdict> = {}): Verdict {
  return {
    passed: true,
    summary: "Passed: all 2 required checks.",
    checks: [checkResult({ name: "diff present", command: undefined }), checkResult({})],
    recommendedNextAction: null,
    proof: {
      baseSha: "b".repeat(40),
      treeSha: "a".repeat(40),
      planDigest: "d".repeat(64),
      existingTests: unasked,
      reproduction: unasked,
      necessity: unasked,
    },
    ...changes,
  };
}

export function checkResult(changes: {
  [Key in keyof CheckResult]?: CheckResult[Key] | undefined;
}): CheckResult {
  return CheckResult.parse({
    name: "unit tests",
    kind: "required",
    status: "pass",
    evidence: "Exit code 0.\nok 1",
    command: "npm test",
    provenance: "ci:.github/workflows/ci.yml#test/2",
    exitCode: 0,
    durationMs: 1234,
    ...changes,
  });
}

function row(check: Partial<PullRequestBody["checks"][number]>): PullRequestBody["checks"][number] {
  const plain = { kind: "required", status: "pass", skipReason: null, flaky: false, tests: null } as const;
  return { name: "check", durationMs: null, ...plain, ...check };
}

export function pullRequestBody(changes: Partial<PullRequestBody> = {}): PullRequestBody {
  return {
    runId: "run-1",
    issue: 12,
    repositoryUrl: "https://github.example/o/r",
    asked: "add() subtracts\n\nIt should add.",
    answer: "add() now adds.",
    files: [{ path: "src/add.js", status: "modified", addedLines: 1, removedLines: 1 }],
    checks: [
      row({ name: "unit tests", tests: { passed: 12, failed: 0, skipped: 1 }, durationMs: 1234 }),
      row({ name: "diff present" }),
    ],
    plan: [{ name: "unit tests", command: "npm test", provenance: "ci:.github/workflows/ci.yml#test/2" }],
    notRun: [{ command: "npm run e2e", reason: "needs a secret" }],
    proof: passedVerdict().proof,
    model: "example-model",
    recordedModel: true,
    cost: 0.1234,
    tokens: { read: 1000, written: 200 },
    journalUrl: null,
    ...changes,
  };
}
