import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { DemoDocument, JournalCheckDocument, ReplayDocument } from "../../src/cli/documents.ts";
import { type CommandLine, documentOf, openCommandLine } from "./command-line.ts";

let line: CommandLine;

beforeAll(async () => {
  line = await openCommandLine();
});

afterAll(async () => line.close());

test("demo --once plays the whole main job, and its journal tells the same as its document", async () => {
  const ended = await line.run(["demo", "--once", "--json"]);
  const demo = documentOf(ended, DemoDocument);
  expect(demo).toMatchObject({
    outcome: "success",
    reason: null,
    verdict: { passed: true },
    recordedModel: true,
    issue: { number: expect.any(Number), url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:/) },
    pullRequest: { headSha: demo.headSha, branch: expect.stringMatching(/^avatar\/issue-1-/) },
    ledger: { url: expect.stringContaining(demo.pullRequest?.url ?? "no pull request") },
    journal: { url: expect.stringContaining(demo.runId) },
  });
  const checks = demo.verdict?.checks ?? [];
  expect(checks.map(({ name }) => name)).toEqual(expect.arrayContaining(["test", "lint", "diff present"]));
  expect(new Set(demo.checkRuns.map(({ name }) => name))).toEqual(
    new Set([...checks.map(({ name }) => `avatar / ${name}`), "avatar / verdict"]),
  );
  expect(demo.checkRuns).toHaveLength(checks.length + 1);
  expect(demo.checkRuns.filter(({ conclusion }) => conclusion !== "success")).toEqual([]);
  expect(ended.code).toBe(0);
  // People are told that no real model answered.
  expect(ended.stderr).toMatch(/recorded model/i);

  const journal = demo.journal.path;
  const chain = await line.run(["journal", "verify", journal, "--json"]);
  const lines = (await readFile(journal, "utf8")).trimEnd().split("\n").length;
  expect(documentOf(chain, JournalCheckDocument)).toMatchObject({ ok: true, lines });
  const replayed = await line.run(["journal", "replay", journal, "--json"]);
  const { proof: _, ...verdict } = demo.verdict ?? { proof: null };
  const state = documentOf(replayed, ReplayDocument);
  expect(state).toMatchObject({
    taskId: demo.runId,
    outcome: demo.outcome,
    taskKind: demo.taskKind,
    promptTokens: demo.usage.promptTokens,
    completionTokens: demo.usage.completionTokens,
  });
  expect(state.verifierResults.at(-1)).toEqual(verdict);
  // Forge, database and checkouts were the demo's own; the artefacts stay.
  expect(await readdir(join(demo.artefacts, "..", ".."))).toEqual(["runs"]);
});

test.each([
  ["--repo", /no folder .*none/],
  ["--issue", /none cannot be read/],
  ["--script", /none cannot be used/],
])("a demo whose %s is missing is refused and leaves nothing behind", async (option, says) => {
  const before = await readdir(line.temporary);
  const { code, stdout, stderr } = await line.run(["demo", "--once", "--json", option, "none"]);
  expect(stderr).toMatch(says);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(await readdir(line.temporary)).toEqual(before);
});
