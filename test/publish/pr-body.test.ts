import { describe, expect, test } from "@jest/globals";
import * as fc from "fast-check";
import { parsePrBody } from "../../src/publish/parse-pr-body.ts";
import type { PullRequestBody } from "../../src/publish/pull-request-body.ts";
import { renderPrBody } from "../../src/publish/render-pr-body.ts";
import { pullRequestBody } from "../support/published-run.ts";
import { hostileText } from "../support/hostile-text.ts";

const hex = (length: number) =>
  fc.string({ unit: fc.constantFrom("0", "7", "a", "f"), minLength: length, maxLength: length });
const count = fc.nat(100_000);
const answer = fc.record({
  answer: fc.constantFrom("yes" as const, "no" as const, "not examined" as const),
  note: hostileText(3),
});
const anyBody: fc.Arbitrary<PullRequestBody> = fc.record({
  runId: fc.oneof(
    fc.uuid(),
    fc.string({ unit: "grapheme", minLength: 1 }).filter((text) => text.isWellFormed()),
  ),
  issue: fc.option(fc.integer({ min: 1, max: 1_000_000 })),
  repositoryUrl: fc.option(fc.constant("https://github.example/o/r")),
  asked: hostileText(),
  answer: hostileText(),
  files: fc.array(
    fc.record({
      path: hostileText(2),
      status: fc.constantFrom("added", "type changed"),
      addedLines: count,
      removedLines: count,
    }),
    { maxLength: 4 },
  ),
  checks: fc.array(
    fc.record({
      name: hostileText(2),
      kind: fc.constantFrom("required" as const, "optional" as const),
      status: fc.constantFrom("pass" as const, "fail" as const, "skip" as const),
      skipReason: fc.option(hostileText(2)),
      flaky: fc.boolean(),
      tests: fc.option(fc.record({ passed: count, failed: count, skipped: count })),
      durationMs: fc.option(fc.nat(10_000_000)),
    }),
    { maxLength: 4 },
  ),
  plan: fc.array(
    fc.record(
      {
        name: hostileText(2),
        command: hostileText(3),
        provenance: hostileText(2),
        line: fc.integer({ min: 1, max: 100_000 }),
      },
      { requiredKeys: ["name", "command", "provenance"] },
    ),
    { maxLength: 4 },
  ),
  notRun: fc.array(fc.record({ command: hostileText(2), reason: hostileText(2) }), { maxLength: 3 }),
  proof: fc.record({
    baseSha: hex(40),
    treeSha: hex(40),
    planDigest: hex(64),
    existingTests: answer,
    reproduction: answer,
    necessity: answer,
  }),
  model: hostileText(2),
  recordedModel: fc.boolean(),
  cost: fc.nat(1_000_000).map((n) => n / 10_000),
  tokens: fc.record({ read: count, written: count }),
  journalUrl: fc.option(fc.constant("https://github.example/o/r/blob/0f/run/journal.jsonl")),
});

describe("the body of a pull request", () => {
  test("parses back to what it was rendered from", () => {
    fc.assert(
      fc.property(anyBody, (body) => {
        expect(parsePrBody(renderPrBody(body))).toEqual(body);
      }),
      { numRuns: 300 },
    );
  });

  test("parses back after GitHub's editor has changed the line ends", () => {
    const body = pullRequestBody();
    expect(parsePrBody(renderPrBody(body).replaceAll("\n", "\r\n"))).toEqual(body);
  });

  test("closes its own issue and no other, mentions nobody, and runs no command", () => {
    fc.assert(
      fc.property(anyBody, (body) => {
        const text = renderPrBody(body);
        expect(text.match(/#\d+(?!\d*;)/gu) ?? []).toEqual(body.issue === null ? [] : [`#${body.issue}`]);
        expect(text).not.toMatch(/@|^\s*\/|<(?!\/?(?:code|br|!--)|!-- avatar:pull-request)/mu);
      }),
    );
  });

  test("a body of any size fits GitHub's limit and keeps the sentence of the proof", () => {
    const many = Array.from({ length: 4000 }, (_, i) => ({
      path: `src/@@@@@@@@@@/${i}.js`,
      status: "added",
      addedLines: 1,
      removedLines: 1,
    }));
    const plan = Array.from({ length: 900 }, (_, i) => ({
      name: `c${i}`,
      command: "@".repeat(300),
      provenance: "x",
    }));
    for (const body of [
      pullRequestBody({ files: many }),
      pullRequestBody({ files: many, plan, asked: "@".repeat(4000) }),
    ]) {
      const text = renderPrBody(body);
      expect(text.length).toBeLessThan(65_536);
      expect(text).toContain("required checks passed** in a fresh copy of tree");
    }
  });

  test("shows in the proof how many tests ran, and which check is flaky", () => {
    const body = pullRequestBody();
    const [first, ...others] = body.checks;
    const text = renderPrBody({ ...body, checks: [{ ...first!, flaky: true }, ...others] });
    expect(text).toContain("| unit tests | passed (flaky) | 12 passed, 1 skipped | 1.234 s |");
    expect(text).toContain("| diff present | passed | – | – |");
  });

  test("looks that found nothing share a row, and each is read back by its own name", () => {
    const [first] = pullRequestBody().checks;
    const quiet = ["diff present", "no secrets", "file, sizes"].map((name) => ({
      ...first!,
      name,
      kind: "required" as const,
      status: "pass" as const,
      tests: null,
      durationMs: null,
      skipReason: null,
      flaky: false,
    }));
    const body = pullRequestBody({
      checks: [first!, ...quiet, { ...quiet[0]!, status: "fail", name: "links" }],
    });
    const text = renderPrBody(body);
    expect(text).toContain("| diff present,<!-- --> no secrets,<!-- --> file, sizes | passed | – | – |");
    expect(text).toContain("| links | **failed** | – | – |");
    expect(parsePrBody(text)?.checks).toEqual(body.checks);
  });

  test("says plainly that a script answered in the place of a model, and only then", () => {
    expect(renderPrBody(pullRequestBody({ recordedModel: true }))).toContain("Recorded model:");
    expect(renderPrBody(pullRequestBody({ recordedModel: false }))).not.toMatch(/recorded model/iu);
  });

  test("links a check to the file it comes from, as it was on the base", () => {
    const text = renderPrBody(pullRequestBody());
    expect(text).toContain(`](https://github.example/o/r/blob/${"b".repeat(40)}/.github/workflows/ci.yml)`);
    expect(renderPrBody(pullRequestBody({ repositoryUrl: null }))).not.toContain("/blob/");
  });

  test.each(["", "Fixes #1", "<!-- avatar:pull-request run=x -->\n\nedited away"])(
    "%j is not read as a body",
    (text) => {
      expect(parsePrBody(text)).toBeNull();
    },
  );
});
