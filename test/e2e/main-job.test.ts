import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, expect, test } from "@jest/globals";
import { readJournal } from "../../src/journal/read-journal.ts";
import { replay } from "../../src/journal/replay.ts";
import { parsePrBody } from "../../src/publish/parse-pr-body.ts";
import type { JobReport } from "../../src/run/job-report.ts";
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
  const report = await stage.command("/avatar fix this");
  expect(report.result).toMatchObject({ outcome: "success", reason: null, verdict: { passed: true } });
  expectPullRequest(stage, report);
  expectChecks(stage, report);
  expectComments(stage, report);
  await expectRecord(stage, report);
});

/** One pull request, whose head is the commit of the tree that was judged. */
function expectPullRequest({ forge, issue }: AppStage, report: JobReport): void {
  const pulls = forge.pulls(REPOSITORY);
  expect(pulls).toHaveLength(1);
  const [{ pull, body }] = pulls as [(typeof pulls)[0]];
  expect(pull.head).toMatch(new RegExp(`^avatar/issue-${issue}-`));
  expect(forge.branches(REPOSITORY)[pull.head]).toBe(report.result?.headSha);
  expect(report.pullRequest?.headSha).toBe(report.result?.headSha);
  expect(body).toContain(`Fixes #${issue}`);
  expect(body).toMatch(/recorded model/i);
  const { proof } = report.result?.verdict ?? {};
  const parsed = {
    runId: report.job.runId,
    issue,
    recordedModel: true,
    journalUrl: report.journal?.url,
    proof,
  };
  expect(parsePrBody(body ?? "")).toMatchObject(parsed);
}

/** One completed check run for each CheckResult, and the verdict's. */
function expectChecks({ forge }: AppStage, report: JobReport): void {
  const runs = forge.checkRuns(REPOSITORY, report.result?.headSha ?? "");
  const checks = report.result?.verdict?.checks.map((check) => `avatar / ${check.name}`) ?? [];
  expect(checks.length).toBeGreaterThan(1);
  expect(runs.map((run) => run.name).sort()).toEqual([...checks, "avatar / verdict"].sort());
  expect(runs.map((run) => run.status)).toEqual(runs.map(() => "completed"));
  expect(runs.map((run) => run.conclusion)).toEqual(runs.map(() => "success"));
}

/** One status comment on the issue, the ledger on the pull request, and the reactions. */
function expectComments({ forge, issue }: AppStage, report: JobReport): void {
  const asked = forge.issue(REPOSITORY, issue).comments;
  const own = asked.filter(({ user }) => user.type === "Bot");
  expect(own).toHaveLength(1);
  expect(own[0]?.body).toContain("**Verified.**");
  expect(own[0]?.body).toContain(report.pullRequest?.url);
  const command = asked.find(({ body }) => body.startsWith("/avatar"));
  expect(command?.reactions.map(({ content }) => content)).toEqual(["eyes", "rocket"]);
  const [ledger] = forge.issue(REPOSITORY, report.pullRequest?.number ?? 0).comments;
  expect(ledger?.body).toContain("Ledger of run");
  expect(ledger?.body).toContain("str&#95;replace");
}

/** The published journal is the run's own, byte for byte, and gives the final state back. */
async function expectRecord({ forge }: AppStage, report: JobReport): Promise<void> {
  const path = join(report.outDir, "journal.jsonl");
  const published = await forge.file(REPOSITORY, "avatar/journal", report.journal?.path ?? "");
  expect(published).toBe(await readFile(path, "utf8"));
  const lines = await readJournal(path);
  const types = lines.map(({ type }) => type);
  expect(types.indexOf("baseline.checked")).toBe(types.indexOf("plan.frozen") - 1);
  const state = replay(lines);
  expect(state).toMatchObject({ outcome: "success", taskId: report.job.runId, phase: "verifying" });
  expect(state.finalAnswer).toBe(report.result?.finalAnswer);
}

test.each(FIXTURES)("%s: a wrong change is rejected and nothing is pushed", async (name) => {
  stage = await startAppStage(await readFixture(name, "wrong"));
  const { forge, issue } = stage;
  const report = await stage.command("/avatar fix this");

  expect(report.result).toMatchObject({ outcome: "failed", headSha: null, verdict: { passed: false } });
  expect(report.pullRequest).toBeNull();
  expect(forge.pulls(REPOSITORY)).toEqual([]);
  expect(Object.keys(forge.branches(REPOSITORY))).toEqual(["main"]);
  expect(forge.checkRuns(REPOSITORY)).toEqual([]);

  const { comments } = forge.issue(REPOSITORY, issue);
  const [comment, ...more] = comments.filter(({ user }) => user.type === "Bot");
  expect(more).toEqual([]);
  expect(comment?.body).toContain("**Not verified.**");
  expect(comment?.body).toContain("**failed**");
  expect(await readFile(join(report.outDir, "change.patch"), "utf8")).toContain("diff --git");
  const command = comments.find(({ body }) => body.startsWith("/avatar"));
  expect(command?.reactions.map(({ content }) => content)).toEqual(["eyes", "confused"]);
});
