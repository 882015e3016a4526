import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "@jest/globals";
import { REPO, WHERE, openBench } from "./forge-fixture.ts";
import type { Bench } from "./forge-fixture.ts";

let bench: Bench;
let clones = 0;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(async () => {
  await bench.close();
});
afterEach(async () => {
  await bench.forge.settle();
  expect(bench.forge.violations).toEqual([]);
});

interface Ran {
  code: number;
  out: string;
}

/** git with the token where it belongs: in the child's environment alone. */
async function git(args: string[], options: { cwd?: string; header?: string } = {}): Promise<Ran> {
  const credential =
    options.header === undefined
      ? {}
      : {
          GIT_CONFIG_COUNT: "1",
          GIT_CONFIG_KEY_0: `http.${bench.forge.url}/.extraHeader`,
          GIT_CONFIG_VALUE_0: `Authorization: ${options.header}`,
        };
  const identity = ["-c", "user.name=t", "-c", "user.email=t@example.com", "-c", "core.hooksPath=/dev/null"];
  return new Promise((resolve) => {
    const env = { ...process.env, GIT_TERMINAL_PROMPT: "0", GIT_CONFIG_GLOBAL: "/dev/null", ...credential };
    const child = spawn("git", [...identity, ...args], { cwd: options.cwd, env });
    let out = "";
    child.stdout.on("data", (chunk) => (out += String(chunk)));
    child.stderr.on("data", (chunk) => (out += String(chunk)));
    child.on("close", (code) => resolve({ code: code ?? -1, out }));
  });
}

function basic(token: string): string {
  return `Basic ${Buffer.from(`x-access-token:${token}`).toString("base64")}`;
}

async function clone(header: string, args: string[] = []): Promise<string> {
  const target = path.join(bench.dir, `clone-${(clones += 1)}`);
  const { code, out } = await git(["clone", "--quiet", ...args, `${bench.forge.url}/${REPO}.git`, target], {
    header,
  });
  if (code !== 0) throw new Error(out);
  return target;
}

async function commit(cwd: string, file: string, text: string): Promise<void> {
  const target = path.join(cwd, file);
  await git(["init", "--quiet"], { cwd });
  const { mkdirSync } = await import("node:fs");
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(target, text);
  await git(["add", "--all"], { cwd });
  await git(["commit", "--quiet", "--message", `Change ${file}`], { cwd });
}

test("a shallow clone, a commit and a push move the branch and tell of it", async () => {
  const header = basic(bench.forge.installationToken(REPO));
  const cwd = await clone(header, ["--depth", "1"]);
  await commit(cwd, "pushed.txt", "pushed\n");
  const { code, out } = await git(["push", "origin", "HEAD:refs/heads/topic/push"], { cwd, header });
  expect([code, out]).toEqual([0, expect.stringContaining("[new branch]")]);
  const sha = (await git(["rev-parse", "HEAD"], { cwd })).out.trim();
  expect(bench.forge.branches(REPO)["topic/push"]).toBe(sha);
  await bench.forge.settle();
  const told = bench.forge.deliveries.slice(-2);
  expect(told.map(({ event, action }) => [event, action])).toEqual([
    ["push", null],
    ["check_suite", "requested"],
  ]);
  expect(told[0]?.request.payload).toMatchObject({
    ref: "refs/heads/topic/push",
    after: sha,
    created: true,
    commits: [{ id: sha, added: ["pushed.txt"] }],
    sender: { type: "Bot" },
  });
});

test("a pull request whose branch is pushed again is told as synchronized", async () => {
  const header = basic(bench.forge.installationToken(REPO));
  const cwd = await clone(header);
  await commit(cwd, "first.txt", "1\n");
  await git(["push", "--quiet", "origin", "HEAD:refs/heads/topic/sync"], { cwd, header });
  const { data: pull } = await bench.octokit.rest.pulls.create({
    ...WHERE,
    title: "t",
    head: "topic/sync",
    base: "main",
  });
  await commit(cwd, "second.txt", "2\n");
  await git(["push", "--quiet", "origin", "HEAD:refs/heads/topic/sync"], { cwd, header });
  await bench.forge.settle();
  const sync = bench.forge.deliveries.findLast(
    ({ event, action }) => event === "pull_request" && action === "synchronize",
  );
  expect(sync?.request.payload).toMatchObject({ number: pull.number, before: pull.head.sha });
});

test("blobs can be left out of a clone", async () => {
  const cwd = await clone(basic(bench.forge.installationToken(REPO)), [
    "--filter=blob:none",
    "--no-checkout",
  ]);
  const { out } = await git(["rev-list", "--objects", "--all", "--missing=print"], { cwd });
  expect(out).toMatch(/^\?/mu);
});

test.each<[string, () => string | undefined, string]>([
  ["no credential", () => undefined, "fatal"],
  ["a Bearer header", () => `Bearer ${bench.forge.installationToken(REPO)}`, "fatal"],
  [
    "another user name than x-access-token",
    () => `Basic ${Buffer.from(`git:${bench.forge.installationToken(REPO)}`).toString("base64")}`,
    "fatal",
  ],
  ["an unknown token", () => basic("ghs_unknown"), "fatal"],
  ["contents:read", () => basic(bench.forge.installationToken(REPO, { contents: "read" })), "403"],
])("a push with %s is refused", async (_, header, words) => {
  const cwd = await clone(basic(bench.forge.installationToken(REPO)));
  await commit(cwd, "no.txt", "no\n");
  const given = header();
  const { code, out } = await git(["push", "origin", "HEAD:refs/heads/refused"], {
    cwd,
    ...(given === undefined ? {} : { header: given }),
  });
  expect(code).not.toBe(0);
  expect(out).toContain(words);
  expect(bench.forge.branches(REPO)).not.toHaveProperty("refused");
});

test("a protected branch takes no push, whoever pushes", async () => {
  bench.forge.protectBranch(REPO, "main");
  const header = basic(bench.forge.installationToken(REPO));
  const cwd = await clone(header);
  await commit(cwd, "no.txt", "no\n");
  const { code, out } = await git(["push", "origin", "HEAD:main"], { cwd, header });
  expect(code).not.toBe(0);
  expect(out).toContain("GH006: Protected branch update failed for refs/heads/main.");
});

test("a change of a workflow needs the workflows permission", async () => {
  const header = basic(bench.forge.installationToken(REPO));
  const cwd = await clone(header);
  await commit(cwd, ".github/workflows/ci.yml", "on: push\n");
  const refused = await git(["push", "origin", "HEAD:refs/heads/workflow"], { cwd, header });
  expect(refused.code).not.toBe(0);
  expect(refused.out).toContain(
    "refusing to allow a GitHub App to create or update workflow `.github/workflows/ci.yml` without `workflows` permission",
  );
  const allowed = basic(bench.forge.installationToken(REPO, { contents: "write", workflows: "write" }));
  expect((await git(["push", "origin", "HEAD:refs/heads/workflow"], { cwd, header: allowed })).code).toBe(0);
});

test("git meets faults: a 503, and a push whose answer is lost after it took effect", async () => {
  const header = basic(bench.forge.installationToken(REPO));
  const cwd = await clone(header);
  await commit(cwd, "fault.txt", "fault\n");
  bench.forge.injectFault({ operation: "git:push-refs", action: { kind: "respond", status: 503 } });
  const down = await git(["push", "origin", "HEAD:refs/heads/fault"], { cwd, header });
  expect([down.code === 0, down.out]).toEqual([false, expect.stringContaining("503")]);
  bench.forge.injectFault({ operation: "git:push", when: "after", action: { kind: "reset" } });
  const lost = await git(["push", "origin", "HEAD:refs/heads/fault"], { cwd, header });
  expect(lost.code).not.toBe(0);
  expect(bench.forge.branches(REPO)).toHaveProperty("fault");
});
