import { generateKeyPairSync } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import type { CheckRunRequest } from "../../src/domain/ports/forge.ts";
import {
  githubScene,
  type GitHubScene,
  installationIn,
  localGitHub,
  type LocalGitHub,
} from "../support/github-scene.ts";

let github: LocalGitHub;
let local: LocalGitHub["local"];
let scene: GitHubScene;
beforeAll(async () => {
  github = await localGitHub();
  local = github.local;
});
beforeEach(async () => {
  local.clearFaults();
  scene = await githubScene(local);
});
afterAll(async () => {
  expect(local.violations).toEqual([]);
  await github.close();
});

async function headOfMain(): Promise<string> {
  return (await scene.forge.branchHead("main")) ?? "";
}

function checkRun(headSha: string, changes: Partial<CheckRunRequest> = {}): CheckRunRequest {
  return {
    headSha,
    name: "avatar / unit tests",
    externalId: "run-1:unit tests",
    conclusion: "success",
    startedAt: new Date("2026-01-02T03:04:05Z"),
    completedAt: new Date("2026-01-02T03:04:09Z"),
    title: "Passed",
    summary: "Exit code 0.",
    text: "text",
    detailsUrl: null,
    actions: [{ label: "Re-verify", description: "Judge again", identifier: "reverify" }],
    ...changes,
  };
}

function comments(): string[] {
  return local.issue(scene.repo, scene.issue).comments.map((comment) => comment.body);
}

const STATUS = { marker: "avatar:status:run-1", body: "queued" };

describe("reading", () => {
  test("the App knows itself: slug, login and numeric id of its bot", async () => {
    const identity = await scene.forges.identity();
    expect(identity).toMatchObject({ slug: local.app.slug, login: local.app.botLogin });
    expect(identity.id).toBeGreaterThan(0);
  });

  test("facts of the repository", async () => {
    expect(await scene.forge.facts()).toEqual({
      defaultBranch: "main",
      cloneUrl: `${local.url}/${scene.repo}.git`,
      htmlUrl: `${local.url}/${scene.repo}`,
      isPrivate: false,
      isArchived: false,
    });
  });

  test("a person's access is the repository's word on the numeric id, not on the login", async () => {
    const { id } = local.createUser({ login: "bob" });
    local.setPermission(scene.repo, "bob", "write");
    expect(await scene.forge.accessOf({ id, login: "bob" })).toBe("write");
    expect(await scene.forge.accessOf({ id: id + 1, login: "bob" })).toBe("none");
    expect(await scene.forge.accessOf({ id: 1, login: "no-such-person" })).toBe("none");
  });

  test("a branch that is not there has no head", async () => {
    expect(await scene.forge.branchHead("main")).toMatch(/^[0-9a-f]{40}$/u);
    expect(await scene.forge.branchHead("avatar/issue-1")).toBeNull();
  });
});

describe("writing once", () => {
  test("one comment for each marker, edited in place, also after a restart", async () => {
    const first = await scene.forge.upsertComment({ issue: scene.issue, ...STATUS });
    const second = await scene.forge.upsertComment({ issue: scene.issue, ...STATUS, body: "working" });
    const third = await scene.reopen().upsertComment({ issue: scene.issue, ...STATUS, body: "done" });
    await scene.forge.upsertComment({ issue: scene.issue, marker: "avatar:ledger:run-1:1", body: "ledger" });
    expect([second, third]).toEqual([first, first]);
    expect(comments()).toHaveLength(2);
    expect(comments()[0]).toMatch(/^done\n\n<!-- avatar:status:run-1 -->$/u);
  });

  test("a person who quotes the marker keeps the comment", async () => {
    const quoted = "> queued\n\n<!-- avatar:status:run-1 -->";
    await local.comment(scene.repo, scene.issue, { body: quoted, user: "ada" });
    await scene.forge.upsertComment({ issue: scene.issue, ...STATUS });
    expect(comments()[0]).toBe(quoted);
    expect(comments()).toHaveLength(2);
  });

  test("a comment that somebody deleted is written anew", async () => {
    const { id } = await scene.forge.upsertComment({ issue: scene.issue, ...STATUS });
    await local.deleteComment(scene.repo, id, "ada");
    await scene.forge.upsertComment({ issue: scene.issue, ...STATUS, body: "again" });
    expect(comments()).toHaveLength(1);
  });

  test("a comment on an issue with more than a page of comments is found", async () => {
    for (let n = 0; n < 120; n += 1) {
      await local.comment(scene.repo, scene.issue, { body: `comment ${n}`, user: "ada" });
    }
    await scene.forge.upsertComment({ issue: scene.issue, ...STATUS });
    await scene.reopen().upsertComment({ issue: scene.issue, ...STATUS, body: "done" });
    expect(comments()).toHaveLength(121);
  });

  test("a body too long for GitHub is cut and still found again", async () => {
    await scene.forge.upsertComment({ issue: scene.issue, ...STATUS, body: "x".repeat(70_000) });
    await scene.reopen().upsertComment({ issue: scene.issue, ...STATUS, body: "short" });
    expect(comments()).toEqual(["short\n\n<!-- avatar:status:run-1 -->"]);
  });

  test("one check run for each external id on a head", async () => {
    const sha = await headOfMain();
    const made = await scene.forge.upsertCheckRun(checkRun(sha));
    expect(made).toMatchObject({ name: "avatar / unit tests", conclusion: "success" });
    await scene
      .reopen()
      .upsertCheckRun(checkRun(sha, { conclusion: "failure", detailsUrl: "https://example.org/x" }));
    await scene.forge.upsertCheckRun(checkRun(sha, { externalId: "run-2:unit tests" }));
    const runs = local.checkRuns(scene.repo, sha);
    expect(runs.map((run) => [run.externalId, run.status, run.conclusion])).toEqual([
      ["run-1:unit tests", "completed", "failure"],
      ["run-2:unit tests", "completed", "success"],
    ]);
    expect(runs[0]?.detailsUrl).toBe("https://example.org/x");
  });

  test("one pull request for each branch, brought up to date", async () => {
    await local.commitFiles(scene.repo, {
      branch: "avatar/issue-1",
      files: { b: "b" },
      message: "b",
      user: "ada",
    });
    const request = { branch: "avatar/issue-1", base: "main", title: "Fix", body: "one", draft: false };
    const first = await scene.forge.upsertPullRequest(request);
    const second = await scene.reopen().upsertPullRequest({ ...request, body: "two" });
    expect(second).toEqual(first);
    expect(first).toMatchObject({
      branch: "avatar/issue-1",
      headSha: await scene.forge.branchHead("avatar/issue-1"),
    });
    expect(local.pulls(scene.repo).map((pull) => pull.body)).toEqual(["two"]);
  });

  test("a reaction twice is a reaction once", async () => {
    const { comment } = await local.comment(scene.repo, scene.issue, {
      body: "/avatar fix this",
      user: "ada",
    });
    await scene.forge.react(comment.id, "eyes");
    await scene.forge.react(comment.id, "eyes");
    await scene.forge.react(comment.id, "rocket");
    expect(comment.reactions.map((reaction) => reaction.content)).toEqual(["eyes", "rocket"]);
  });

  test("a deleted branch is gone, and deleting it again is no failure", async () => {
    await local.commitFiles(scene.repo, { branch: "avatar/x", files: { b: "b" }, message: "b", user: "ada" });
    await scene.forge.deleteBranch("avatar/x");
    await scene.forge.deleteBranch("avatar/x");
    expect(local.branches(scene.repo)).not.toHaveProperty("avatar/x");
  });

  test("a protected branch is not deleted, and the refusal says why", async () => {
    local.protectBranch(scene.repo, "main");
    await expect(scene.forge.deleteBranch("main")).rejects.toMatchObject({
      code: "FORGE_REJECTED",
      message: expect.stringContaining("Protected branch"),
    });
  });
});

describe("answers that are lost on the way", () => {
  const lost = [
    ["a server error", { kind: "respond", status: 502 }],
    ["a broken connection", { kind: "reset" }],
    ["half an answer", { kind: "truncate" }],
  ] as const;

  test.each(lost)(
    "%s after the effect makes no second comment, check run or pull request",
    async (_name, action) => {
      const sha = await headOfMain();
      await local.commitFiles(scene.repo, {
        branch: "avatar/x",
        files: { b: "b" },
        message: "b",
        user: "ada",
      });
      for (const operation of ["issues/create-comment", "checks/create", "pulls/create"]) {
        local.injectFault({ operation, when: "after", action });
      }
      await scene.forge.upsertComment({ issue: scene.issue, ...STATUS });
      await scene.forge.upsertCheckRun(checkRun(sha));
      await scene.forge.upsertPullRequest({
        branch: "avatar/x",
        base: "main",
        title: "t",
        body: "b",
        draft: false,
      });
      expect(comments()).toHaveLength(1);
      expect(local.checkRuns(scene.repo, sha)).toHaveLength(1);
      expect(local.pulls(scene.repo)).toHaveLength(1);
      expect(scene.pauses).toEqual([1000, 1000, 1000]);
    },
  );

  test.each(lost)("%s before the effect is tried again", async (_name, action) => {
    local.injectFault({ operation: "issues/create-comment", when: "before", times: 2, action });
    await scene.forge.upsertComment({ issue: scene.issue, ...STATUS });
    expect(comments()).toHaveLength(1);
  });

  test("a GitHub that stays away is said to be unreachable, after a few tries", async () => {
    local.injectFault({ operation: "repos/get", times: 9, action: { kind: "respond", status: 503 } });
    await expect(scene.forge.facts()).rejects.toMatchObject({
      code: "FORGE_UNREACHABLE",
      message: expect.stringContaining("while reading the repository (status 503)"),
    });
    expect(scene.pauses).toEqual([1000, 3000, 9000]);
  });
});

describe("limits", () => {
  test("a secondary limit is waited for as long as GitHub asks, and the write is made once", async () => {
    local.injectFault({
      operation: "issues/create-comment",
      action: {
        kind: "respond",
        status: 403,
        headers: { "retry-after": "7" },
        body: { message: "slow down" },
      },
    });
    await scene.forge.upsertComment({ issue: scene.issue, ...STATUS });
    expect(scene.pauses).toEqual([8000]);
    expect(comments()).toHaveLength(1);
  });

  test("a limit without a time is waited for a minute", async () => {
    const documentation_url = "https://docs.github.com/rest/using-the-rest-api/rate-limits-for-the-rest-api";
    local.injectFault({
      operation: "repos/get",
      action: { kind: "respond", status: 403, body: { message: "slow down", documentation_url } },
    });
    await scene.forge.facts();
    expect(scene.pauses).toEqual([61_000]);
  });

  test("a used-up hour is not waited for: the person hears how long it takes", async () => {
    const reset = String(Math.floor(Date.now() / 1000) + 3000);
    const headers = { "x-ratelimit-remaining": "0", "x-ratelimit-reset": reset };
    local.injectFault({ operation: "repos/get", action: { kind: "respond", status: 403, headers } });
    await expect(scene.forge.facts()).rejects.toMatchObject({
      code: "FORGE_UNREACHABLE",
      message: expect.stringMatching(/asks to wait (?:49|50) minutes/u),
    });
    expect(scene.pauses).toEqual([]);
  });
});

describe("credentials", () => {
  test("tokens reach one repository and no more than the work needs", async () => {
    await local.createRepository({ owner: "ada", name: "other", private: true });
    const installation = await local.install([scene.repo, "ada/other"]);
    const [owner = "", name = ""] = scene.repo.split("/");
    const forge = scene.forges.open(installationIn(installation), { owner, name });
    const token = await forge.gitToken();
    const get = async (path: string) =>
      (await fetch(`${local.apiUrl}${path}`, { headers: { authorization: `token ${token}` } })).status;
    expect(await get(`/repos/${scene.repo}`)).toBe(200);
    expect(await get("/repos/ada/other")).toBe(404);
    const post = await fetch(`${local.apiUrl}/repos/${scene.repo}/issues/${scene.issue}/comments`, {
      method: "POST",
      headers: { authorization: `token ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ body: "with a token for git" }),
    });
    expect(post.status).toBe(403);
  });

  test("each token for git is a new one", async () => {
    expect(await scene.forge.gitToken()).not.toBe(await scene.forge.gitToken());
  });

  test("a token that GitHub takes no more is replaced once", async () => {
    await scene.forge.facts();
    local.injectFault({ operation: "repos/get", action: { kind: "respond", status: 401 } });
    await scene.forge.facts();
    expect(scene.pauses).toEqual([1000]);
  });

  test("a key that is not the App's is told as such, without the key", async () => {
    const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
    const pem = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
    const other = await githubScene(local, pem);
    await expect(other.forge.facts()).rejects.toMatchObject({
      code: "FORGE_DENIED",
      advice: expect.stringContaining("PRIVATE_KEY"),
    });
    const none = await githubScene(local, "no key at all PRIVATE KEY");
    const error: unknown = await none.forge.facts().catch((caught: unknown) => caught);
    expect(error).toMatchObject({ code: "FORGE_DENIED" });
    expect(String(error)).not.toContain("no key at all");
  });

  test("an uninstalled or suspended App is denied, not mistaken for a missing branch or person", async () => {
    local.setSuspended(scene.repo, true);
    await expect(scene.reopen().branchHead("main")).rejects.toMatchObject({ code: "FORGE_DENIED" });
    local.setSuspended(scene.repo, false);
    local.uninstall(scene.repo);
    await expect(scene.reopen().branchHead("main")).rejects.toMatchObject({ code: "FORGE_DENIED" });
    await expect(scene.reopen().accessOf({ id: 1, login: "ada" })).rejects.toMatchObject({
      code: "FORGE_DENIED",
    });
  });

  test("a missing permission is named, with what to grant", async () => {
    local.injectFault({
      operation: "checks/create",
      action: {
        kind: "respond",
        status: 403,
        body: { message: "Resource not accessible by integration" },
        headers: { "x-accepted-github-permissions": "checks=write" },
      },
    });
    await expect(scene.forge.upsertCheckRun(checkRun(await headOfMain()))).rejects.toMatchObject({
      code: "FORGE_DENIED",
      message: expect.stringContaining(
        'writing the check run "avatar / unit tests" (403: Resource not accessible',
      ),
      advice: expect.stringContaining("checks=write"),
    });
  });

  test("no token is in an error, in what caused it, or in the log", async () => {
    const token = await scene.forge.gitToken();
    local.injectFault({
      operation: "pulls/create",
      action: {
        kind: "respond",
        status: 422,
        body: { message: `no ${token} here`, errors: [{ message: "bad" }] },
      },
    });
    await local.commitFiles(scene.repo, { branch: "avatar/x", files: { b: "b" }, message: "b", user: "ada" });
    const pull = { branch: "avatar/x", base: "main", title: "t", body: "b", draft: false };
    const error: unknown = await scene.forge.upsertPullRequest(pull).catch((caught: unknown) => caught);
    expect(error).toMatchObject({
      code: "FORGE_REJECTED",
      message: expect.stringContaining("no (secret) here; bad"),
    });
    expect(scene.log.join("\n")).toContain("/pulls");
    expect(scene.log.join("\n")).not.toMatch(/gh[a-z]_|authorization/u);
  });
});
