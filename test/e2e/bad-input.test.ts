import { readFileSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, expect, test } from "@jest/globals";
import { createOpenAiModel } from "../../src/model/openai-client.ts";
import type { JobReport } from "../../src/run/job-report.ts";
import {
  type AppStage,
  type AppStageOptions,
  readFixture,
  REPOSITORY,
  startAppStage,
} from "../support/app-stage.ts";

// Everything that goes wrong ends the same way: one clear message with cause and remedy on the issue, a journal
// that says so, nothing half-open and no secret anywhere.

let stage: AppStage | null = null;

afterEach(async () => {
  if (stage === null) return;
  const { forge, logs } = stage;
  const violations = [...forge.violations];
  const openChecks = forge.checkRuns(REPOSITORY).filter((run) => run.status !== "completed");
  const dump = JSON.stringify([forge.dumpState(), logs]);
  const allowed = new Set([
    "main",
    "avatar/journal",
    ...forge.pulls(REPOSITORY).map(({ pull }) => pull.head),
  ]);
  const orphans = Object.keys(forge.branches(REPOSITORY)).filter((branch) => !allowed.has(branch));
  await stage.close();
  stage = null;
  expect(violations).toEqual([]);
  expect(openChecks).toEqual([]);
  expect(orphans).toEqual([]);
  expect(dump).not.toMatch(/ghs_[A-Za-z0-9]|BEGIN [A-Z ]*PRIVATE KEY/);
});

async function open(changes: Partial<AppStageOptions> = {}): Promise<AppStage> {
  stage = await startAppStage({ ...(await readFixture("python-unittest", "golden")), ...changes });
  return stage;
}

function statusOf({ forge, issue }: AppStage): string {
  const comments = forge.issue(REPOSITORY, issue).comments.filter(({ user }) => user.type === "Bot");
  expect(comments).toHaveLength(1);
  // As a person reads it: character references are what GitHub shows them as.
  return (comments[0]?.body ?? "").replaceAll(/&#(\d+);/g, (_, code: string) =>
    String.fromCodePoint(Number(code)),
  );
}

function expectNothingPublished({ forge }: AppStage): void {
  expect(forge.pulls(REPOSITORY)).toEqual([]);
  expect(forge.checkRuns(REPOSITORY)).toEqual([]);
}

async function journalOf(report: JobReport): Promise<string> {
  const text = await readFile(join(report.outDir, "journal.jsonl"), "utf8");
  expect(text).not.toMatch(/ghs_[A-Za-z0-9]/);
  return text;
}

test("a commenter without write access gets one reaction, no comment and no run", async () => {
  const { forge, issue, nextReport, logs } = await open();
  forge.setPermission(REPOSITORY, "passer-by", "read");
  const report = nextReport();
  const { comment } = await forge.comment(REPOSITORY, issue, { body: "/avatar fix this", user: "passer-by" });
  expect((await report).result).toBeNull();
  expect(comment.reactions.map(({ content }) => content)).toEqual(["confused"]);
  expect(forge.issue(REPOSITORY, issue).comments).toHaveLength(1);
  expect(logs.map(({ message }) => message)).toContain("command refused: no write access");
});

test("an unknown command gets one helpful comment", async () => {
  const opened = await open();
  await opened.command("/avatar fixx this");
  const help = statusOf(opened);
  expect(help).toContain("`fixx`");
  expect(help).toContain("fix …");
  expect(opened.scripted.requests).toEqual([]);
});

test("an empty repository ends with its reason", async () => {
  const empty = await open({ fromDirectory: undefined as never });
  const report = await empty.command("/avatar fix this");
  expect(report.result).toMatchObject({ outcome: "blocked", trouble: "REPOSITORY_EMPTY", baseSha: null });
  expect(statusOf(empty)).toMatch(/\*\*Blocked\.\*\*[\s\S]*no commit yet/);
  expect(await journalOf(report)).toContain('"run.ended"');
});

test("a repository without any check: the model has to declare one, and saying done is not enough", async () => {
  const dir = join((await open()).dir, "bare");
  await stage?.close();
  await mkdir(dir, { recursive: true });
  await writeFile(join(dir, "notes.txt"), "Nothing here is checked.\n");
  const bare = await open({
    fromDirectory: dir,
    script: { steps: Array.from({ length: 12 }, (_, turn) => ({ say: `I am done (${turn}).` })) },
  });
  const report = await bare.command("/avatar fix this");
  expect(report.result?.outcome).not.toBe("success");
  expect(report.result?.plan?.checks).toEqual([]);
  expectNothingPublished(bare);
  expect(statusOf(bare)).toMatch(/\*\*(Not verified|Blocked|Out of budget)\.\*\*/);
});

const patient = { idleTimeoutMs: 500, requestTimeoutMs: 3_000, maxRetries: 1, retryDelayMs: 10 };
const modelAt = (baseUrl: string): ReturnType<typeof createOpenAiModel> =>
  createOpenAiModel({ baseUrl, apiKey: "sk-test-only", model: "recorded", recorded: true, ...patient });

test.each([
  ["down", "MODEL_UNREACHABLE", null, "incomplete"],
  ["silent", "MODEL_TIMEOUT", { kind: "hang" }, "incomplete"],
  ["answering garbage", "MODEL_GARBAGE", { kind: "garbage" }, "incomplete"],
  ["refusing the key", "MODEL_REFUSED", { kind: "status", status: 401, message: "Bad key" }, "blocked"],
  ["limiting", "MODEL_RATE_LIMITED", { kind: "status", status: 429, message: "Slow down" }, "incomplete"],
] as const)("a model endpoint that is %s ends the run with %s", async (_what, code, fault, outcome) => {
  const broken = await open({
    script: { steps: [{ say: "never heard", ...(fault === null ? {} : { fault }) }] },
    model: (scripted) => modelAt(fault === null ? "http://127.0.0.1:9/v1" : scripted.url),
  });
  const report = await broken.command("/avatar fix this");
  expect(report.result).toMatchObject({ outcome, trouble: code });
  expectNothingPublished(broken);
  const status = statusOf(broken);
  expect(status).toMatch(/OPENAI_|AVATAR_MODEL|again/);
  expect(status).not.toContain("sk-test-only");
  expect(await journalOf(report)).toContain(`"outcome":"${outcome}"`);
});

test("a push that the forge refuses leaves no branch, no pull request and no check run", async () => {
  const refused = await open({
    before: async (forge) => {
      const hook = join(forge.gitDir(REPOSITORY), "hooks", "pre-receive");
      await mkdir(join(hook, ".."), { recursive: true });
      await writeFile(hook, "#!/bin/sh\necho 'GH013: Repository rule violations found' >&2\nexit 1\n", {
        mode: 0o755,
      });
    },
  });
  const report = await refused.command("/avatar fix this");
  expect(report.result).toMatchObject({
    outcome: "blocked",
    trouble: "PUSH_REFUSED",
    verdict: { passed: true },
  });
  expectNothingPublished(refused);
  expect(statusOf(refused)).toContain("protected by a rule");
  expect(readFileSync(join(report.outDir, "change.patch"), "utf8")).toContain("basket/total.py");
});

test("a pull request that the forge refuses takes the pushed branch back", async () => {
  const refused = await open({
    before: (forge) =>
      forge.injectFault({
        operation: "pulls/create",
        times: 9,
        action: { kind: "respond", status: 403, body: { message: "Resource not accessible by integration" } },
      }),
  });
  const report = await refused.command("/avatar fix this");
  expect(report.result).toMatchObject({ outcome: "blocked", verdict: { passed: true } });
  expect(refused.forge.pulls(REPOSITORY)).toEqual([]);
  expect(statusOf(refused)).toMatch(/permission|accessible/i);
});

test("a folder that cannot hold the run's artefacts is told on the issue, and the worker lives on", async () => {
  const broken = await open();
  // A file where the folder of all runs should be.
  await writeFile(join(broken.dir, "data", "runs"), "");
  const report = await broken.command("/avatar fix this");
  expect(report.result).toBeNull();
  expect(statusOf(broken)).toMatch(/\*\*Failed\.\*\*/);
  expectNothingPublished(broken);
  expect(broken.logs.map(({ level }) => level)).toContain("error");
  expect((await broken.command("/avatar help")).job.verb).toBe("help");
});

test("two commands in a row are two runs on branches of their own; the default branch is untouched", async () => {
  const twice = await open();
  const { forge } = twice;
  const main = forge.branches(REPOSITORY)["main"];
  await twice.command("/avatar fix this");
  twice.scripted.restart();
  const second = await twice.command("/avatar fix this");
  expect(second.result?.outcome).toBe("success");
  const heads = forge.pulls(REPOSITORY).map(({ pull }) => pull.head);
  expect(new Set(heads).size).toBe(2);
  expect(forge.branches(REPOSITORY)["main"]).toBe(main);
});
