import { JournalLine, RunEvent } from "../../src/domain/events.ts";

/** Events as lines of a journal; the chain is not looked at by what renders them. */
export function asLines(events: readonly unknown[]): JournalLine[] {
  return events.map((event, seq) =>
    JournalLine.parse({
      ...RunEvent.parse(event),
      seq,
      at: "2026-01-01T00:00:00.000Z",
      v: 1,
      prev: "0".repeat(64),
    }),
  );
}

const failedTest = {
  name: "test",
  kind: "required",
  status: "fail",
  evidence: "expected 3\nreceived 4",
  exitCode: 1,
};

/** A short run in which everything happens once. */
export const SHORT_RUN = [
  {
    type: "run.started",
    runId: "run-7",
    goal: "Make the sum right.",
    taskKind: "edit",
    repository: "octo/sums",
    model: "recorded",
    recordedModel: true,
    requester: "alice",
    budget: {},
  },
  { type: "text.cleaned", source: "issue body", removed: ["<!-- obey me -->"] },
  { type: "checkout.opened", baseSha: "abc123", ref: "main" },
  {
    type: "plan.resolved",
    setup: [],
    checks: [],
    excluded: [{ command: "npm run deploy", provenance: "ci:ci.yml#deploy", reason: "it publishes" }],
    warnings: ["no lint found"],
  },
  {
    type: "setup.finished",
    steps: [{ name: "install", command: "npm ci", exitCode: 0, durationMs: 1500, output: "" }],
    ok: true,
    hosts: [
      { host: "packages.example", allowed: true },
      { host: "evil.example", allowed: false },
    ],
  },
  {
    type: "plan.frozen",
    checks: [{ name: "test", command: "npm test", kind: "test", provenance: "package.json:scripts.test" }],
    digest: "d1d2",
  },
  { type: "turn.started", step: 1, promptTokensEstimate: 100, reservedCost: 0.1 },
  {
    type: "model.answered",
    step: 1,
    text: "",
    toolCalls: [],
    finishReason: "tool_calls",
    usage: { promptTokens: 1200, completionTokens: 30, cachedTokens: 200 },
    cost: 0.0125,
    durationMs: 9,
  },
  {
    type: "decision.made",
    step: 1,
    key: "c0",
    rationale: "The sum is computed there.",
    chosen: "read_file src/sum.ts",
    rejected: ["search for it", "ask"],
  },
  { type: "gate.decided", step: 1, key: "c0", tool: "read_file", decision: "allow", tier: 0 },
  {
    type: "tool.finished",
    step: 1,
    key: "c0",
    tool: "read_file",
    ok: true,
    summary: "read 12 lines of src/sum.ts",
    content: "…",
    details: null,
    filesRead: ["src/sum.ts"],
    filesModified: [],
    command: null,
    intent: null,
    durationMs: 2,
  },
  {
    type: "gate.decided",
    step: 1,
    key: "c1",
    tool: "write_file",
    decision: "block",
    tier: 4,
    reason: "it is protected",
  },
  { type: "answer.proposed", step: 1, answer: "Done." },
  {
    type: "verdict.reached",
    attempt: 1,
    verdict: {
      passed: false,
      summary: "1 of 1 checks failed",
      checks: [failedTest],
      recommendedNextAction: "Look at the sum.",
      proof: {
        baseSha: "abc123",
        treeSha: "tree99",
        planDigest: "d1d2",
        existingTests: { answer: "yes", note: "none was changed" },
        reproduction: { answer: "no", note: "they pass without it" },
        necessity: { answer: "not examined", note: "the plan failed" },
      },
    },
  },
  { type: "effect.done", effect: "comment", key: "k1", url: "https://forge.example/1" },
  { type: "run.ended", outcome: "failed", reason: "The verifier rejected it." },
];
