import { mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { DoctorDocument, PlanDocument } from "../../src/cli/documents.ts";
import { startScriptedModel } from "../../src/model/scripted/start-scripted-model.ts";
import { AVATAR, type CommandLine, documentOf, expectRefusal, openCommandLine } from "./command-line.ts";

let line: CommandLine;

beforeAll(async () => {
  line = await openCommandLine();
});

afterAll(async () => line.close());

test("bin/avatar runs through symbolic links and from another folder", async () => {
  const cwd = join(line.dir, "elsewhere");
  await mkdir(cwd);
  await symlink(AVATAR, join(line.dir, "first"));
  await symlink("../first", join(cwd, "avatar"));
  const ended = await line.run(["plan", "--json"], { cwd, program: "./avatar" });
  expect(documentOf(ended, PlanDocument).repo.path).toBe(cwd);
  expect(ended.code).toBe(0);
});

test("--help names every command and is no mistake", async () => {
  const { code, stdout } = await line.run(["--help"]);
  for (const command of ["serve", "demo", "run", "verify", "plan", "journal", "doctor"])
    expect(stdout).toMatch(new RegExp(`^ {2}${command} `, "m"));
  expect(code).toBe(0);
});

test.each([
  ["an unknown command", ["fixx"], "unknown command 'fixx'"],
  ["no command", [], "Usage: avatar"],
  ["an unknown option", ["plan", "--jsn"], "unknown option '--jsn'"],
  ["an argument too many", ["doctor", "now"], "too many arguments for 'doctor'"],
  ["a run without its repository", ["run"], "'--repo <dir-or-url>' not specified"],
  ["an unknown action on a journal", ["journal", "burn"], "unknown command 'burn'"],
])("%s is a usage error", async (_what, args, says) => {
  const { code, stdout, stderr } = await line.run(args);
  expect(stderr).toContain(says);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
});

test("doctor looks at each thing once and gives a remedy for what is not there", async () => {
  const ended = await line.run(["doctor", "--json"]);
  const { ok, checks } = documentOf(ended, DoctorDocument);
  expect(checks.map(({ name }) => name)).toEqual(["node", "git", "sandbox", "model", "database", "github"]);
  expect(checks.filter(({ status }) => status === "failed")).toEqual([]);
  const missing = checks.filter(({ status }) => status === "not configured");
  expect(missing.map(({ name, remedy }) => [name, remedy])).toEqual([
    ["model", expect.stringContaining("OPENAI_API_KEY")],
    ["github", expect.stringContaining("APP_ID")],
  ]);
  expect(ok).toBe(true);
  expect(ended).toMatchObject({ code: 0, stderr: "" });
});

test.each([
  ["chat", "Chat Completions"],
  ["responses", "the Responses API"],
])("doctor shows that the model is asked over %s", async (api, words) => {
  const scripted = await startScriptedModel({ script: { steps: [{ say: "x" }] } });
  try {
    const price = { AVATAR_PRICE_INPUT: "1", AVATAR_PRICE_OUTPUT: "1" };
    const endpoint = { OPENAI_BASE_URL: scripted.url, AVATAR_MODEL: "recorded", AVATAR_MODEL_API: api };
    const { checks } = documentOf(
      await line.run(["doctor", "--json"], { env: { ...endpoint, ...price } }),
      DoctorDocument,
    );
    const finding = checks.find(({ name }) => name === "model");
    expect(finding).toMatchObject({ status: "ok", finding: expect.stringContaining(`over ${words}`) });
  } finally {
    await scripted.close();
  }
});

test("doctor tells what does not answer, and never a secret", async () => {
  const env = {
    OPENAI_API_KEY: "sk-hidden-one",
    OPENAI_BASE_URL: "http://127.0.0.1:9/v1",
    APP_ID: "1",
    PRIVATE_KEY: "-----BEGIN PRIVATE KEY-----\\nhidden-two\\n-----END PRIVATE KEY-----",
    WEBHOOK_SECRET: "hidden-three",
    DATABASE_URL: "postgres://avatar:hidden-four@127.0.0.1:9/avatar",
  };
  const ended = await line.run(["doctor", "--json"], { env });
  const { ok, checks } = documentOf(ended, DoctorDocument);
  const failed = checks.filter(({ status }) => status === "failed");
  expect(failed.map(({ name, remedy }) => [name, remedy])).toEqual([
    ["model", expect.stringContaining("OPENAI_BASE_URL")],
    ["database", expect.stringContaining("DATABASE_URL")],
    ["github", expect.stringContaining("PRIVATE_KEY")],
  ]);
  expect(ok).toBe(false);
  expect(ended.code).toBe(1);
  expect(ended.stdout + ended.stderr).not.toContain("hidden-");
});

test.each([
  ["PORT", "eighty", "`3000`"],
  ["OPENAI_BASE_URL", "sk-hidden", "`https://api.openai.com/v1`"],
  ["PRIVATE_KEY", "hidden", "`the text of the .pem file`"],
])("a wrong %s stops every command with its name and an example", async (name, value, example) => {
  const ended = await line.run(["doctor", "--json"], { env: { [name]: value } });
  expectRefusal(ended, new RegExp(`^avatar: ${name} has a value avatar cannot use`));
  expect(ended.stderr).toContain(example);
  expect(ended.stderr).not.toContain(value);
});

test.each([
  ["nothing configured", {}, /No GitHub App is configured[\s\S]*APP_ID/],
  ["an App and no key", { APP_ID: "1" }, /PRIVATE_KEY is missing/],
  [
    "a key that cannot be read",
    {
      APP_ID: "1",
      WEBHOOK_SECRET: "long enough",
      PRIVATE_KEY_PATH: "/nowhere/app.pem",
      OPENAI_API_KEY: "sk-hidden",
    },
    /PRIVATE_KEY_PATH cannot be read/,
  ],
])("serve does not start with %s", async (_what, env, says) => {
  expectRefusal(await line.run(["serve"], { env }), says);
});
