import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, expect, test } from "@jest/globals";
import { readJournal } from "../../src/journal/read-journal.ts";
import { replay } from "../../src/journal/replay.ts";
import { parsePrBody } from "../../src/publish/parse-pr-body.ts";
import { type AppStage, readFixture, REPOSITORY, startAppStage } from "../support/app-stage.ts";

let stage: AppStage | null = null;

afterEach(async () => {
  const violations = stage?.forge.violations ?? [];
  await stage?.close();
  stage = null;
  expect(violations).toEqual([]);
});

const FIXTURES = ["node-registry", "python-unittest", "npm-workspace"];

test.each(FIXTURES)("%s: a golden change becomes a verified pull request", async (name) => {
  stage = await startAppStage(await readFixture(name, "golden"));
  const { forge, issue } = stage;
  const report = await stage.command("/avatar fix this");

  expect(report.result).toMatchObject({ outcome: "success", reason: null, verdict: { passed: true } });
  const [pull] = forge.pulls(REPOSITORY);
  expect(pull?.pull.head).toMatch(new RegExp(`^avatar/issue-${issue}-`));
  expect(pull?.body).toContain(`Fixes #${issue}`);
  expect(pull?.body).toContain("recorded model");
  expect(parsePrBody(pull?.body ?? "")).toMatchObject({
    runId: report.job.runId,
    issue,
    recordedModel: true,
  });

  // The pushed tree is the judged tree.
  const head = forge.branches(REPOSITORY)[pull?.pull.head ?? ""];
  expect(head).toBe(report.result?.headSha);
  expect(report.pullRequest?.headSha).toBe(head);

  const names = forge.checkRuns(REPOSITORY, head).map((run) => run.name);
  const expected = report.result?.verdict?.checks.map((check) => `avatar / ${check.name}`) ?? [];
  expect(names.sort()).toEqual([...expected, "avatar / verdict"].sort());
  expect(forge.checkRuns(REPOSITORY, head).every((run) => run.status === "completed")).toBe(true);

  const ledger = forge.issue(REPOSITORY, pull?.number ?? 0).comments.map((comment) => comment.body);
  expect(ledger.join("\n")).toContain("| step |".replace("step", "Step"));

  const comments = forge.issue(REPOSITORY, issue).comments.filter((comment) => comment.user.type === "Bot");
  expect(comments).toHaveLength(1);
  expect(comments[0]?.body).toContain("**Verified.**");

  const journal = join(report.outDir, "journal.jsonl");
  const published = await forge.file(REPOSITORY, "avatar/journal", report.journal?.path ?? "");
  expect(published).toBe(await readFile(journal, "utf8"));
  expect(replay(await readJournal(journal))).toMatchObject({ outcome: "success", taskId: report.job.runId });
});

test.each(FIXTURES)("%s: a wrong change is rejected and nothing is pushed", async (name) => {
  stage = await startAppStage(await readFixture(name, "wrong"));
  const { forge, issue } = stage;
  const report = await stage.command("/avatar fix this");

  expect(report.result).toMatchObject({ outcome: "failed", headSha: null, verdict: { passed: false } });
  expect(report.pullRequest).toBeNull();
  expect(forge.pulls(REPOSITORY)).toEqual([]);
  expect(Object.keys(forge.branches(REPOSITORY))).toEqual(["main"]);
  expect(forge.checkRuns(REPOSITORY)).toEqual([]);

  const [comment, ...more] = forge
    .issue(REPOSITORY, issue)
    .comments.filter(({ user }) => user.type === "Bot");
  expect(more).toEqual([]);
  expect(comment?.body).toContain("**Not verified.**");
  expect(comment?.body).toContain("failed");
  expect(await readFile(join(report.outDir, "change.patch"), "utf8")).toContain("diff --git");
});
