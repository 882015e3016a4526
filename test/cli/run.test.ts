import { access, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { z } from "zod";
import { JournalCheckDocument, ReplayDocument, RunDocument } from "../../src/cli/documents.ts";
import { JournalLine } from "../../src/domain/events.ts";
import { RunResult } from "../../src/domain/run-result.ts";
import { loadScript } from "../../src/model/scripted/script.ts";
import { startScriptedModel } from "../../src/model/scripted/start-scripted-model.ts";
import { gitIn } from "../checkout/scratch.ts";
import {
  type CommandLine,
  documentOf,
  type Ended,
  expectRefusal,
  FIXTURES,
  openCommandLine,
} from "./command-line.ts";

const FIXTURE = join(FIXTURES, "python-unittest");
const ISSUE = ["--issue", join(FIXTURE, "issue.md")];

let line: CommandLine;
let repo: string;
let out: string;
let journal: string;
let golden: Ended;

beforeAll(async () => {
  line = await openCommandLine();
  repo = await line.repository("python-unittest");
  out = join(line.dir, "golden");
  journal = join(out, "journal.jsonl");
  golden = await line.run(runArgs("golden", out));
});

afterAll(async () => line.close());

function runArgs(script: "golden" | "wrong", to: string): string[] {
  return [
    "run",
    "--repo",
    repo,
    ...ISSUE,
    "--script",
    join(FIXTURE, `${script}.json`),
    "--out",
    to,
    "--json",
  ];
}

test("a golden run succeeds, leaves the repository alone and no checkout behind", async () => {
  const head = gitIn(repo, "rev-parse", "HEAD");
  expect(documentOf(golden, RunDocument)).toMatchObject({
    outcome: "success",
    reason: null,
    taskKind: "edit",
    baseSha: head,
    headSha: expect.stringMatching(/^[0-9a-f]{40}$/),
    verdict: { passed: true },
    recordedModel: true,
    artefacts: out,
  });
  expect(golden).toMatchObject({ code: 0, stderr: "" });
  expect(gitIn(repo, "status", "--porcelain")).toBe("");
  expect(gitIn(repo, "for-each-ref", "--format=%(refname)")).toBe("refs/heads/main");
  expect(await line.checkouts()).toEqual([]);
});

test("its artefacts are those of the contract", async () => {
  const { runId, outcome, verdict, usage, headSha } = documentOf(golden, RunDocument);
  expect((await readdir(out)).sort()).toEqual([
    "change.patch",
    "journal.jsonl",
    "ledger.md",
    "pr.md",
    "result.json",
  ]);
  const text = async (name: string): Promise<string> => readFile(join(out, name), "utf8");

  gitIn(repo, "apply", "--check", join(out, "change.patch"));
  expect(await text("change.patch")).toContain("// 100");

  const value: unknown = JSON.parse(await text("result.json"));
  const result = RunResult.parse(value);
  expect(result).toEqual(value);
  expect(result).toMatchObject({ runId, outcome, verdict, usage, headSha, phase: "verifying" });
  expect(result.goal).toContain("Half a cent is lost");
  expect(result.finalAnswer).toContain("rounds half up");
  expect(result.plan?.checks.map(({ command }) => command)).toEqual(["python -m unittest discover -v"]);

  expect(await text("pr.md")).toContain("**15 of 15 required checks passed**");
  expect(await text("ledger.md")).toContain(runId);
});

test("the journal's chain holds", async () => {
  const ended = await line.run(["journal", "verify", journal, "--json"]);
  const lines = (await readFile(journal, "utf8")).trimEnd().split("\n");
  expect(documentOf(ended, JournalCheckDocument)).toMatchObject({ ok: true, lines: lines.length });
  expect(ended.code).toBe(0);
});

test("the journal alone gives the run's final state", async () => {
  const ended = await line.run(["journal", "replay", journal, "--json"]);
  const state = documentOf(ended, ReplayDocument);
  const { runId, usage, verdict } = documentOf(golden, RunDocument);
  const result = RunResult.parse(JSON.parse(await readFile(join(out, "result.json"), "utf8")));
  const answers = (await readFile(journal, "utf8")).split('"type":"model.answered"').length - 1;
  expect(answers).toBe(3);
  expect(state).toMatchObject({
    taskId: runId,
    outcome: "success",
    phase: result.phase,
    iterations: answers,
    promptTokens: usage.promptTokens,
    completionTokens: usage.completionTokens,
    finalAnswer: result.finalAnswer,
    filesModified: ["basket/total.py", "tests/test_total.py"],
    verificationPlan: result.plan?.checks,
  });
  expect(state.verifierResults).toEqual([
    { passed: true, summary: verdict?.summary, checks: verdict?.checks, recommendedNextAction: null },
  ]);
  expect(ended.code).toBe(0);
});

test("the journal can be read by a person and by a program", async () => {
  const told = await line.run(["journal", "show", journal]);
  expect(told.stdout).toContain("str_replace basket/total.py");
  expect(told.stdout).toContain("Integers have no half to lose.");
  expect(told.code).toBe(0);
  const lines = documentOf(await line.run(["journal", "show", journal, "--json"]), z.array(JournalLine));
  expect(lines.at(0)?.type).toBe("run.started");
  expect(lines.at(-1)?.type).toBe("run.ended");
});

test("a journal somebody touched is found out, with the line", async () => {
  const lines = (await readFile(journal, "utf8")).split("\n");
  const at = lines.findIndex((text) => text.includes('"type":"verdict.reached"'));
  lines[at] = (lines[at] ?? "").replace('"status":"pass"', '"status":"fail"');
  const touched = join(line.dir, "touched.jsonl");
  await writeFile(touched, lines.join("\n"));
  const ended = await line.run(["journal", "verify", touched, "--json"]);
  // A line's hash is in the next one.
  const broken = { ok: false, line: at + 2, problem: expect.stringContaining("does not follow") };
  expect(documentOf(ended, JournalCheckDocument)).toEqual(broken);
  expect(ended.code).toBe(1);
  const told = await line.run(["journal", "verify", touched]);
  expect(told.stdout).toMatch(new RegExp(`broken: line ${at + 2} does not follow`));
  expect(told.code).toBe(1);
  for (const action of ["show", "replay"]) {
    const { code, stdout, stderr } = await line.run(["journal", action, touched, "--json"]);
    expect(stderr).toContain(`line ${at + 2} `);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  }
});

test("a journal that was emptied does not hold", async () => {
  const empty = join(line.dir, "empty.jsonl");
  await writeFile(empty, "");
  const ended = await line.run(["journal", "verify", empty, "--json"]);
  expect(documentOf(ended, JournalCheckDocument)).toMatchObject({ ok: false, line: 1 });
  expect(ended.code).toBe(1);
});

test.each(["show", "verify", "replay"])("journal %s of a file that is missing is refused", async (action) => {
  expectRefusal(await line.run(["journal", action, "none.jsonl", "--json"]), /none\.jsonl cannot be read/);
});

test("a second run into the same folder is refused: its journal is another run's", async () => {
  const before = await readFile(journal, "utf8");
  expectRefusal(await line.run(runArgs("golden", out)), /artefacts of another run[\s\S]*--out/);
  expect(await readFile(journal, "utf8")).toBe(before);
});

test("a wrong run fails, and its change is kept for people", async () => {
  const to = join(line.dir, "wrong");
  const ended = await line.run(runArgs("wrong", to));
  expect(documentOf(ended, RunDocument)).toMatchObject({
    outcome: "failed",
    reason: expect.stringContaining("rejected"),
    headSha: null,
    verdict: { passed: false },
  });
  expect(ended.code).toBe(1);
  gitIn(repo, "apply", "--check", join(to, "change.patch"));
  expect(await readFile(join(to, "pr.md"), "utf8")).toMatch(/^> Not verified/);
  expect(await line.checkouts()).toEqual([]);
});

test("a run over the Responses API does the same work as one over Chat Completions", async () => {
  const to = join(line.dir, "responses");
  const scripted = await startScriptedModel({ script: await loadScript(join(FIXTURE, "golden.json")) });
  try {
    const env = { OPENAI_BASE_URL: scripted.url, AVATAR_MODEL_API: "responses" };
    const ended = await line.run(["run", "--repo", repo, ...ISSUE, "--out", to, "--json"], { env });
    const { verdict, usage } = documentOf(ended, RunDocument);
    expect(verdict).toMatchObject({ passed: true });
    expect(ended).toMatchObject({ code: 0, stderr: "" });
    expect(usage).toMatchObject({ reported: true, cachedTokens: expect.any(Number) });
    expect(usage.cachedTokens).toBeGreaterThan(usage.promptTokens / 2);
    const patch = async (folder: string) => readFile(join(folder, "change.patch"), "utf8");
    expect(await patch(to)).toBe(await patch(out));
    const bodies = scripted.requests.map(({ body }) => body);
    expect(bodies.length).toBeGreaterThan(2);
    for (const [at, body] of bodies.entries()) {
      expect(JSON.parse(body)).toMatchObject({ store: false, input: expect.any(Array) });
      // All but the brackets that close the last message.
      expect(body.startsWith((bodies[at - 1] ?? "").replace(/"\}\]\}$/, ""))).toBe(true);
    }
  } finally {
    await scripted.close();
  }
});

test("a model that is down leaves the run incomplete, and the journal says why", async () => {
  const to = join(line.dir, "down");
  const env = { OPENAI_BASE_URL: "http://127.0.0.1:9/v1", OPENAI_API_KEY: "sk-hidden" };
  const ended = await line.run(["run", "--repo", repo, ...ISSUE, "--out", to, "--json"], { env });
  const { reason } = documentOf(ended, RunDocument);
  expect(documentOf(ended, RunDocument)).toMatchObject({ outcome: "incomplete", verdict: null });
  expect(reason).toMatch(/No connection.*Check OPENAI_BASE_URL/);
  expect(ended.code).toBe(3);
  await expectEnd(to, "incomplete");
  expect(await line.checkouts()).toEqual([]);
});

test("a model that refuses the key needs a person, who reads what to do", async () => {
  const to = join(line.dir, "refused");
  const fault = { kind: "status", status: 401, message: "Bad key" } as const;
  const scripted = await startScriptedModel({ script: { steps: [{ say: "", fault }] } });
  try {
    const env = { OPENAI_BASE_URL: scripted.url, OPENAI_API_KEY: "sk-hidden" };
    const { code, stdout, stderr } = await line.run(
      ["run", "--repo", repo, "--goal", "Round half up.", "--out", to],
      { env },
    );
    expect(stdout).toMatch(/^Outcome: blocked\n.*OPENAI_API_KEY/);
    expect(stdout).toContain(`Artefacts: ${to}`);
    expect(stdout + stderr).not.toContain("sk-hidden");
    expect(code).toBe(4);
  } finally {
    await scripted.close();
  }
  await expectEnd(to, "blocked");
});

async function expectEnd(to: string, outcome: string): Promise<void> {
  const lines = (await readFile(join(to, "journal.jsonl"), "utf8")).trimEnd().split("\n");
  expect(JSON.parse(lines.at(-1) ?? "")).toMatchObject({ type: "run.ended", outcome });
  for (const name of await readdir(to))
    expect(await readFile(join(to, name), "utf8")).not.toContain("sk-hidden");
}

test.each([
  ["no model", ISSUE, /No model endpoint is configured[\s\S]*OPENAI_API_KEY/],
  ["no goal", ["--script", "golden"], /no goal[\s\S]*--goal/],
  ["an issue that is missing", ["--issue", "none.md"], /none\.md cannot be read/],
  ["a script that is missing", [...ISSUE, "--script", "none.json"], /none\.json cannot be used/],
  ["a kind there is not", [...ISSUE, "--kind", "rewrite"], /"rewrite"/],
  ["a repository that is missing", [...ISSUE, "--repo", "none"], /no folder .*none/],
])("a run with %s is refused before anything is written", async (_what, options, says) => {
  const to = join(line.dir, "refused-run");
  expectRefusal(await line.run(["run", "--repo", repo, "--out", to, ...options, "--json"]), says);
  await expect(access(to)).rejects.toMatchObject({ code: "ENOENT" });
});

test("artefacts cannot go where a file is", async () => {
  await mkdir(join(line.dir, "full"));
  await writeFile(join(line.dir, "full", "file"), "");
  expectRefusal(
    await line.run(runArgs("golden", join(line.dir, "full", "file"))),
    /cannot be made[\s\S]*--out/,
  );
});
